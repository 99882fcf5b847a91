-- What Home shows: who has just been seen, what is counted and drawn by week, and which translations are outdated.

-- ---------------------------------------------------------------- who was seen when

-- Beside the users: it is written every few minutes for whoever is there, and their rows stand in a dozen indexes and are
-- held by every save.
create table seen_users (
  user_id integer primary key references site_users (id),
  last_seen_at timestamptz(3) not null default provost_now()
) with (fillfactor = 70);
create index seen_users_at on seen_users (last_seen_at);

-- The sites tell it to the platform; a program's staff look on.
grant select, insert, update on seen_users to provost_global;
grant select on seen_users to provost_scoped;
call guard('seen_users', 'exists (select from site_users u where u.id = user_id)', 'false');

-- ---------------------------------------------------------------- counts and weeks, from indexes alone

create index site_users_added on site_users (dateadded) include (user_type) where del_status = 0;
create index site_users_program_added on site_users (program_id, dateadded) include (user_type) where del_status = 0;
create index site_users_members on site_users (program_id, membership_at) where membership = 1 and del_status = 0;
create index classes_program_added on classes (program_id, dateadded) where del_flag = 0 and not is_bundle;
create index refunds_succeeded on refunds (succeeded_at) include (charge_id, amount, scope_program_id)
  where state = 'succeeded';

-- ---------------------------------------------------------------- translations that were made from older English

-- True where one of the fields has a text that was made from other English than stands there now.
create function is_outdated(translation jsonb, english jsonb, fields text[]) returns boolean
  language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from unnest(fields) as f (name)
    where translation ->> f.name <> ''
      and translation -> 'made_from' ->> f.name <> english_hash(english ->> f.name))
$$;

-- Of a translation that is written: what it says of itself is not asked. Arguments: whose texts, the column that names
-- the row, the fields.
create function mark_outdated() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  english jsonb;
begin
  execute format('select to_jsonb(o) from public.%I o where o.id = $1', tg_argv[0])
    into english using (to_jsonb(new) ->> tg_argv[1])::integer;
  new.outdated := is_outdated(to_jsonb(new), english, tg_argv[2:]);
  return new;
end
$$;

-- Of the English: the translations that are outdated from now on, or no longer.
create function mark_translations() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('update public.%I t set outdated = not t.outdated
      where t.%I = $1 and t.outdated <> public.is_outdated(to_jsonb(t), $2, $3)', tg_argv[0], tg_argv[1])
    using new.id, to_jsonb(new), tg_argv[2:];
  return null;
end
$$;

-- Keeps `outdated` of a table of translations, whose `owner` names the row of `texts` that holds the English fields.
create procedure watch_english(translations regclass, owner name, texts regclass, fields name[])
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  named text := (select string_agg(quote_literal(f), ', ') from unnest(fields) f);
  changed text := (select string_agg(format('old.%1$I is distinct from new.%1$I', f), ' or ') from unnest(fields) f);
begin
  execute format('alter table %s add column outdated boolean not null default false', translations);
  execute format('create trigger %I before insert or update on %s for each row
    execute function mark_outdated(%L, %L, %s)', translations || '_outdated', translations, texts, owner, named);
  execute format('create trigger %I after update of %s on %s for each row when (%s)
    execute function mark_translations(%L, %L, %s)', texts || '_english',
    (select string_agg(quote_ident(f), ', ') from unnest(fields) f), texts, changed, translations, owner, named);
  execute format('update %s set outdated = false where made_from <> ''{}''', translations);
  execute format('create index %I on %s (%I) where outdated', translations || '_outdated', translations, owner);
end
$$;
revoke all on procedure watch_english(regclass, name, regclass, name[]) from public;

call watch_english('class_translations', 'class_id', 'classes', '{class_name, description, additional_info}');
call watch_english('event_translations', 'event_id', 'events', '{name, description}');
call watch_english('gift_category_translations', 'category_id', 'gift_categories', '{name}');
call watch_english('gift_product_translations', 'product_id', 'gift_products', '{name, description}');
call watch_english('program_translations', 'program_id', 'programs', '{heading_text, subheading_1_text,
  subheading_2_text, row_1_text, row_2_text, row_3_text, row_4_text, button_text}');

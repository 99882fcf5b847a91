-- The feed of what has changed for the site of each program (docs/decisions/119-the-feed-of-changes.md).
create table site_changes (
  id bigint generated always as identity primary key,
  -- No reference to programs: five thousand rows of one statement would each look for theirs, and they live for 30 days.
  program_id integer not null,
  kind text not null,
  object_id text not null,
  change text not null check (change in ('saved', 'deleted')),
  -- What has happened, where that is more than a change: a draw was confirmed, a refund succeeded.
  what text,
  changed_at timestamptz(3) not null default provost_now(),
  xid xid8 not null default pg_current_xact_id()
);
create index site_changes_order on site_changes (program_id, xid, id);
create index site_changes_object on site_changes (program_id, kind, object_id, xid, id);
create index site_changes_age on site_changes (changed_at);
create index site_changes_xid on site_changes (xid);
call guard('site_changes', 'false');
grant select, update, delete on site_changes to provost_global;
grant insert on site_changes to provost_definer;
create policy definers_insert on site_changes for insert to provost_definer with check (true);
call open_to_sites('site_changes', 'program_id = (select provost_site())',
  'select (id, program_id, kind, object_id, change, changed_at, xid)');

-- Up to where the feed of a program was swept: whoever stands before that may have missed something.
create table swept_site_changes (
  program_id integer primary key references programs (id),
  xid xid8 not null,
  id bigint not null
);
call guard('swept_site_changes', 'false');
grant select, insert, update on swept_site_changes to provost_global;
call open_to_sites('swept_site_changes', 'program_id = (select provost_site())');

-- ---------------------------------------------------------------- on which sites something is, and whether it is shown there

create function class_on_sites(integer) returns table (program_id integer, shown boolean) language sql stable as $$
  select l.program_id, c.del_flag = 0 and c.status = 1 and c.cancel = 0 and c.viewable = 1 and c.access_type = 'public'
    and (l.active = 1 or c.program_id is not distinct from l.program_id)
  from public.class_programs l join public.classes c on c.id = l.class_id where l.class_id = $1
$$;

-- Programs whose sites know of a class: that sell it or a bundle with it, and where it is at home.
create function class_known_on(integer) returns setof integer language sql stable as $$
  with recursive holding (id) as (
    select $1
    union
    select b.bundle_id from holding h join public.bundle_classes b on b.class_id = h.id
  )
  select l.program_id from holding h join public.class_programs l on l.class_id = h.id
  union
  select c.program_id from holding h join public.classes c on c.id = h.id
$$;

create function category_on_sites(integer) returns table (program_id integer, shown boolean) language sql stable as $$
  select o.program_id, c.status = 1 and c.del_flag = 0
  from public.site_category_programs o join public.site_categories c on c.id = o.category_id where o.category_id = $1
$$;

create function event_on_sites(integer) returns table (program_id integer, shown boolean) language sql stable as $$
  select p.program_id, e.active = 1
  from public.event_programs p join public.events e on e.id = p.event_id where p.event_id = $1
  union all
  select e.program_id, false from public.events e where e.id = $1
$$;

create function product_on_sites(integer) returns table (program_id integer, shown boolean) language sql stable as $$
  select p.program_id, g.active = 1
  from public.gift_product_programs p join public.gift_products g on g.id = p.product_id where p.product_id = $1
$$;

-- Programs whose sites know of a product: where it is at home, that show it or know an event with it.
create function product_known_on(integer) returns setof integer language sql stable as $$
  select g.program_id from public.gift_products g where g.id = $1
  union
  select p.program_id from public.gift_product_programs p where p.product_id = $1
  union
  select s.program_id from public.events e cross join lateral public.event_on_sites(e.id) s where e.product_id = $1
$$;

create function banner_on_sites(integer) returns table (program_id integer, shown boolean) language sql stable as $$
  select b.program_id, b.active = 1 from public.banners b where b.id = $1
$$;

-- Where somebody is at home, and where they may sign in besides.
create function user_on_sites(integer) returns table (program_id integer, shown boolean) language sql stable as $$
  select u.program_id, u.del_status = 0 from public.site_users u where u.id = $1
  union all
  select s.program_id, u.del_status = 0
  from public.site_user_sites s join public.site_users u on u.id = s.user_id where s.user_id = $1
  union all
  select d.default_program_id, u.del_status = 0
  from public.site_users u join public.program_defaults d on d.program_id = u.program_id where u.id = $1
$$;

-- What somebody has got is told where they are at home, whatever it is of.
create function is_at_home_on(who integer, site integer) returns boolean language sql stable as $$
  select exists (select from public.site_users u where u.id = $1 and u.program_id = $2)
$$;

create function charge_on_sites(integer) returns setof integer language sql stable as $$
  select c.program_id from public.charges c where c.id = $1
  union
  select c.site_program_id from public.charges c where c.id = $1
$$;

-- A payout is read where it pays for sales, by sites that know the payee.
create function payout_on_sites(integer) returns table (program_id integer, shown boolean) language sql stable as $$
  select distinct u.program_id, p.state in ('made', 'paid')
  from public.payouts p cross join lateral public.user_on_sites(p.user_id) u
  where p.id = $1 and exists (select from public.charge_lines l join public.charges c on c.id = l.charge_id
    where l.payout_id = p.id and u.program_id in (c.program_id, c.site_program_id))
$$;

do $$
declare
  known regprocedure;
begin
  foreach known in array array['class_on_sites(integer)', 'class_known_on(integer)', 'category_on_sites(integer)',
    'event_on_sites(integer)', 'product_on_sites(integer)', 'product_known_on(integer)', 'banner_on_sites(integer)',
    'user_on_sites(integer)', 'is_at_home_on(integer, integer)', 'charge_on_sites(integer)', 'payout_on_sites(integer)']::regprocedure[] loop
    execute format('revoke all on function %s from public', known);
    execute format('grant execute on function %s to provost_definer', known);
  end loop;
end
$$;
grant select on class_programs, classes, bundle_classes, site_category_programs, site_categories, event_programs, events,
  gift_product_programs, gift_products, banners, site_users, site_user_sites, program_defaults, charges, charge_lines,
  payouts, class_program_tags to provost_definer;

-- ---------------------------------------------------------------- the tables that tell

/*
 * From now on changes of a table's rows are told to sites, as changes of objects of a kind. `objects` is a query for each
 * row `r` that was written or was there before (`side.is_new` says which): program_id, object_id and whether the program
 * now shows the object; one that it shows no more is deleted to it. `columns` are those by which sites see a change, all
 * unless told; `what` says of a row what else has happened, and is told when it becomes true.
 * One insert for each statement: no row is held, so that nobody waits for anybody.
 */
create procedure tells_sites(telling regclass, kind text, objects text, columns text default null, what text default 'null::text')
  language plpgsql set search_path = pg_catalog, public, pg_temp as $body$
declare
  made text := format('tell_%s_of_%s', kind, telling);
  on_key text;
  no_key text;
  differs text;
  half text;
begin
  select string_agg(format('o.%I = r.%1$I', a.attname), ' and '), string_agg(format('o.%I is null', a.attname), ' and ')
    into on_key, no_key
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = telling and i.indisprimary;
  -- A table without a key has rows that are there or not.
  on_key := coalesce(on_key, 'o = r');
  no_key := coalesce(no_key, 'o is null');
  select no_key || ' or ' || coalesce(
      format('(%s) is distinct from (%s)', string_agg(format('r.%I', name), ', '), string_agg(format('o.%I', name), ', ')),
      'r is distinct from o')
    into differs
  from unnest(regexp_split_to_array(columns, ',\s*')) as name
  having count(*) > 0;
  differs := coalesce(differs, no_key || ' or r is distinct from o');
  half := format('select x.program_id, x.object_id, x.shown, %%s as what from %%s r %%s
      cross join (select %%s as is_new) side cross join lateral (%s) as x (program_id, object_id, shown)', objects);
  execute format($made$
create function public.%1$I() returns trigger language plpgsql as $trigger$
begin
  if tg_op = 'INSERT' then
    insert into public.site_changes (program_id, kind, object_id, change, what)
    select c.program_id, %2$L, c.object_id, case when bool_or(c.shown) then 'saved' else 'deleted' end, max(c.what)
    from (%3$s) c where c.program_id is not null group by c.program_id, c.object_id;
  elsif tg_op = 'DELETE' then
    insert into public.site_changes (program_id, kind, object_id, change)
    select c.program_id, %2$L, c.object_id, case when bool_or(c.shown) then 'saved' else 'deleted' end
    from (%4$s) c where c.program_id is not null group by c.program_id, c.object_id;
  else
    insert into public.site_changes (program_id, kind, object_id, change, what)
    select c.program_id, %2$L, c.object_id, case when bool_or(c.shown) then 'saved' else 'deleted' end, max(c.what)
    from (%5$s union all %6$s) c where c.program_id is not null group by c.program_id, c.object_id;
  end if;
  return null;
end
$trigger$
$made$, made, kind,
    format(half, what, 'new_rows', '', 'true'),
    format(half, 'null::text', 'old_rows', '', 'false'),
    format(half, format('nullif(%s, %s)', what, regexp_replace(what, '\mr\.', 'o.', 'g')), 'new_rows',
      'left join old_rows o on ' || on_key, 'true') || ' where ' || differs,
    format(half, 'null::text', 'old_rows', 'left join new_rows o on ' || on_key, 'false') || ' where ' || differs);
  call make_definer(format('public.%I()', made)::regprocedure);
  execute format('revoke execute on function public.%I() from provost_global, provost_scoped', made);
  execute format('create trigger tells_%s_insert after insert on %s referencing new table as new_rows
    for each statement execute function public.%I()', kind, telling, made);
  execute format('create trigger tells_%s_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function public.%I()', kind, telling, made);
  -- What a test compares with the columns that sites may read; none for all of them.
  execute format('comment on trigger tells_%s_update on %s is %L', kind, telling, columns);
  execute format('create trigger tells_%s_delete after delete on %s referencing old table as old_rows
    for each statement execute function public.%I()', kind, telling, made);
end
$body$;
revoke all on procedure tells_sites(regclass, text, text, text, text) from public;

call tells_sites('programs', 'program', 'select r.id, r.id::text, true',
  'program_tag, program_display_name, support_email, status, lilt_enabled, default_locale, default_currency, heading_text,
   subheading_1_text, subheading_2_text, row_1_text, row_2_text, row_3_text, row_4_text, button_text');
call tells_sites('program_translations', 'program', 'select r.program_id, r.program_id::text, true',
  'heading_text, subheading_1_text, subheading_2_text, row_1_text, row_2_text, row_3_text, row_4_text, button_text');
call tells_sites('program_tags', 'program', 'select r.program_id, r.program_id::text, true', 'name, active');
call tells_sites('program_subscriptions', 'program', 'select r.program_id, r.program_id::text, true');

call tells_sites('classes', 'class', 'select s.program_id, r.id::text, s.shown from public.class_on_sites(r.id) s',
  'class_name, description, additional_info, is_bundle, class_price, currency, status, del_flag, cancel, viewable,
   access_type, category, sub_category, class_image_id, instructor_id, program_id');
call tells_sites('class_translations', 'class',
  'select s.program_id, r.class_id::text, s.shown from public.class_on_sites(r.class_id) s',
  'class_name, description, additional_info');
call tells_sites('class_programs', 'class', 'select r.program_id, r.class_id::text,
    exists (select from public.class_on_sites(r.class_id) s where s.program_id = r.program_id and s.shown)',
  'active, discount_percentage, featured, display_order');
call tells_sites('class_program_tags', 'class',
  'select s.program_id, r.class_id::text, s.shown from public.class_on_sites(r.class_id) s where s.program_id = r.program_id');
call tells_sites('program_tags', 'class',
  'select s.program_id, t.class_id::text, s.shown from public.class_program_tags t
     cross join lateral public.class_on_sites(t.class_id) s where t.tag_id = r.id and s.program_id = r.program_id',
  'name, active');
call tells_sites('bundle_classes', 'class',
  'select s.program_id, r.bundle_id::text, s.shown from public.class_on_sites(r.bundle_id) s');
call tells_sites('site_users', 'class',
  'select s.program_id, c.id::text, s.shown from public.classes c cross join lateral public.class_on_sites(c.id) s
   where c.instructor_id = r.id', 'first_name, last_name');

call tells_sites('site_categories', 'category',
  'select s.program_id, r.id::text, s.shown from public.category_on_sites(r.id) s',
  'category_name, status, del_flag, parent_id');
call tells_sites('site_category_programs', 'category', 'select r.program_id, r.category_id::text,
    exists (select from public.category_on_sites(r.category_id) s where s.program_id = r.program_id and s.shown)');

-- A program that it was at home in names it no more in its banners.
call tells_sites('events', 'event',
  'select s.program_id, r.id::text, s.shown
   from (select r.program_id, false as shown union all select e.program_id, e.shown from public.event_on_sites(r.id) e) s',
  'name, description, type, price, ticket_price, usd_price, available, tickets, product_id, start_at, end_at, image_id,
   active, program_id, drawn_at');
call tells_sites('event_translations', 'event',
  'select s.program_id, r.event_id::text, s.shown from public.event_on_sites(r.event_id) s', 'name, description');
call tells_sites('event_programs', 'event', 'select r.program_id, r.event_id::text,
    exists (select from public.event_on_sites(r.event_id) s where s.program_id = r.program_id and s.shown)');
-- Facts of a draw are shown once its winner is confirmed; its commitment is there from the beginning.
call tells_sites('events', 'draw',
  'select s.program_id, r.id::text, s.shown from public.event_on_sites(r.id) s where r.type = ''giveaway''',
  'commitment, active, drawn_at, type', 'case when r.drawn_at is not null then ''confirmed'' end');

-- An event names its prize also where the product itself is not shown, and so is not told.
call tells_sites('gift_products', 'event',
  'select s.program_id, e.id::text, s.shown from public.events e cross join lateral public.event_on_sites(e.id) s
   where e.product_id = r.id', 'name, type');
call tells_sites('gift_product_translations', 'event',
  'select s.program_id, e.id::text, s.shown from public.events e cross join lateral public.event_on_sites(e.id) s
   where e.product_id = r.product_id', 'name');

call tells_sites('gift_products', 'product', 'select s.program_id, r.id::text, s.shown from public.product_on_sites(r.id) s',
  'name, description, type, image_id, class_id, amount, currency, active');
call tells_sites('gift_product_translations', 'product',
  'select s.program_id, r.product_id::text, s.shown from public.product_on_sites(r.product_id) s', 'name, description');
call tells_sites('gift_product_programs', 'product', 'select r.program_id, r.product_id::text,
    exists (select from public.product_on_sites(r.product_id) s where s.program_id = r.program_id and s.shown)');

call tells_sites('banners', 'banner', 'select r.program_id, r.id::text, side.is_new and r.active = 1',
  'title, sub_title, active, program_id, event_id, color_1, color_2, color_text, color_button_text, color_button_bg,
   color_stripe_bg');
call tells_sites('banner_translations', 'banner',
  'select s.program_id, r.banner_id::text, s.shown from public.banner_on_sites(r.banner_id) s', 'title, sub_title');
call tells_sites('banner_images', 'banner',
  'select s.program_id, r.banner_id::text, s.shown from public.banner_on_sites(r.banner_id) s');
-- A site knows a page by its path.
call tells_sites('landing_pages', 'page', 'select r.program_id, r.path, side.is_new and r.active = 1',
  'path, name, title, keywords, description, template, program_id, active');
call tells_sites('landing_page_translations', 'page',
  'select l.program_id, l.path, l.active = 1 from public.landing_pages l where l.id = r.page_id',
  'title, keywords, description');
grant select on landing_pages to provost_definer;

call tells_sites('site_users', 'user',
  'select s.program_id, r.id::text, s.shown and (side.is_new or exists (select from public.user_on_sites(r.id) n
     where n.program_id = s.program_id))
   from (select r.program_id, false as shown union all select u.program_id, u.shown from public.user_on_sites(r.id) u) s',
  'first_name, last_name, email, program_id, user_type, status, del_status, locale, timezone, membership, lilt_balance,
   lilt_total, photo_id');
call tells_sites('site_user_categories', 'user',
  'select s.program_id, r.user_id::text, s.shown from public.user_on_sites(r.user_id) s');
call tells_sites('site_user_sites', 'user', 'select r.program_id, r.user_id::text,
    exists (select from public.user_on_sites(r.user_id) s where s.program_id = r.program_id and s.shown)');
call tells_sites('site_user_references', 'user',
  'select s.program_id, r.user_id::text, s.shown from public.user_on_sites(r.user_id) s where s.program_id = r.program_id');
call tells_sites('payment_settings', 'user',
  'select s.program_id, r.user_id::text, s.shown from public.user_on_sites(r.user_id) s');

call tells_sites('class_sessions', 'session',
  'select k.program_id, r.id::text, side.is_new from public.class_known_on(r.class_id) as k (program_id)');
call tells_sites('charges', 'charge',
  'select p.program_id, r.id::text, side.is_new from (select r.program_id union select r.site_program_id) p',
  'created_at, class_id, event_id, student_id, amount, refunded, currency, charge_type, description, subscription, program_id,
   site_program_id');
call tells_sites('refunds', 'refund',
  'select p.program_id, r.id::text, side.is_new from public.charge_on_sites(r.charge_id) as p (program_id)',
  'charge_id, amount, state', 'case when r.state in (''succeeded'', ''failed'') then r.state end');
call tells_sites('refund_requests', 'refund_request',
  'select p.program_id, r.id::text, side.is_new from public.charge_on_sites(r.charge_id) as p (program_id)',
  'charge_id, class_id, amount, cancel_registration, reason, decision, refund_id');
-- Mostly the class is sold there itself: to look for that first is what makes many at once cheap.
call tells_sites('class_users', 'enrolment',
  'select s.program_id, r.id::text, side.is_new from public.user_on_sites(r.user_id) s
   where (exists (select from public.class_programs l where l.class_id = r.class_id and l.program_id = s.program_id)
     or s.program_id in (select public.class_known_on(r.class_id)))', 'class_id, user_id, enrol_status, charge_id, dateadded');
-- Places that were left: 1 by the student, 3 by the site.
call tells_sites('class_users', 'cancellation',
  'select s.program_id, r.id::text, side.is_new from public.user_on_sites(r.user_id) s
   where r.enrol_status in (1, 3) and (exists (select from public.class_programs l where l.class_id = r.class_id and l.program_id = s.program_id)
     or s.program_id in (select public.class_known_on(r.class_id)))', 'enrol_status');
call tells_sites('attendances', 'attendance',
  'select s.program_id, r.id::text, side.is_new from public.user_on_sites(r.user_id) s
   where (exists (select from public.class_programs l where l.class_id = r.class_id and l.program_id = s.program_id)
     or s.program_id in (select public.class_known_on(r.class_id)))',
  'session_id, user_id, type, attended_at, class_id, seconds, late');
call tells_sites('lilt_entries', 'coin',
  'select s.program_id, r.id::text, side.is_new from public.user_on_sites(r.user_id) s');
call tells_sites('lilt_entries', 'token',
  'select s.program_id, r.id::text, side.is_new from public.user_on_sites(r.user_id) s where r.kind = ''token''');
call tells_sites('tickets', 'ticket',
  'select s.program_id, r.id::text, side.is_new from public.user_on_sites(r.user_id) s
   where public.is_at_home_on(r.user_id, s.program_id)
     or s.program_id in (select e.program_id from public.event_on_sites(r.event_id) e)');
call tells_sites('gift_purchases', 'purchase',
  'select s.program_id, r.id::text, side.is_new from public.user_on_sites(r.user_id) s
   where public.is_at_home_on(r.user_id, s.program_id) or s.program_id in (select public.product_known_on(r.product_id))',
  'product_id, user_id, event_id, type, state, price, fulfilment_id, sent');
call tells_sites('payouts', 'payout', 'select s.program_id, r.id::text, s.shown from public.payout_on_sites(r.id) s',
  'user_id, currency, amount, kind, state, paid_at', 'case when r.state = ''paid'' then ''paid'' end');

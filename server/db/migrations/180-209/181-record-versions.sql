-- How a user, a class and a program stood at any moment (docs/specification.md, As of): every state of its row, kept by
-- the database itself, as rows are also written where the audit is told of less (imports, jobs, other nouns). A state
-- is readable where its row was then, so nobody reads what another program had.
create table record_versions (
  id bigint generated always as identity primary key,
  entity text not null,
  entity_id integer not null,
  -- From when on it stood, and until when; null: it still does. All that one transaction writes bears its beginning.
  at timestamptz(3) not null,
  until_at timestamptz(3) check (until_at >= at),
  -- When the record's first state was kept, and whether that was when it was made: one that is brought in from elsewhere
  -- bears an older date.
  began_at timestamptz(3) not null,
  from_the_first boolean not null,
  program_id integer,
  -- The columns without secrets and counters; null once the row is gone.
  row jsonb,
  -- Names of the secrets that this state began with: their values are never kept.
  secrets text[] not null default '{}'
);
create unique index record_versions_standing on record_versions (entity, entity_id) where until_at is null;
create index record_versions_record on record_versions (entity, entity_id, id);
call guard('record_versions', reads => 'program_id = (select provost_scope())', writes => 'false');
grant select on record_versions to provost_global, provost_scoped, provost_definer;
grant insert on record_versions to provost_definer;
grant update (until_at) on record_versions to provost_definer;
create policy definers_insert on record_versions for insert to provost_definer with check (true);
create policy definers_update on record_versions for update to provost_definer using (true);

-- Keeps the states of the rows that a statement wrote. Arguments: the name in the audit, secret columns, and columns
-- that are left out, each separated by commas, and the column that says when the record was made. What is only marked as
-- saved is no new state.
create function keep_versions() returns trigger language plpgsql as $$
declare
  kept_as text := tg_argv[0];
  secret text[] := string_to_array(tg_argv[1], ',');
  left_out text[] := string_to_array(tg_argv[1] || ',' || tg_argv[2], ',');
  marks text[] := array['updated_at', 'updated_by'];
  began timestamptz := date_trunc('milliseconds', transaction_timestamp());
begin
  if tg_op = 'INSERT' then
    insert into public.record_versions (entity, entity_id, at, began_at, from_the_first, program_id, row, secrets)
    select kept_as, (n.row ->> 'id')::integer, began, began,
      coalesce((n.row ->> tg_argv[3])::timestamptz >= began, true), (n.row ->> 'program_id')::integer, n.row - left_out,
      array(select s from unnest(secret) s where n.row ->> s is not null)
    from (select to_jsonb(r) as row from new_rows r) n;
  elsif tg_op = 'UPDATE' then
    with changed as (
      select (n.row ->> 'id')::integer as id, n.row, array(select s from unnest(secret) s
        where n.row ->> s is distinct from o.row ->> s) as secrets
      from (select to_jsonb(r) as row from new_rows r) n
      join (select to_jsonb(r) as row from old_rows r) o on o.row ->> 'id' = n.row ->> 'id'
      where (n.row - (left_out || marks)) is distinct from (o.row - (left_out || marks))
        or exists (select from unnest(secret) s where n.row ->> s is distinct from o.row ->> s)
    ), over as (
      update public.record_versions v set until_at = greatest(began, v.at)
      from changed c where v.entity = kept_as and v.entity_id = c.id and v.until_at is null
      returning v.entity_id, v.until_at, v.began_at, v.from_the_first
    )
    insert into public.record_versions (entity, entity_id, at, began_at, from_the_first, program_id, row, secrets)
    select kept_as, c.id, coalesce(o.until_at, began), coalesce(o.began_at, began), coalesce(o.from_the_first, false),
      (c.row ->> 'program_id')::integer, c.row - left_out, c.secrets
    from changed c left join over o on o.entity_id = c.id;
  else
    with over as (
      update public.record_versions v set until_at = greatest(began, v.at)
      from old_rows o where v.entity = kept_as and v.entity_id = (to_jsonb(o) ->> 'id')::integer and v.until_at is null
      returning v.entity_id, v.until_at, v.began_at, v.from_the_first, v.program_id
    )
    insert into public.record_versions (entity, entity_id, at, began_at, from_the_first, program_id)
    select kept_as, o.entity_id, o.until_at, o.began_at, o.from_the_first, o.program_id from over o;
  end if;
  return null;
end
$$;
call make_definer('keep_versions()');
revoke execute on function keep_versions() from provost_global, provost_scoped;

-- Keeps the versions of a table from now on, and how its rows stand now.
create procedure keep_versions_of(kept regclass, entity text, made text, secret text, left_out text) language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('insert into public.record_versions (entity, entity_id, at, began_at, from_the_first, program_id, row)
    select %L, r.id, m.at, m.at, false, r.program_id, to_jsonb(r) - string_to_array(%L, '','')
    from %s r cross join (select date_trunc(''milliseconds'', now()) as at) m', entity, secret || ',' || left_out, kept);
  execute format('create trigger versions_insert after insert on %s referencing new table as new_rows
    for each statement execute function public.keep_versions(%L, %L, %L, %L)', kept, entity, secret, left_out, made);
  execute format('create trigger versions_update after update on %s referencing old table as old_rows
    new table as new_rows for each statement execute function public.keep_versions(%L, %L, %L, %L)', kept, entity, secret, left_out, made);
  execute format('create trigger versions_delete after delete on %s referencing old table as old_rows
    for each statement execute function public.keep_versions(%L, %L, %L, %L)', kept, entity, secret, left_out, made);
end
$$;
revoke all on procedure keep_versions_of(regclass, text, text, text, text) from public;

call keep_versions_of('site_users', 'site_user', 'dateadded', 'password_hash',
  'name_search,search,email_key,delivery_complete,lilt_balance,lilt_total,mail_failures,daily_quiz_next_time');
call keep_versions_of('classes', 'class', 'dateadded', '', 'name_search');
call keep_versions_of('programs', 'program', 'created_at', '', 'name_search');

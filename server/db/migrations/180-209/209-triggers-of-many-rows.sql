-- A statement that saves many rows compares each with its own old state alone. The planner takes the sets of a trigger
-- for as many rows as its first call had, mostly one, and compared each with each: five hundred people cost nine
-- seconds, a thousand four times as long. A full join cannot be done so; both sides hold the same keys.
create or replace function keep_versions() returns trigger language plpgsql as $$
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
      select n.id, n.row, array(select s from unnest(secret) s
        where n.row ->> s is distinct from o.row ->> s) as secrets
      from (select r.id, to_jsonb(r) as row from new_rows r) n
      full join (select r.id, to_jsonb(r) as row from old_rows r) o on o.id = n.id
      where (n.row - (left_out || marks)) is distinct from (o.row - (left_out || marks))
        or exists (select from unnest(secret) s where n.row ->> s is distinct from o.row ->> s)
    ), over as (
      update public.record_versions v set until_at = greatest(began, v.at)
      where v.entity = kept_as and v.until_at is null and v.entity_id = any (array(select c.id from changed c))
      returning v.entity_id, v.until_at, v.began_at, v.from_the_first
    )
    insert into public.record_versions (entity, entity_id, at, began_at, from_the_first, program_id, row, secrets)
    select kept_as, c.id, coalesce(o.until_at, began), coalesce(o.began_at, began), coalesce(o.from_the_first, false),
      (c.row ->> 'program_id')::integer, c.row - left_out, c.secrets
    from changed c full join over o on o.entity_id = c.id;
  else
    with over as (
      update public.record_versions v set until_at = greatest(began, v.at)
      where v.entity = kept_as and v.until_at is null and v.entity_id = any (array(select o.id from old_rows o))
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

do $$
declare
  told regprocedure;
begin
  for told in
    select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosrc ~ '(left )?join (old|new)_rows o on'
  loop
    execute regexp_replace(pg_get_functiondef(told), '(left )?join (old|new)_rows o on', 'full join \2_rows o on', 'g');
  end loop;
end
$$;

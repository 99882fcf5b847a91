-- A class that a site sells no more is still named by what its people have bought and where they are enrolled: a new name
-- is told there as well, as `deleted`, since the site does not show it (docs/decisions/119-the-feed-of-changes.md).

-- Programs in whose personal reads a class is named although it is on no list of theirs.
create function class_named_on(integer) returns setof integer language sql stable as $$
  select k.program_id from (
    select known from public.class_known_on($1) as known
    union
    select p.program_id from public.charges c cross join lateral (values (c.site_program_id), (c.program_id)) as p (program_id)
    where c.class_id = $1
  ) as k (program_id)
  where k.program_id is not null
    and not exists (select from public.class_on_sites($1) s where s.program_id = k.program_id)
$$;
revoke all on function class_named_on(integer) from public;
grant execute on function class_named_on(integer) to provost_definer;

create function tell_renamed_classes() returns trigger language plpgsql as $$
begin
  insert into public.site_changes (program_id, kind, object_id, change)
  select p.program_id, 'class', n.id::text, 'deleted'
  from new_rows n join old_rows o on o.id = n.id cross join lateral public.class_named_on(n.id) as p (program_id)
  where n.class_name is distinct from o.class_name;
  return null;
end
$$;
call make_definer('tell_renamed_classes()');
revoke execute on function tell_renamed_classes() from provost_global, provost_scoped;
create trigger tell_renamed after update on classes referencing old table as old_rows new table as new_rows
  for each statement execute function tell_renamed_classes();

create function tell_renamed_translations() returns trigger language plpgsql as $$
declare
  renamed integer[];
begin
  if tg_op = 'INSERT' then
    renamed := array(select n.class_id from new_rows n where n.class_name <> '');
  elsif tg_op = 'DELETE' then
    renamed := array(select o.class_id from old_rows o where o.class_name <> '');
  else
    renamed := array(select n.class_id from new_rows n
      join old_rows o on o.class_id = n.class_id and o.language_slug = n.language_slug
      where n.class_name is distinct from o.class_name);
  end if;
  insert into public.site_changes (program_id, kind, object_id, change)
  select distinct p.program_id, 'class', c.id::text, 'deleted'
  from unnest(renamed) as c (id) cross join lateral public.class_named_on(c.id) as p (program_id);
  return null;
end
$$;
call make_definer('tell_renamed_translations()');
revoke execute on function tell_renamed_translations() from provost_global, provost_scoped;
create trigger tell_renamed_insert after insert on class_translations referencing new table as new_rows
  for each statement execute function tell_renamed_translations();
create trigger tell_renamed_update after update on class_translations referencing old table as old_rows new table as new_rows
  for each statement execute function tell_renamed_translations();
create trigger tell_renamed_delete after delete on class_translations referencing old table as old_rows
  for each statement execute function tell_renamed_translations();

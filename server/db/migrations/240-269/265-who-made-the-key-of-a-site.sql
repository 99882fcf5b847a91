-- Kind: expand
-- Whoever made a key of a site, within seven days, may have asked by it for any of its users
-- (docs/decisions/238-who-had-a-user-in-their-hands.md).
create or replace function admins_behind_user(person integer, moment timestamptz) returns integer[] language plpgsql stable as $$
begin
  if public.provost_scope() is not null
    and not exists (select from public.site_users u where u.id = person and u.program_id = public.provost_scope())
  then
    return '{}';
  end if;
  return array(
    select l.admin_id from public.site_logins l
    where l.user_id = person and l.exchanged_at between moment - interval '1 day' and moment
    union
    select e.admin_id from public.audit_entries e
    where e.entity = 'site_user' and e.entity_id = person::text and e.admin_id is not null
      and e.at between moment - interval '168 hours' and moment and e.after ?| '{password,email}'
    union
    select i.admin_id from public.user_import_rows r join public.imports i on i.id = r.import_id
    where r.user_id = person and r.outcome in ('created', 'updated') and i.admin_id is not null
      and i.created_at between moment - interval '168 hours' and moment
      and exists (select from jsonb_each_text(i.mapping) m where m.value = 'password')
    union
    select k.created_by from public.site_keys k
    where 'write' = any (k.rights) and k.created_by is not null and coalesce(k.ends_at, 'infinity') > moment
      and k.created_at between moment - interval '168 hours' and moment
      and k.program_id in (select u.program_id from public.site_users u where u.id = person
        union select s.program_id from public.site_user_sites s where s.user_id = person));
end
$$;
call make_definer('admins_behind_user(integer, timestamptz)');

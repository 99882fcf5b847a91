-- Kind: expand
-- Who had a user in their hands decides nothing of what the user asks for, or changes, on a site: whoever logged in as them
-- within a day, or set their password or email within seven, an import with a column of passwords included
-- (docs/decisions/238-who-had-a-user-in-their-hands.md).
create function admins_behind_user(person integer, moment timestamptz) returns integer[] language plpgsql stable as $$
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
      and exists (select from jsonb_each_text(i.mapping) m where m.value = 'password'));
end
$$;
call make_definer('admins_behind_user(integer, timestamptz)');

create or replace function note_logins_of_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.asked_through := old.asked_through;
  else
    new.asked_through := public.admins_behind_user(new.user_id, new.created_at);
  end if;
  return new;
end
$$;
call make_definer('note_logins_of_request()');

-- The same of payout details, and that an approval of what staff has changed is of a settled account, as other approvals are.
create function check_approver_of_details() returns trigger language plpgsql as $$
begin
  if new.changed_by is null then
    if new.approved_by = any (public.admins_behind_user(new.user_id, new.at)) then
      raise exception 'approved by an admin who had the user in their hands'
        using errcode = 'check_violation', constraint = 'payee_changes_nobody_through';
    end if;
  elsif exists (select from public.admins a where a.id = new.approved_by
    and not public.is_settled(a.access_changed_at, new.at, public.provost_now()))
  then
    raise exception 'approved by an account that others have made or changed within seven days'
      using errcode = 'check_violation', constraint = 'payee_changes_settled_approver';
  end if;
  return new;
end
$$;
call make_definer('check_approver_of_details()');
create trigger payee_changes_settled_approver before update of approved_by on payee_changes
  for each row when (new.approved_by is not null) execute function check_approver_of_details();

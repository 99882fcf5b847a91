-- Kind: expand
-- Whoever is behind the account that asked approves nothing by any statement either (docs/decisions/248): the database knew the
-- approver alone.

-- Whether an account stands apart from all who asked: nobody else has made or changed it since or within seven days, and it has
-- made or changed none of theirs. Who asked is refused by constraints of their own.
create function stands_apart(approver integer, askers integer[], asked timestamptz) returns boolean language plpgsql stable as $$
begin
  return not exists (
    select from unnest(askers) t (asker) where t.asker is not null
      and (public.stands_behind(approver, t.asker, asked)
        or not exists (select from public.admins a where a.id = approver
          and public.is_settled(a.access_changed_at, asked, public.provost_now()))));
end
$$;
call make_definer('stands_apart(integer, integer[], timestamptz)');
revoke execute on function stands_apart(integer, integer[], timestamptz) from provost_global, provost_scoped;

create or replace function check_settled_approver() returns trigger language plpgsql as $$
declare
  said jsonb := to_jsonb(new);
  askers integer[] := array[coalesce(said ->> 'admin_id', said ->> 'created_by')::integer];
begin
  -- A batch that needed no approval has been approved by nobody.
  if new.decided_by is null then
    return new;
  end if;
  if tg_table_name = 'refund_requests' then
    -- Noted by another trigger, which comes later and lets nobody change it.
    askers := askers || case tg_op when 'INSERT' then public.admins_behind_user(new.user_id, new.created_at)
      else old.asked_through end;
  end if;
  if not public.stands_apart(new.decided_by, askers, new.created_at) then
    raise exception 'approved by an account that others have made or changed within seven days, or that has made or changed one that asked'
      using errcode = 'check_violation', constraint = tg_table_name || '_settled_approver';
  end if;
  return new;
end
$$;
call make_definer('check_settled_approver()');

-- As it is approved, and never again: an erasure that takes a name out of an old reason is no approval.
create or replace trigger refund_requests_settled_approver before insert or update of decision, decided_by on refund_requests
  for each row when (new.decision = 'approved') execute function check_settled_approver();

create or replace function check_approver_of_details() returns trigger language plpgsql as $$
declare
  askers integer[] := case when new.changed_by is null then public.admins_behind_user(new.user_id, new.at)
    else array[new.changed_by] end;
begin
  if new.changed_by is null and new.approved_by = any (askers) then
    raise exception 'approved by an admin who had the user in their hands'
      using errcode = 'check_violation', constraint = 'payee_changes_nobody_through';
  elsif not public.stands_apart(new.approved_by, askers, new.at) then
    raise exception 'approved by an account that others have made or changed within seven days, or that has made or changed one that asked'
      using errcode = 'check_violation', constraint = 'payee_changes_settled_approver';
  end if;
  return new;
end
$$;
call make_definer('check_approver_of_details()');
create or replace trigger payee_changes_settled_approver before insert or update of approved_by on payee_changes
  for each row when (new.approved_by is not null) execute function check_approver_of_details();

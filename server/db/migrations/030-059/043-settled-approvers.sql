-- Who may give a second approval: nobody whose account others have made or changed within seven days
-- (docs/decisions/090-settled-approvers.md).

alter table admins
  -- When the account was made, or its password, email or rights were changed by anybody but its owner; null: it stands
  -- as the installation made it. Closed to the server's roles, so that no statement of theirs makes an account older.
  add column access_changed_at timestamptz(3) default provost_now(),
  -- When mail began to go to this address; null: with the installation.
  add column email_changed_at timestamptz(3) default provost_now();

-- Accounts of before, by what the record says of them; those that the installation made are in no record.
update admins a set (access_changed_at, email_changed_at) = (
  select max(e.at), max(e.at) filter (where e.action = 'create' or e.before ->> 'email' <> e.after ->> 'email')
  from audit_entries e
  where e.entity = 'admin' and e.entity_id = a.id::text and e.action in ('create', 'update', 'update_with_password'));

revoke insert, update on admins from provost_global, provost_scoped;
grant insert (id, email, password_hash, program_id, permissions, created_at, updated_at, updated_by, deleted_at),
  update (email, password_hash, program_id, permissions, created_at, updated_at, updated_by, deleted_at) on admins
  to provost_global, provost_scoped;

-- Whoever changes an account stamps it, whatever the statement says; only the functions below do not.
create function stamp_access() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'provost_definer' then
    return new;
  end if;
  if (old.email, old.password_hash, old.program_id, old.permissions, old.deleted_at)
    is distinct from (new.email, new.password_hash, new.program_id, new.permissions, new.deleted_at)
  then
    new.access_changed_at := provost_now();
  end if;
  if old.email <> new.email then
    new.email_changed_at := provost_now();
  end if;
  return new;
end
$$;
create trigger admins_access before update on admins for each row execute function stamp_access();

-- Seven days as hours: a day of the session's time zone may have 23 or 25.
create function is_settled(changed timestamptz, asked timestamptz, moment timestamptz) returns boolean
  language sql immutable parallel safe
  as $$ select changed is null or changed <= least(moment - interval '168 hours', asked) $$;

grant update (password_hash, updated_at, updated_by, access_changed_at, email_changed_at) on admins to provost_definer;
create policy definers_update on admins for update to provost_definer using (true);

-- The owner's own password, who has shown the one before: it is in no other hands than it was.
create function set_own_password(admin integer, hash text) returns void language plpgsql as $$
begin
  update public.admins a set password_hash = hash where a.id = admin and a.deleted_at is null;
end
$$;
call make_definer('set_own_password(integer, text)');
revoke execute on function set_own_password(integer, text) from provost_scoped;

/*
 * Sets a password by a mailed link and spends it; answers whose it is, null where the link does not work. To a mailbox that
 * has been theirs for seven days it went to themselves; to another one it counts as a change by others. The admin before
 * the link: the order in which every change of an admin locks them.
 */
create function recover_password(link bytea, hash text) returns integer language plpgsql as $$
declare
  who integer;
begin
  select r.admin_id into who from public.password_resets r
  where r.token_hash = link and r.used_at is null and r.expires_at > public.provost_now();
  update public.admins a set password_hash = hash, updated_at = public.provost_now(), updated_by = who,
    access_changed_at = case when public.is_settled(a.email_changed_at, null, public.provost_now())
      then a.access_changed_at else public.provost_now() end
  where a.id = who and a.deleted_at is null;
  if not found then
    return null;
  end if;
  update public.password_resets r set used_at = public.provost_now()
  where r.token_hash = link and r.used_at is null and r.expires_at > public.provost_now();
  return case when found then who end;
end
$$;
call make_definer('recover_password(bytea, text)');
revoke execute on function recover_password(bytea, text) from provost_scoped;
grant select, update (used_at) on password_resets to provost_definer;

-- ---------------------------------------------------------------- who was here from the beginning

-- Stands once the installation has made its first accounts.
create table installation (
  one boolean primary key default true check (one),
  founded_at timestamptz(3) not null default provost_now()
);
insert into installation (one) select true where exists (select from admins);
revoke all on installation from provost_global, provost_scoped;

-- Says of the accounts that stand that the installation made them: once, and never of accounts that came later.
create function found_installation() returns boolean language plpgsql as $$
begin
  insert into public.installation default values on conflict do nothing;
  if not found then
    return false;
  end if;
  update public.admins set access_changed_at = null, email_changed_at = null where true;
  return true;
end
$$;
call make_definer('found_installation()');
revoke execute on function found_installation() from provost_scoped;
grant select, insert on installation to provost_definer;

-- ---------------------------------------------------------------- the second wall

-- What has been asked for by staff is approved by a settled account, whoever sends the statement.
create function check_settled_approver() returns trigger language plpgsql as $$
begin
  if exists (select from public.admins a where a.id = new.decided_by
    and not public.is_settled(a.access_changed_at, new.created_at, public.provost_now()))
  then
    raise exception 'approved by an account that others have made or changed within seven days'
      using errcode = 'check_violation', constraint = tg_table_name || '_settled_approver';
  end if;
  return new;
end
$$;
call make_definer('check_settled_approver()');
create trigger refund_requests_settled_approver before insert or update on refund_requests
  for each row when (new.decision = 'approved' and new.type = 'admin') execute function check_settled_approver();
create trigger payout_batches_settled_approver before insert or update of state, decided_by on payout_batches
  for each row when (new.state = 'made') execute function check_settled_approver();
create trigger money_setting_changes_settled_approver before insert or update of decision, decided_by, created_at
  on money_setting_changes
  for each row when (new.decision = 'approved') execute function check_settled_approver();

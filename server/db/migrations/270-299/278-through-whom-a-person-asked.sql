-- Kind: expand
-- Who had a user in their hands decides nothing of an erasure, or of a wish for all data, that came from their site: with a key
-- they could have asked for it themselves (docs/decisions/248).
alter table erasures add column asked_through integer[] not null default '{}',
  -- When a superadmin made the wish of a site their own: an account that was made for it meanwhile is somebody's.
  add column proposed_at timestamptz(3);
alter table data_requests add column asked_through integer[] not null default '{}';
update erasures e set asked_through = admins_behind_user(e.user_id, e.asked_at) where e.state = 'proposed' and e.source = 'site';
update data_requests r set asked_through = admins_behind_user(r.user_id, r.asked_at) where r.state = 'waiting';

create function note_through_whom() returns trigger language plpgsql as $$
begin
  new.asked_through := case when tg_op = 'UPDATE' then old.asked_through
    else public.admins_behind_user(new.user_id, new.asked_at) end;
  return new;
end
$$;
call make_definer('note_through_whom()');
create trigger data_requests_through before insert or update on data_requests for each row execute function note_through_whom();
create trigger erasures_through before insert on erasures for each row when (new.source = 'site')
  execute function note_through_whom();

create function check_data_request() returns trigger language plpgsql as $$
begin
  if new.decided_by = any (new.asked_through)
    or new.state = 'sent' and not public.stands_apart(new.decided_by, new.asked_through, new.asked_at)
  then
    raise exception 'decided by an admin who had the user in their hands'
      using errcode = 'check_violation', constraint = 'data_requests_nobody_through';
  end if;
  return new;
end
$$;
call make_definer('check_data_request()');
-- After the one that notes through whom it was asked.
create trigger data_requests_with_settled_sender before insert or update on data_requests for each row
  when (new.decided_by is not null) execute function check_data_request();

-- Whether an admin may take part in the decision of an erasure: who is behind the person's own wish takes none.
create function may_decide_erasure(asked erasures, by_admin integer, approves boolean) returns boolean
  language plpgsql stable as $$
begin
  return by_admin <> all (asked.asked_through)
    and (not approves or public.stands_apart(by_admin, asked.asked_through, asked.asked_at));
end
$$;
call make_definer('may_decide_erasure(erasures, integer, boolean)');
revoke execute on function may_decide_erasure(erasures, integer, boolean) from provost_global, provost_scoped;

create or replace function propose_erasure(erasure integer, by_admin integer) returns void language plpgsql as $$
begin
  update public.erasures e set asked_by = by_admin, proposed_at = public.provost_now()
  where e.id = erasure and e.state = 'proposed' and e.asked_by is null and public.is_superadmin(by_admin)
    and public.may_decide_erasure(e, by_admin, true);
  if not found then
    perform public.refuse_erasure('a superadmin proposes what nobody has proposed');
  end if;
end
$$;
call make_definer('propose_erasure(integer, integer)');

create or replace function reject_erasure(erasure integer, by_admin integer) returns void language plpgsql as $$
begin
  update public.erasures e set state = 'rejected', decided_at = public.provost_now(), decided_by = by_admin
  where e.id = erasure and e.state = 'proposed' and public.is_superadmin(by_admin)
    and public.may_decide_erasure(e, by_admin, false);
  if not found then
    perform public.refuse_erasure('a superadmin rejects what waits');
  end if;
end
$$;
call make_definer('reject_erasure(integer, integer)');

create or replace function begin_erasure(erasure integer, by_admin integer, named jsonb, from_address text, request text) returns void
  language plpgsql as $$
declare
  asked public.erasures;
  part text;
  listed boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts', 0));
  perform pg_advisory_xact_lock(hashtextextended('imports beside erasures', 0));
  select e.* into asked from public.erasures e where e.id = erasure and e.state = 'proposed' for update;
  if not found then
    perform public.refuse_erasure('no erasure waits by this number');
  end if;
  perform from public.site_users u where u.id = asked.user_id for update;
  listed := public.is_listed_erased(asked.user_id);
  if not listed and not public.is_superadmin(by_admin) then
    perform public.refuse_erasure('a superadmin begins an erasure');
  end if;
  if not listed and not public.may_decide_erasure(asked, by_admin, true) then
    perform public.refuse_erasure('the person was in the hands of this admin');
  end if;
  if not listed and (select (s.value #>> '{rules,payout_approval}')::boolean from public.settings s where s.name = 'money')
    and (asked.asked_by is null or asked.asked_by = by_admin
      or not public.stands_apart(by_admin, array[asked.asked_by], coalesce(asked.proposed_at, asked.asked_at)))
  then
    perform public.refuse_erasure('the erasure needs a second superadmin');
  end if;
  if exists (select from public.erasure_blockers(asked.user_id)) then
    raise check_violation using message = 'something has to be settled before this person is erased',
      constraint = 'erasures_settled';
  end if;
  update public.erasures e set state = 'running', decided_at = public.provost_now(), decided_by = by_admin,
    needles = public.needles_of_person(asked.user_id, named) where e.id = erasure;
  -- The person's own rows; their changes are noted by triggers, so the notes go last.
  foreach part in array '{payment_secrets,payment_settings,site_password_requests,site_password_resets,site_user_references,
    site_users,payee_changes}'::text[] loop
    perform public.erase_from(asked.user_id, part);
  end loop;
  insert into public.erased_people (user_id, made_at, erased_by)
    select u.id, u.dateadded, by_admin from public.site_users u where u.id = asked.user_id on conflict do nothing;
  insert into public.audit_entries (admin_id, address, request_id, entity, entity_id, action, program_id)
    select by_admin, nullif(from_address, ''), request, 'site_user', u.id::text, 'erase', coalesce(u.program_id, 0)
    from public.site_users u where u.id = asked.user_id;
end
$$;
call make_definer('begin_erasure(integer, integer, jsonb, text, text)');
revoke execute on function propose_erasure(integer, integer), reject_erasure(integer, integer),
  begin_erasure(integer, integer, jsonb, text, text) from provost_scoped;

/*
 * What a program's session gives back of a charge above the limit of its currency has been asked for by one and approved
 * by another: looked at once more at commit, whatever program the session says it works for by then. As for staff, the
 * limit is of all that is given back of a charge by one alone: two halves are as much as the whole.
 */
create function check_second_pair() returns trigger language plpgsql as $$
begin
  if pg_has_role(session_user, 'provost_scoped', 'member') and not pg_has_role(session_user, 'provost_global', 'member')
    and (
      select sum(r.amount) filter (where r.id = new.id) > 0
        and sum(r.amount) > (select public.refund_approval_above(c.currency) from public.charges c where c.id = new.charge_id)
      from public.refunds r
      where r.charge_id = new.charge_id and r.state <> 'failed' and r.origin = 'here'
        and not exists (select from public.refund_requests q
          where q.refund_id = r.id and q.decision = 'approved' and q.charge_id = r.charge_id and q.amount = r.amount
            and q.class_id is not distinct from r.class_id and q.cancel_registration = r.cancel_registration))
  then
    raise exception 'refund % needs a second pair of eyes', new.id
      using errcode = 'check_violation', constraint = 'refunds_second_pair';
  end if;
  return null;
end
$$;
call make_definer('check_second_pair()');
grant select on refunds, refund_requests to provost_definer;
create constraint trigger refunds_second_pair after insert on refunds
  deferrable initially deferred for each row execute function check_second_pair();

-- What students and instructors ask for comes from their sites, never from a program's session.
create policy staff_asks on refund_requests as restrictive for insert to provost_scoped with check (type = 'admin');

-- Whether a line is paid next is said by the staff of the program that gets it or whose people do: never of what is the
-- site's or another program's.
create function check_switch() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if provost_scope() is not null and new.user_id is null and new.program_id is distinct from provost_scope() then
    raise exception using errcode = 'insufficient_privilege', message = 'a line of nobody in this program';
  end if;
  return new;
end
$$;
create trigger charge_lines_switch before update of override on charge_lines for each row
  when (old.override is distinct from new.override) execute function check_switch();

-- What is moved in carries the moment of the file.
grant insert (created_at) on lilt_entries to provost_site;
grant insert (created_at) on tickets to provost_site;

-- A ticket of a site that says an earlier moment is sold now all the same.
create or replace function refuse_late_tickets() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from sold s join events e on e.id = s.event_id
    where case when coalesce(current_setting('provost.site', true), '') = '' then s.created_at
      else greatest(s.created_at, public.provost_now()) end >= e.end_at)
  then
    raise exception 'a ticket is sold after the end of its event'
      using errcode = 'check_violation', constraint = 'tickets_in_time';
  end if;
  return null;
end
$$;

-- What was settled elsewhere is given back with the sales that an import takes back, and by nobody else.
create or replace function keep_payout() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.method = 'elsewhere' and current_user = 'provost_definer' then return old; end if;
  elsif (old.user_id, old.program_id, old.currency, old.kind, old.batch_id, old.method, old.name, old.scope_program_id,
        old.created_at)
      is not distinct from (new.user_id, new.program_id, new.currency, new.kind, new.batch_id, new.method, new.name,
        new.scope_program_id, new.created_at)
    -- More of what a day was settled for comes with each part of a file.
    and ((old.amount, old.lines) is not distinct from (new.amount, new.lines)
      or old.method = 'elsewhere' and (new.amount >= old.amount and new.lines >= old.lines
        or current_user = 'provost_definer'))
    and (old.state = new.state or (old.state, new.state) in (('proposed', 'made'), ('proposed', 'cancelled'),
      ('made', 'paid'), ('made', 'returned'), ('paid', 'returned')))
  then
    return new;
  end if;
  raise exception 'payout % stays what it is', old.id
    using errcode = 'check_violation', constraint = 'payouts_one_way';
end
$$;

create or replace function keep_paid_lines() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.payout_id is null and new.paid is null
    and (old.amount, old.type, old.row_id, old.user_id, old.program_id, old.charge_id, old.refunded)
      is not distinct from (new.amount, new.type, new.row_id, new.user_id, new.program_id, new.charge_id, new.refunded)
    and exists (select from payouts p where p.id = old.payout_id and p.state = 'cancelled')
  then
    return new;
  end if;
  if tg_op = 'DELETE' and current_user = 'provost_definer'
    and exists (select from payouts p where p.id = old.payout_id and p.method = 'elsewhere')
  then
    return old;
  end if;
  raise exception 'line % has been paid and cannot be changed', old.id
    using errcode = 'check_violation', constraint = 'charge_lines_paid';
end
$$;

/*
 * Takes back sales that an import has made, with their shares, what was settled of them and the places that they gave,
 * where nothing hangs on them; answers for each line why it was left, null where it was not.
 */
create function take_back_sales(import integer, of_lines integer[]) returns table (line integer, why text)
  language plpgsql as $$
declare
  decided jsonb;
  ids integer[];
  settled jsonb;
begin
  perform from public.charges c
    where c.id in (select r.booked_id from public.site_import_rows r
      where r.import_id = import and r.line = any (of_lines) and not r.undone)
    order by c.id for update;
  select coalesce(jsonb_agg(jsonb_build_object('line', r.line, 'charge_id', c.id, 'why', case
      when c.disputed_at is not null or exists (select from public.charge_disputes d where d.charge_id = c.id)
        then 'disputed since'
      when c.refunded > 0 or c.reserved > 0 or exists (select from public.refunds f where f.charge_id = c.id)
        then 'refunded since'
      when exists (select from public.refund_requests q where q.charge_id = c.id) then 'a refund was requested'
      when exists (select from public.charge_lines l join public.payouts p on p.id = l.payout_id
        where l.charge_id = c.id and p.method <> 'elsewhere') then 'paid out since'
      when exists (select from public.unmatched_payments u where u.charge_id = c.id) then 'settles an unmatched payment'
      when c.event_id is not null and c.student_id is not null then 'its tickets cannot be deleted'
      when c.subscription is not null and c.student_id is not null then 'the buyer is a member since'
      when exists (select from public.class_users e join public.attendances a on a.class_id = e.class_id
        and a.user_id = e.user_id where e.charge_id = c.id) then 'the buyer has attended'
      when exists (select from public.class_users e where e.charge_id = c.id
        and (e.enrol_status <> 0 or e.cancel_after_refund <> 0)) then 'the enrolment was changed since'
    end)), '[]') into decided
  from public.site_import_rows r join public.charges c on c.id = r.booked_id and c.source = 'import'
  where r.import_id = import and r.line = any (of_lines) and not r.undone;
  ids := array(select d.charge_id from jsonb_to_recordset(decided) as d (charge_id integer, why text) where d.why is null);
  delete from public.class_users e where e.charge_id = any (ids);
  delete from public.charge_parts p where p.charge_id = any (ids);
  -- In one statement, at whose end no share is without its sale.
  with share as (
    delete from public.charge_lines l where l.charge_id = any (ids) returning l.payout_id, l.paid
  ), sale as (
    delete from public.charges c where c.id = any (ids)
  ), settled_by as (
    select s.payout_id, sum(s.paid) as amount, count(*) as lines from share s where s.payout_id is not null
    group by s.payout_id
  )
  select coalesce(jsonb_agg(s), '[]') into settled from settled_by s;
  perform from public.payouts p where p.id in (select s.payout_id from jsonb_to_recordset(settled) as s (payout_id integer))
    order by p.id for update;
  delete from public.payouts p using jsonb_to_recordset(settled) as s (payout_id integer, lines integer)
    where p.id = s.payout_id and p.lines = s.lines;
  update public.payouts p set amount = p.amount - s.amount, lines = p.lines - s.lines
    from jsonb_to_recordset(settled) as s (payout_id integer, amount bigint, lines integer) where p.id = s.payout_id;
  return query select d.line, d.why from jsonb_to_recordset(decided) as d (line integer, why text);
end
$$;
call make_definer('take_back_sales(integer, integer[])');
grant delete, update (id) on charges to provost_definer;
grant delete on charge_lines to provost_definer;
grant delete on charge_parts to provost_definer;
grant delete on class_users to provost_definer;
grant delete on payouts to provost_definer;
grant select on site_import_rows, refunds, refund_requests, charge_disputes, attendances to provost_definer;
create policy definers_delete on charges for delete to provost_definer using (source = 'import');
create policy definers_update on charges for update to provost_definer using (source = 'import') with check (false);
create policy definers_delete on charge_lines for delete to provost_definer using (true);
create policy definers_delete on charge_parts for delete to provost_definer using (true);
create policy definers_delete on class_users for delete to provost_definer using (true);
create policy definers_delete on payouts for delete to provost_definer using (method = 'elsewhere');
revoke execute on function take_back_sales(integer, integer[]) from provost_scoped;

/* Takes back attendances that an import has made, but for those of days that were paid; answers as take_back_sales. */
create function take_back_attendances(import integer, of_lines integer[]) returns table (line integer, why text)
  language plpgsql as $$
begin
  return query
  with decided as (
    select r.line, a.id, case when not a.late and exists (
        select from public.membership_pools p
        where (a.attended_at at time zone 'UTC')::date between p.from_day and p.to_day
          and exists (select from public.membership_parts m where m.pool_id = p.id and m.payout_id is not null))
      then 'its days have been paid' end as why
    from public.site_import_rows r join public.attendances a on a.id = r.booked_id
    where r.import_id = import and r.line = any (of_lines) and not r.undone
  ), gone as (
    delete from public.attendances a using decided d where a.id = d.id and d.why is null
  )
  select d.line, d.why from decided d;
end
$$;
call make_definer('take_back_attendances(integer, integer[])');
grant delete on attendances to provost_definer;
grant select on membership_pools, membership_parts to provost_definer;
create policy definers_delete on attendances for delete to provost_definer using (true);
revoke execute on function take_back_attendances(integer, integer[]) from provost_scoped;

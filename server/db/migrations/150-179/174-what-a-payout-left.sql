-- What a payee still had open in the currency when a payout was claimed and stayed behind, in minor units: the shares
-- as sold, what was refunded of them, and what waited for sessions, for days of hold, or was on hold. Of earlier
-- payouts nothing is known (docs/specification.md, Payouts).
alter table payouts
  add column left_sales bigint not null default 0,
  add column left_refunds bigint not null default 0,
  add column left_pending bigint not null default 0,
  add column left_delayed bigint not null default 0,
  add column left_held bigint not null default 0,
  add constraint payouts_left check (
    least(left_sales, left_refunds, left_pending, left_delayed, left_held) >= 0
    and left_sales - left_refunds = left_pending + left_delayed + left_held);

-- The view of 025-payouts.sql, with what was refunded of each line.
create or replace view open_lines with (security_invoker = true) as
with upcoming as (
  select s.class_id, count(*)::integer as sessions from class_sessions s
  where s.cancelled = 0 and s.start_at > provost_now() group by s.class_id
), bundled as (
  select p.charge_id, sum(u.sessions)::integer as sessions
  from upcoming u join charge_parts p on p.class_id = u.class_id group by p.charge_id
)
select l.id, l.charge_id, l.scope_program_id, l.type, l.commission, l.user_id, l.program_id,
  coalesce(l.user_id * 2, l.program_id * 2 + 1, 0) as payee, c.currency, c.class_id, c.student_id, c.description,
  c.created_at as charged_at, l.amount - l.refunded as amount, l.override,
  coalesce(c.held, case when c.disputed_at is not null then 'disputed' end) as held,
  coalesce(u.sessions, 0) + coalesce(b.sessions, 0) as future_sessions,
  case l.override when '1' then true when '-1' then false
    else coalesce(u.sessions, 0) + coalesce(b.sessions, 0) = 0 end as active,
  l.refunded
from charge_lines l
join charges c on c.id = l.charge_id
left join upcoming u on u.class_id = c.class_id
left join bundled b on b.charge_id = c.id
where l.payout_id is null and l.amount > l.refunded;

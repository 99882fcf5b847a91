-- What a site reads of one of its people: places, sales and refunds, and what a payee has earned.
call open_to_sites('refunds', 'exists (select from charges c where c.id = charge_id)',
  'select (id, charge_id, amount, state, created_at, succeeded_at, failed_at)');

/*
 * Lines of one payee, of this program's sales alone and without a word of any other payee's part; `month` limits them to
 * those of the sales of that month (UTC), null for all. Nothing for whom the site does not know.
 */
create function site_earnings(payee integer, month date)
  returns table (id bigint, charge_id integer, occurred_at timestamptz, class_id integer, class_name text, type smallint,
    commission numeric, charge_amount bigint, amount bigint, refunded bigint, paid bigint, payout_id integer,
    currency text, divided bigint, divided_by numeric, rounding smallint, kept bigint)
  language plpgsql stable as $$
declare
  program integer := public.provost_site();
begin
  if not exists (select from public.site_users u where u.id = payee and u.del_status = 0
    and (u.program_id = program or public.signs_in_here(u.id, u.program_id))) then
    return;
  end if;
  return query
    select l.id, l.charge_id, c.created_at, c.class_id, coalesce(k.class_name, c.description), l.type, l.commission,
      c.amount, l.amount, l.refunded,
      case when p.state in ('made', 'paid') then l.paid else 0 end,
      case when p.state in ('made', 'paid') then l.payout_id end, c.currency::text, l.divided, l.divided_by,
      l.rounding, l.kept
    from public.charge_lines l
    join public.charges c on c.id = l.charge_id
    left join public.classes k on k.id = c.class_id
    left join public.payouts p on p.id = l.payout_id
    where l.user_id = payee and program in (c.program_id, c.site_program_id)
      and (month is null or c.created_at >= month::timestamp at time zone 'UTC'
        and c.created_at < (month + interval '1 month')::timestamp at time zone 'UTC')
    order by l.id;
end
$$;
call make_definer('site_earnings(integer, date)');
grant select on charge_lines, charges, classes, commission_rows, payouts, site_users to provost_definer;
grant execute on function site_earnings(integer, date) to provost_site;
revoke execute on function site_earnings(integer, date) from provost_global, provost_scoped;

-- Payouts of one payee that were made: of sales of this program, with what is left of them where they hold others too.
create function site_payouts(payee integer)
  returns table (id integer, kind text, currency text, created_at timestamptz, paid_at timestamptz, lines json)
  language plpgsql stable as $$
begin
  return query
    select p.id, p.kind, p.currency::text, p.created_at, p.paid_at,
      json_agg(json_build_object('id', e.id, 'charge_id', e.charge_id, 'class_name', e.class_name, 'amount', e.paid)
        order by e.id)
    from public.site_earnings(payee, null) e join public.payouts p on p.id = e.payout_id
    group by p.id order by p.id;
end
$$;
call make_definer('site_payouts(integer)');
grant execute on function site_payouts(integer) to provost_site;
revoke execute on function site_payouts(integer) from provost_global, provost_scoped;

/*
 * The lines of charges of the session's program that are in a payout which nobody has approved yet: whosever payout it
 * is, its staff are told that the line is not paid.
 */
create function proposed_lines(of_charges integer[]) returns setof bigint language plpgsql stable as $$
begin
  return query select l.id
    from public.charges c
      join public.charge_lines l on l.charge_id = c.id
      join public.payouts p on p.id = l.payout_id
    where c.id = any (of_charges) and c.program_id = public.provost_scope() and p.state = 'proposed';
end
$$;
call make_definer('proposed_lines(integer[])');
grant select on charges, charge_lines, payouts to provost_definer;

-- Amounts are in order within their currency.
drop index payouts_amount;
create index payouts_amount on payouts (currency, amount, id);

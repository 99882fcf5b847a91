-- The undo of an import deletes sales, and what is kept of them goes along: of a sale that never was nothing stood so.
alter table charge_line_versions drop constraint charge_line_versions_charge_id_fkey;
alter table charge_line_versions add constraint charge_line_versions_charge_id_fkey
  foreign key (charge_id) references charges (id) on delete cascade;
alter table payout_adjustment_claims drop constraint payout_adjustment_claims_adjustment_id_fkey;
alter table payout_adjustment_claims add constraint payout_adjustment_claims_adjustment_id_fkey
  foreign key (adjustment_id) references payout_adjustments (id) on delete cascade;

create or replace function keep_line() returns trigger language plpgsql as $$
begin
  insert into public.charge_line_versions (line_id, charge_id, scope_program_id, user_id, program_id, type, amount,
    refunded, payout_id, paid, created_at, until_at)
  select old.id, old.charge_id, old.scope_program_id, old.user_id, old.program_id, old.type, old.amount,
    old.refunded, old.payout_id, old.paid, old.created_at, greatest(date_trunc('milliseconds', transaction_timestamp()), old.created_at)
  -- Whatever deletes a sale with its shares, in one statement, leaves nothing to keep them for.
  where exists (select from public.charges c where c.id = old.charge_id);
  return null;
end
$$;
call make_definer('keep_line()');
revoke execute on function keep_line() from provost_global, provost_scoped;

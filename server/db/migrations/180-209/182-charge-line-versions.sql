-- What a share of a sale was before it was divided anew, went away, was given back a refund, or left a proposed payout
-- (docs/specification.md, As of). Everything else of it bears its own moment: sales, refunds, claims.
create table charge_line_versions (
  id bigint generated always as identity primary key,
  line_id bigint not null,
  charge_id integer not null references charges (id),
  scope_program_id integer,
  user_id integer,
  program_id integer,
  type smallint not null,
  amount bigint not null,
  refunded bigint not null,
  payout_id integer,
  paid bigint,
  -- When the share was made, and until when it stood so: the beginning of the transaction that changed it.
  created_at timestamptz(3) not null,
  until_at timestamptz(3) not null
);
create index charge_line_versions_line on charge_line_versions (line_id, id);
create index charge_line_versions_user on charge_line_versions (user_id) where user_id is not null;
create index charge_line_versions_program on charge_line_versions (program_id) where program_id is not null;
create index charge_line_versions_charge on charge_line_versions (charge_id);
call guard('charge_line_versions', reads => 'scope_program_id = (select provost_scope())', writes => 'false');
grant select on charge_line_versions to provost_global, provost_scoped;
grant insert on charge_line_versions to provost_definer;
create policy definers_insert on charge_line_versions for insert to provost_definer with check (true);

create function keep_line() returns trigger language plpgsql as $$
begin
  insert into public.charge_line_versions (line_id, charge_id, scope_program_id, user_id, program_id, type, amount,
    refunded, payout_id, paid, created_at, until_at)
  values (old.id, old.charge_id, old.scope_program_id, old.user_id, old.program_id, old.type, old.amount,
    old.refunded, old.payout_id, old.paid, old.created_at, greatest(date_trunc('milliseconds', transaction_timestamp()), old.created_at));
  return null;
end
$$;
call make_definer('keep_line()');
revoke execute on function keep_line() from provost_global, provost_scoped;

create trigger charge_lines_kept after update on charge_lines for each row
  -- The demo gives its shares the dates of their sales, which is no division.
  when ((old.split_at is distinct from new.split_at and old.created_at = new.created_at) or old.amount is distinct from new.amount
    or new.refunded < old.refunded or (old.payout_id is not null and new.payout_id is null))
  execute function keep_line();
create trigger charge_lines_kept_delete after delete on charge_lines for each row execute function keep_line();

-- Debts and credits that a proposed payout had taken and that it left when it was cancelled.
create table payout_adjustment_claims (
  id bigint generated always as identity primary key,
  adjustment_id bigint not null references payout_adjustments (id),
  payout_id integer not null references payouts (id),
  scope_program_id integer,
  until_at timestamptz(3) not null
);
create index payout_adjustment_claims_adjustment on payout_adjustment_claims (adjustment_id);
create index payout_adjustment_claims_payout on payout_adjustment_claims (payout_id);
call guard('payout_adjustment_claims', reads => 'scope_program_id = (select provost_scope())', writes => 'false');
grant select on payout_adjustment_claims to provost_global, provost_scoped;
grant insert on payout_adjustment_claims to provost_definer;
create policy definers_insert on payout_adjustment_claims for insert to provost_definer with check (true);

create function keep_claim() returns trigger language plpgsql as $$
begin
  insert into public.payout_adjustment_claims (adjustment_id, payout_id, scope_program_id, until_at)
  values (old.id, old.payout_id, old.scope_program_id, date_trunc('milliseconds', transaction_timestamp()));
  return null;
end
$$;
call make_definer('keep_claim()');
revoke execute on function keep_claim() from provost_global, provost_scoped;
create trigger payout_adjustments_kept after update of payout_id on payout_adjustments for each row
  when (old.payout_id is not null and new.payout_id is null) execute function keep_claim();

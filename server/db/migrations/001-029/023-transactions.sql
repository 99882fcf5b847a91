-- What a list of charges comes to is read from indexes alone: its page and its sums are of the same rows. The id is no
-- key of theirs: charges that are looked up by id would be sought through all of a program, where nothing has been
-- counted yet.
drop index charges_at;
create index charges_at on charges (created_at) include (id, currency, amount, refunded);
drop index charges_program_at;
create index charges_program_at on charges (program_id, created_at) include (id, currency, amount, refunded);
create index charge_lines_paid on charge_lines (scope_program_id, charge_id) include (amount, refunded)
  where payout_id is not null;

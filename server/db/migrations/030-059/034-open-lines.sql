-- What is open in a program, and what it comes to: its staff's lists and Home look at lines of no other, and the sums
-- above the transactions at this index alone.
create index charge_lines_open_scope on charge_lines (scope_program_id, charge_id) include (amount, refunded)
  where payout_id is null;
-- Those sums were added up of what is paid.
drop index charge_lines_paid;

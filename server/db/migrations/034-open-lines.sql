-- What is open in a program, by payee, and what it comes to: its staff's lists and Home read it without looking at lines
-- of any other, and the sums above the transactions without looking at lines at all.
create index charge_lines_open_scope on charge_lines
  (scope_program_id, (coalesce(user_id * 2, program_id * 2 + 1, 0)), charge_id) include (amount, refunded)
  where payout_id is null;

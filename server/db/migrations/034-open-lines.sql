-- What is open in a program, by payee: its staff's lists and Home read it without looking at lines of any other.
create index charge_lines_open_scope on charge_lines
  (scope_program_id, (coalesce(user_id * 2, program_id * 2 + 1, 0)), charge_id) where payout_id is null;

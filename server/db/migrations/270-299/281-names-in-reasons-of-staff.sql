-- Kind: expand
-- The reason of a refund that staff asked for may name a person as well: it stays, without them. The person's own goes.
update personal_columns set whose = 't.user_id = $1 or t.reason ~* $5',
  becomes = 'case when t.user_id = $1 then '''' else left(public.without_person(t.reason, $2, $3, $4, $1), 1000) end'
where of_table = 'refund_requests' and of_column = 'reason';

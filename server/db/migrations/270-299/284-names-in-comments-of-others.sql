-- Kind: expand
-- A comment of somebody else may name a person as well: it stays, without them. The person's own goes.
update personal_columns set whose = 't.user_id = $1 or t.message ~* $5',
  becomes = 'case when t.user_id = $1 then ''[erased]'' else public.without_person(t.message, $2, $3, $4, $1) end'
where of_table = 'class_comments' and of_column = 'message';

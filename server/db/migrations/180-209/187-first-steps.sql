-- Whoever has seen enough of the first steps of a new installation hides them, for themselves alone.
alter table admins add column first_steps_hidden_at timestamptz(3);
grant update (first_steps_hidden_at) on admins to provost_global;

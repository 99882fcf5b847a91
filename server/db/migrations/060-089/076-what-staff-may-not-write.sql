-- What the scoped role could still write and nobody who signs in ever does
-- (docs/decisions/114-what-nobody-signed-in-writes.md).

-- Sales come from payments, the sessions of a class and comments from the sites; people are removed, never deleted.
revoke insert on charges from provost_scoped;
revoke insert, update, delete on class_sessions from provost_scoped;
revoke insert, update on class_comments from provost_scoped;
revoke delete on admins, commission_rows, recalculations, idempotency_keys from provost_scoped;

-- When it was, and under which number, the database says.
revoke insert on fulfilments, payment_notifications, class_users from provost_scoped;
grant insert (admin_id, program_id, file_name) on fulfilments to provost_scoped;
grant insert (user_id, admin_id) on payment_notifications to provost_scoped;
grant insert (class_id, user_id) on class_users to provost_scoped;
revoke insert, update on idempotency_keys from provost_scoped;
grant insert (admin_id, key, route, body_hash), update (answer) on idempotency_keys to provost_scoped;

-- In one's own name, where nobody's would do as well.
create policy own_name on payment_notifications as restrictive for insert to provost_scoped
  with check (admin_id is not distinct from (select provost_admin()));
-- What was answered to a colleague is read by nobody else.
create policy own_name on idempotency_keys as restrictive to provost_scoped
  using (admin_id = (select provost_admin()));

-- A run is asked for, and done, in the name of whoever asked; it is cancelled and put off by the platform.
create policy own_name on recalculations as restrictive for insert to provost_scoped
  with check (requested_by is not distinct from (select provost_admin()));
create policy own_name_changed on recalculations as restrictive for update to provost_scoped
  using (true) with check (requested_by is not distinct from (select provost_admin()) and status <> 'cancelled');
revoke insert, update on recalculations from provost_scoped;
grant insert (level, owner_id, program_id, scope_program_id, requested_by, run_at),
  update (run_at, requested_at, requested_by, status, finished_at, charges, failures) on recalculations to provost_scoped;

/*
 * What a split was stays as it was: a row of it is replaced once, and made or replaced now. That is when it is written, or
 * a moment later where the group has been saved within the same millisecond.
 */
create function keep_commission_history() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  earliest timestamptz := transaction_timestamp() - interval '1 second';
  latest timestamptz := clock_timestamp() + interval '1 second';
begin
  if provost_scope() is null then
    return new;
  end if;
  if tg_op = 'INSERT' and new.created_at not between earliest and latest
    or tg_op = 'UPDATE' and (old.replaced_at is not null
      or new.replaced_at is not null and new.replaced_at not between earliest and latest)
  then
    raise exception 'the history of a split is not to be changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger commission_rows_kept before insert or update on commission_rows
  for each row execute function keep_commission_history();
revoke insert, update on commission_rows from provost_scoped;
grant insert (id, level, owner_id, program_id, type, commission, referrer_id, code, discount, discount_type, created_at,
    created_by),
  update (program_id, replaced_at, replaced_by) on commission_rows to provost_scoped;

-- It noted as told what whoever called it had said, whatever that was.
drop function mail_own_addresses(integer, text, text, text);

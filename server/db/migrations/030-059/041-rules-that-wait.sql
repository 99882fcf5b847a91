-- A rule that was started, or made to reach more people, on the screen waits ten minutes, in which that can be undone.

alter table email_rules
  -- No mail goes out before it.
  add column first_mails_at timestamptz(3),
  -- Columns as an undo writes them, which can be done until then.
  add column undo jsonb,
  add constraint email_rules_undo check ((undo is null) = (first_mails_at is null));
grant insert (first_mails_at, undo), update (first_mails_at, undo) on email_rules to provost_scoped;

-- What is queued goes with a wait that begins, and with one that is undone.
drop trigger email_rules_paused on email_rules;
create trigger email_rules_paused after update on email_rules for each row
  when ((old.active, old.program_id, old.subject, old.from_name, old.from_email, old.template, old.type, old.items,
      old.run_after, old.first_mails_at)
    is distinct from (new.active, new.program_id, new.subject, new.from_name, new.from_email, new.template, new.type,
      new.items, new.run_after, new.first_mails_at))
  execute function stop_queue();

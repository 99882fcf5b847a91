-- Work that is due stands in the table of its noun, where a regular pass finds it; what is over is swept away.

-- ---------------------------------------------------------------- mail

alter table mails
  -- Due from then on; a try puts it off, so that neither a crash nor a second process sends it at once again.
  add column next_at timestamptz(3) not null default provost_now(),
  -- The address refuses mail for good: nobody tries it again.
  add column refused_at timestamptz(3),
  -- What a secret in the text is worked out from at the moment of sending; worth nothing without the secret key.
  add column secret_seed uuid,
  add constraint mails_one_end check (sent_at is null or refused_at is null);
drop index mails_waiting;
create index mails_due on mails (next_at, id) where sent_at is null and refused_at is null;
create index mails_done on mails (coalesce(sent_at, refused_at)) where body_text <> '';
-- Links to a new password stood in the text until now.
update mails set body_text = '', body_html = null where sent_at is not null and body_text like '%/set-new-password/%';

-- ---------------------------------------------------------------- recovery

-- Who waits for a link: however often it is asked for, one row an admin.
create table password_reset_requests (
  admin_id integer primary key references admins (id),
  requested_at timestamptz(3) not null default provost_now()
);

-- How often links were asked for from one network, whoever for.
create table recovery_calls (
  network text primary key,
  calls integer not null default 1,
  window_ends timestamptz(3) not null
);

-- ---------------------------------------------------------------- the record of denials

-- When a kind of denial was last recorded: the record takes one a minute.
create table denials (
  kind text primary key,
  recorded_at timestamptz(3) not null default provost_now()
);

-- ---------------------------------------------------------------- what the sweep looks for

create index denials_age on denials (recorded_at);
create index recovery_calls_age on recovery_calls (window_ends);
create index sign_in_failures_age on sign_in_failures (at);
create index password_resets_age on password_resets (expires_at);
create index refresh_tokens_age on refresh_tokens (expires_at);
create index sessions_age on sessions (created_at);
create index sessions_ended on sessions (ended_at) where ended_at is not null;

-- Like everything that proves who somebody is: the platform's business, never a program's.
grant select, insert, update, delete on password_reset_requests, recovery_calls, denials to provost_global;

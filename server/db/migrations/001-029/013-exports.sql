-- Files that are made while somebody waits for them: exports, and what a mail brings along.

-- ---------------------------------------------------------------- exports

-- One file for whoever asked. It is looked at again at `due_at`: to be made, to be made after all where its process died,
-- or to be taken away.
create table exports (
  file_name text primary key check (file_name ~ '^[0-9a-f]{32}\.csv$'),
  admin_id integer not null references admins (id),
  -- As which program's staff it was asked for, 0 for all programs: what the file may hold.
  program_id integer not null,
  kind text not null,
  filters jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  total integer check (total >= 0),
  count integer not null default 0 check (count >= 0),
  bytes bigint,
  -- Each attempt writes a file of its own, so that no two ever write the same.
  attempts smallint not null default 0,
  runner uuid,
  created_at timestamptz(3) not null default provost_now(),
  polled_at timestamptz(3) not null default provost_now(),
  due_at timestamptz(3) not null default provost_now(),
  check ((state = 'running') = (runner is not null)),
  check ((state = 'done') = (bytes is not null))
);
create index exports_due on exports (due_at);
create index exports_under_way on exports (admin_id) where state in ('waiting', 'running');

-- The rule against formulas, as core/csv/csv.ts has it. Most texts begin with a figure or a letter and are told at a glance.
create function csv_text(value text) returns text language sql immutable parallel safe
return case
  when value collate "C" >= '0' and value collate "C" < '=' or value collate "C" >= 'A' and value collate "C" < E'\x7f'
    then value
  when value ~ '^[ \u000a-\u000c\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20\u0009\u000d-]'
    and value !~ '^[+-]?[0-9]+(?:[.,][0-9]+)?$'
    then '''' || value
  else value
end;

-- ---------------------------------------------------------------- mails

-- Goes with its mail, and not a day longer than it takes to send it.
create table mail_attachments (
  mail_id bigint not null references mails (id) on delete cascade,
  file_name text not null check (file_name <> ''),
  media_type text not null,
  bytes bytea not null,
  primary key (mail_id, file_name)
);

-- ---------------------------------------------------------------- reports of classes

-- Waits until it is made and mailed: its row goes with the mail's coming.
create table class_reports (
  class_id integer not null references classes (id),
  admin_id integer not null references admins (id),
  requested_at timestamptz(3) not null default provost_now(),
  due_at timestamptz(3) not null default provost_now(),
  attempts smallint not null default 0,
  -- However often it is asked for, once at a time.
  primary key (class_id, admin_id)
);
create index class_reports_due on class_reports (due_at);

grant select, insert, update, delete on exports, mail_attachments, class_reports to provost_global;
grant select, insert on class_reports to provost_scoped;

call guard('class_reports', 'exists (select from classes c where c.id = class_id and c.program_id = (select provost_scope()))');

-- A file of classes is an import as well: of one program, or by an admin of all.
alter table imports drop constraint imports_kind;
alter table imports add constraint imports_kind
  check (kind in ('users', 'classes', 'charges', 'enrolments', 'attendances', 'coins', 'tickets'));
alter table imports drop constraint imports_program;
alter table imports add constraint imports_program check (kind in ('users', 'classes') or program_id is not null);
-- What a program's site tells is noted by a function; what staff write is not its to note.
alter policy definers_update on imports using (kind not in ('users', 'classes'));

-- One row of a file of classes that is done: the transaction that writes the class writes it as well.
create table class_import_rows (
  import_id integer not null references imports (id),
  line integer not null check (line > 1),
  outcome text not null check (outcome in ('created', 'updated', 'unchanged', 'rejected')),
  class_id integer references classes (id),
  -- What the import has overwritten, as a save names it, and the marks of the class before and after: whatever has been
  -- saved since is left alone by an undo.
  before jsonb,
  before_at timestamptz(3),
  marked_at timestamptz(3),
  -- Of a rejected row.
  in_column text,
  reason text,
  cells jsonb,
  undone boolean not null default false,
  -- Why an undo has left it.
  kept text,
  primary key (import_id, line),
  constraint class_import_rows_reason check ((outcome = 'rejected') = (reason is not null)),
  constraint class_import_rows_class check ((outcome = 'rejected') = (class_id is null)),
  constraint class_import_rows_before check (
    (outcome = 'updated') = (before is not null) and (outcome = 'updated') = (before_at is not null)),
  constraint class_import_rows_marked check ((outcome in ('created', 'updated')) = (marked_at is not null))
);
-- A class is a file's once.
create unique index class_import_rows_once on class_import_rows (import_id, class_id);
create index class_import_rows_rejected on class_import_rows (import_id, line) where outcome = 'rejected';
create index class_import_rows_kept on class_import_rows (import_id, line) where kept is not null;
create index class_import_rows_open on class_import_rows (import_id, line)
  where outcome in ('created', 'updated') and not undone;
create index class_import_rows_class_id on class_import_rows (class_id) where class_id is not null;
grant select, insert, update, delete on class_import_rows to provost_global, provost_scoped;
call guard('class_import_rows', 'exists (select from imports i where i.id = import_id)');

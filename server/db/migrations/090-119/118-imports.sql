-- A file of any kind is an import: of users, or of what a program's site would have told. All are checked, run, cancelled
-- and undone alike.
alter table user_imports rename to imports;
do $$
declare
  known record;
begin
  for known in select conname as name from pg_constraint
    where conrelid = 'imports'::regclass and conname like 'user\_imports%' and contype <> 'n'
  loop
    execute format('alter table imports rename constraint %I to %I', known.name, substr(known.name, 6));
  end loop;
  for known in select indexname as name from pg_indexes where tablename = 'imports' and indexname like 'user\_imports%' loop
    execute format('alter index %I rename to %I', known.name, substr(known.name, 6));
  end loop;
end
$$;
alter sequence user_imports_id_seq rename to imports_id_seq;
alter trigger user_imports_kept on imports rename to imports_kept;

alter table imports
  add column kind text not null default 'users'
    constraint imports_kind check (kind in ('users', 'charges', 'enrolments', 'attendances', 'coins', 'tickets')),
  -- Before it, all that was sold had been paid out to its payees.
  add column paid_out_before timestamptz(3),
  add constraint imports_program check (kind = 'users' or program_id is not null),
  add constraint imports_paid_out check (paid_out_before is null or kind = 'charges'),
  alter column import_send_email set default false,
  alter column import_update set default false,
  alter column import_create set default false,
  alter column import_class_enrol set default false;
alter table imports alter column kind drop default;
grant update (paid_out_before) on imports to provost_scoped;

-- What it is of stays, too.
create or replace function keep_import() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.id, new.program_id, new.admin_id, new.sha256, new.kind)
      is distinct from (old.id, old.program_id, old.admin_id, old.sha256, old.kind)
    or old.state in ('undone') and new.state <> old.state
  then
    raise check_violation using message = 'an import stays what it is', constraint = 'imports_kept';
  end if;
  return new;
end
$$;

/*
 * A row of a file that was told, or refused: written in the transaction that tells it, by the role of the program's site.
 * What was told before leaves none.
 */
create table site_import_rows (
  import_id integer not null references imports (id),
  line integer not null check (line > 1),
  outcome text not null check (outcome in ('created', 'rejected')),
  reference text,
  -- What it has booked: a charge, an enrolment, an attendance, an entry of coins, the first of its tickets.
  booked_id bigint,
  -- Of a rejected row.
  in_column text,
  reason text,
  cells jsonb,
  undone boolean not null default false,
  -- Why an undo has left it.
  kept text,
  primary key (import_id, line),
  constraint site_import_rows_reason check ((outcome = 'rejected') = (reason is not null)),
  constraint site_import_rows_booked check (
    (outcome = 'created') = (booked_id is not null) and (outcome = 'created') = (reference is not null))
);
create index site_import_rows_rejected on site_import_rows (import_id, line) where outcome = 'rejected';
create index site_import_rows_kept on site_import_rows (import_id, line) where kept is not null;
create index site_import_rows_open on site_import_rows (import_id, line) where outcome = 'created' and not undone;
grant select, insert, update, delete on site_import_rows to provost_global;
-- Which rows an undo reaches is not a program's staff's to say; whoever cancels takes away what a check has noted.
grant select, delete on site_import_rows to provost_scoped;
call guard('site_import_rows', 'exists (select from imports i where i.id = import_id)');

/*
 * Notes a part of a file that was told, in the transaction that has told it: its rows, and how far the import is. False
 * where the import is no longer this run's, or another program's.
 */
create function note_import(import integer, run uuid, noted jsonb, counted jsonb) returns boolean language plpgsql as $$
begin
  update public.imports i
  set rows = i.rows + n.rows, line = n.line, created = i.created + n.created, unchanged = i.unchanged + n.unchanged,
    rejected = i.rejected + n.rejected, attempts = 1
  from jsonb_to_record(counted) as n (rows integer, line integer, created integer, unchanged integer, rejected integer)
  where i.id = import and i.runner = run and i.state = 'running' and not i.undoing and i.kind <> 'users'
    and i.program_id = public.provost_site();
  if not found then return false; end if;
  insert into public.site_import_rows (import_id, line, outcome, reference, booked_id, in_column, reason, cells)
  select import, r.line, r.outcome, r.reference, r.booked_id, r.in_column, r.reason, r.cells
  from jsonb_to_recordset(noted) as r (line integer, outcome text, reference text, booked_id bigint, in_column text,
    reason text, cells jsonb);
  return true;
end
$$;
call make_definer('note_import(integer, uuid, jsonb, jsonb)');
grant select, update (rows, line, created, unchanged, rejected, attempts) on imports to provost_definer;
grant insert on site_import_rows to provost_definer;
create policy definers_update on imports for update to provost_definer using (kind <> 'users');
create policy definers_insert on site_import_rows for insert to provost_definer with check (true);
grant execute on function note_import(integer, uuid, jsonb, jsonb) to provost_site;
revoke execute on function note_import(integer, uuid, jsonb, jsonb) from provost_global, provost_scoped;

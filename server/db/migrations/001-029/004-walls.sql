-- The second wall around every table (docs/decisions/029-walls.md).

-- ---------------------------------------------------------------- who looks past the policies

-- What must look past the policies runs as this role: no superuser, the owner of no table, and granted to read what
-- its functions read. Nobody signs in as it.
do $$
begin
  create role provost_definer nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;
-- Without a superuser, functions are given away only to a role that one may take on.
grant provost_definer to current_user;
grant usage on schema public to provost_definer;

revoke create on schema public from public;

/*
 * Lets a function look past the policies: it runs as provost_definer, finds what it names where this file put it
 * whatever the caller has made, and is called by the two roles of the server alone. What it reads is granted by hand.
 */
create procedure make_definer(made regprocedure) language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('alter function %s security definer', made);
  execute format('alter function %s set search_path = pg_catalog, public, pg_temp', made);
  execute format('revoke all on function %s from public', made);
  execute format('grant execute on function %s to provost_global, provost_scoped', made);
  -- The new owner of a function must be allowed to create in its schema, for that moment.
  grant create on schema public to provost_definer;
  execute format('alter function %s owner to provost_definer', made);
  revoke create on schema public from provost_definer;
end
$$;

/*
 * Guards a table: provost_global sees and changes every row, provost_scoped reads those for which `reads` holds and
 * writes those for which `writes` does, before and after. Both are conditions on a row; `writes` is `reads` unless
 * told. A table that is guarded already is guarded anew. Grants are left as they are.
 */
create procedure guard(
  guarded regclass, reads text default 'program_id = (select provost_scope())', writes text default null
) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  known name;
  own text := coalesce(writes, reads);
begin
  for known in select polname from pg_policy where polrelid = guarded loop
    execute format('drop policy %I on %s', known, guarded);
  end loop;
  execute format('alter table %s enable row level security', guarded);
  -- A policy by role, not by "0 or mine": one that is simply true leaves the planner free.
  execute format('create policy every_program on %s to provost_global using (true)', guarded);
  execute format('create policy definers on %s for select to provost_definer using (true)', guarded);
  execute format('create policy own_reads on %s for select to provost_scoped using (%s)', guarded, reads);
  execute format('create policy own_inserts on %s for insert to provost_scoped with check (%s)', guarded, own);
  execute format('create policy own_updates on %s for update to provost_scoped using (%s)', guarded, own);
  execute format('create policy own_deletes on %s for delete to provost_scoped using (%s)', guarded, own);
end
$$;
revoke all on procedure make_definer(regprocedure), guard(regclass, text, text) from public;

-- ---------------------------------------------------------------- whose session it is

-- With this key the server signs the program that a session works for; the session's own role never sees it, so that
-- no statement in the name of one program turns into one of another.
create table scope_key (
  one boolean primary key default true check (one),
  key bytea not null check (length(key) = 32)
);

-- What tells that SECRET_KEY is the one that this database was set up with.
create table secret_key_fingerprint (
  one boolean primary key default true check (one),
  fingerprint bytea not null check (length(fingerprint) = 32)
);

-- The program on whose behalf a scoped session works; null where nobody has said, or nobody who holds the key.
create or replace function provost_scope() returns integer language plpgsql stable parallel safe as $$
declare
  said text := current_setting('provost.scope', true);
  program text := split_part(said, '.', 1);
  known bytea;
begin
  if said is null or said = '' then
    return null;
  end if;
  select k.key into known from public.scope_key k;
  if split_part(said, '.', 2) = encode(sha256(known || sha256(known || convert_to(program, 'UTF8'))), 'hex') then
    return program::integer;
  end if;
  return null;
end
$$;
call make_definer('provost_scope()');
grant select on scope_key to provost_definer;

-- ---------------------------------------------------------------- who has changed a row

-- A colleague of another program, or of none, whose name stands on something of the session's program.
create function admin_email_elsewhere(admin integer) returns text language plpgsql stable as $$
declare
  scope integer := public.provost_scope();
begin
  if exists (select from public.audit_entries e where e.admin_id = admin and e.program_id = scope)
    or exists (select from public.commission_groups g where g.updated_by = admin and g.program_id = scope)
    or exists (select from public.commission_rows r where r.created_by = admin
      and (r.program_id = scope or r.level = 0 and scope is not null))
    or exists (select from public.commission_rows r where r.replaced_by = admin
      and (r.program_id = scope or r.level = 0 and scope is not null))
    or exists (select from public.draw_attempts a where a.program_id = scope and admin in (a.proposed_by, a.confirmed_by))
  then
    return (select a.email from public.admins a where a.id = admin);
  end if;
  return null;
end
$$;
call make_definer('admin_email_elsewhere(integer)');
grant select on admins, audit_entries, commission_groups, commission_rows, draw_attempts to provost_definer;
create index audit_entries_author on audit_entries (admin_id, program_id);
create index commission_groups_author on commission_groups (updated_by, program_id);
create index commission_rows_author on commission_rows (created_by, program_id, level);
create index commission_rows_replacer on commission_rows (replaced_by, program_id, level) where replaced_by is not null;
create index draw_attempts_program on draw_attempts (program_id);

-- Who changed a row is told to everybody who may see the row, also where the admin is not theirs to see.
create or replace function admin_email(admin integer) returns text language sql stable security invoker
  as $$ select coalesce((select a.email from public.admins a where a.id = admin), public.admin_email_elsewhere(admin)) $$;

-- ---------------------------------------------------------------- what a program shows without owning it

create function lent_events() returns setof integer language plpgsql stable as $$
begin
  return query select p.event_id from public.event_programs p where p.program_id = public.provost_scope();
end
$$;
call make_definer('lent_events()');

create function lent_gift_categories() returns setof integer language plpgsql stable as $$
begin
  return query select p.category_id from public.gift_category_programs p where p.program_id = public.provost_scope();
end
$$;
call make_definer('lent_gift_categories()');

-- What stands in the program's bundles, directly and through others.
create function bundled_classes() returns setof integer language plpgsql stable as $$
begin
  return query with recursive inside (class_id) as (
    select b.class_id from public.bundle_classes b join public.classes c on c.id = b.bundle_id
    where c.program_id = public.provost_scope()
    union
    select b.class_id from inside i join public.bundle_classes b on b.bundle_id = i.class_id
  ) select i.class_id from inside i;
end
$$;
call make_definer('bundled_classes()');
grant select on event_programs, gift_category_programs, bundle_classes, classes to provost_definer;

-- ---------------------------------------------------------------- the guards

call guard('admins');
call guard('audit_entries');
call guard('site_users');
call guard('payouts');
call guard('charges');
call guard('tickets');
call guard('draws');
call guard('draw_attempts');
-- A run asked for across all programs is not a program's to see or to cancel.
call guard('recalculations',
  'program_id = (select provost_scope()) and scope_program_id = (select provost_scope())');

call guard('programs', 'id = (select provost_scope())');
call guard('idempotency_keys', 'exists (select from admins a where a.id = admin_id)');

-- A row is written where what it hangs on is the program's own, whatever program the row itself names.
call guard('charge_lines', 'scope_program_id = (select provost_scope())',
  'scope_program_id = (select provost_scope())
    and exists (select from charges c where c.id = charge_id and c.program_id = (select provost_scope()))');
call guard('refunds', 'scope_program_id = (select provost_scope())',
  'scope_program_id = (select provost_scope())
    and exists (select from charges c where c.id = charge_id and c.program_id = (select provost_scope()))');

-- Sales of a class, and bundles, are a program's to see also where the class is another's.
call guard('classes',
  'program_id = (select provost_scope())
    or exists (select from site_users u where u.id = instructor_id and u.program_id = (select provost_scope()))
    or id in (select bundled_classes())
    or exists (select from charges c where c.class_id = classes.id and c.program_id = (select provost_scope()))',
  'program_id = (select provost_scope())');
call guard('bundle_classes', 'exists (select from classes c where c.id = bundle_id)',
  'exists (select from classes c where c.id = bundle_id and c.program_id = (select provost_scope()))');

call guard('commission_groups', writes =>
  'program_id = (select provost_scope()) and case level
    when 1 then owner_id = (select provost_scope())
    when 2 then exists (select from site_users u where u.id = owner_id and u.program_id = (select provost_scope()))
    when 3 then exists (select from classes c join site_users u on u.id = c.instructor_id
      where c.id = owner_id and u.program_id = (select provost_scope()))
    else false end');
-- The site's own number is part of every split: every program may read it, nobody scoped may write it.
call guard('commission_rows',
  'program_id = (select provost_scope()) or (level = 0 and (select provost_scope()) is not null)',
  'program_id = (select provost_scope()) and exists (select from commission_groups g
    where g.level = commission_rows.level and g.owner_id = commission_rows.owner_id
      and g.program_id = (select provost_scope()))');

call guard('events', 'program_id = (select provost_scope()) or id in (select lent_events())',
  'program_id = (select provost_scope())');
call guard('event_programs',
  'program_id = (select provost_scope())
    or exists (select from events e where e.id = event_id and e.program_id = (select provost_scope()))',
  'program_id = (select provost_scope())
    and exists (select from events e where e.id = event_id and e.program_id = (select provost_scope()))');
call guard('event_categories', 'exists (select from events e where e.id = event_id)',
  'exists (select from events e where e.id = event_id and e.program_id = (select provost_scope()))');
call guard('event_translations', 'exists (select from events e where e.id = event_id)',
  'exists (select from events e where e.id = event_id and e.program_id = (select provost_scope()))');
call guard('draw_tickets',
  'exists (select from events e where e.id = event_id and e.program_id = (select provost_scope()))');
call guard('draw_secrets', 'false',
  'exists (select from events e where e.id = event_id and e.program_id = (select provost_scope()))');

call guard('gift_categories', 'program_id = (select provost_scope()) or id in (select lent_gift_categories())',
  'program_id = (select provost_scope())');
call guard('gift_category_programs',
  'program_id = (select provost_scope())
    or exists (select from gift_categories c where c.id = category_id and c.program_id = (select provost_scope()))',
  'program_id = (select provost_scope())
    and exists (select from gift_categories c where c.id = category_id and c.program_id = (select provost_scope()))');
call guard('gift_category_translations', 'exists (select from gift_categories c where c.id = category_id)',
  'exists (select from gift_categories c where c.id = category_id and c.program_id = (select provost_scope()))');

-- An image that a visible row shows can be seen, and held against the sweep while it is shown on, but not changed.
call guard('uploads',
  'program_id = (select provost_scope()) or exists (select from events e where e.image_id = uploads.id)',
  'program_id = (select provost_scope())');
drop policy own_updates on uploads;
create policy own_updates on uploads for update to provost_scoped
  using (program_id = (select provost_scope()) or exists (select from events e where e.image_id = uploads.id))
  with check (program_id = (select provost_scope()));
revoke update, delete on uploads from provost_scoped;
grant update (unused_since) on uploads to provost_scoped;

-- ---------------------------------------------------------------- what a program's staff never touches

-- Draws and the sale of tickets are the platform's; staff looks on.
revoke insert, update on tickets, draws, draw_attempts, draw_tickets from provost_scoped;
revoke all on settings, stray_files from provost_scoped;
-- Whoever may rewrite these decides what the next start does to the database.
revoke all on kysely_migration, kysely_migration_lock from provost_global, provost_scoped;

-- Takes a file off the list of strays and says whether it stood there; its name is a secret of who has written it.
create function keep_file(kept text) returns boolean language plpgsql as $$
begin
  delete from public.stray_files s where s.path = kept;
  return found;
end
$$;
call make_definer('keep_file(text)');
grant select, delete on stray_files to provost_definer;

-- Triggers find their tables whatever the session has made or put first.
do $$
declare
  made regprocedure;
begin
  for made in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', made);
  end loop;
end
$$;

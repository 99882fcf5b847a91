-- What the scoped role may write bears the name of the admin who works, and no other
-- (docs/decisions/096-whoever-writes-is-named-by-the-key.md).

/*
 * Refuses another's name in the columns that are given: a row that is made names the admin of the transaction, or nobody;
 * one that is changed keeps the names that it has, or gets that one. Only for the scoped role: the platform names whom it
 * works for.
 */
create function refuse_other_names() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  was jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  becomes jsonb := to_jsonb(new);
  named text;
begin
  if provost_scope() is null then
    return new;
  end if;
  foreach named in array tg_argv loop
    if becomes ->> named is distinct from was ->> named
      and becomes ->> named is not null and (becomes ->> named)::integer is distinct from provost_admin()
    then
      raise exception 'another name than one''s own in %.%', tg_table_name, named using errcode = 'insufficient_privilege';
    end if;
  end loop;
  return new;
end
$$;

/* Puts the trigger on a table, for each column that names an admin and that the scoped role may write. */
create procedure guard_names(guarded regclass) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  names text;
  changing text;
begin
  select string_agg(quote_literal(a.attname), ', ' order by a.attnum), string_agg(
      case when has_column_privilege('provost_scoped', guarded, a.attnum, 'update') then quote_ident(a.attname) end, ', ')
    into names, changing
  from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.conrelid = guarded and k.contype = 'f' and k.confrelid = 'public.admins'::regclass
    and (has_column_privilege('provost_scoped', guarded, a.attnum, 'insert')
      or has_column_privilege('provost_scoped', guarded, a.attnum, 'update'));
  if names is null then
    return;
  end if;
  execute format('drop trigger if exists own_name on %s', guarded);
  execute format('create trigger own_name before insert %s on %s for each row execute function refuse_other_names(%s)',
    coalesce('or update of ' || changing, ''), guarded, names);
end
$$;
revoke all on procedure guard_names(regclass) from public;

-- The record of changes: in one's own name, now, and under a number that comes by itself.
create policy own_name on audit_entries as restrictive for insert to provost_scoped
  with check (admin_id is not distinct from (select provost_admin()));
revoke insert on audit_entries from provost_scoped;
grant insert (admin_id, address, request_id, program_id, entity, entity_id, action, before, after, parent_id)
  on audit_entries to provost_scoped;

-- Coins: what staff gives and takes back. Prizes, tokens, tickets and purchases are the platform's to book.
create policy own_name on lilt_entries as restrictive for insert to provost_scoped
  with check (kind in ('grant', 'reversal') and created_by is not distinct from (select provost_admin()));
revoke insert on lilt_entries from provost_scoped;
grant insert (user_id, amount, kind, reference, reason, created_by) on lilt_entries to provost_scoped;

-- A report goes to whoever asks for it.
create policy own_name on class_reports as restrictive for insert to provost_scoped
  with check (admin_id = (select provost_admin()));
revoke insert on class_reports from provost_scoped;
grant insert (class_id, admin_id) on class_reports to provost_scoped;

-- Who was there is told by other systems; instructors earn by it.
revoke insert on attendances from provost_scoped;

-- What a bundle's charge was sold of is worked out as the charge is made, and by nobody a second time.
revoke execute on function fill_parts(integer[]) from provost_scoped, provost_global;

do $$
declare
  guarded regclass;
begin
  for guarded in
    select distinct k.conrelid::regclass from pg_constraint k
    where k.contype = 'f' and k.confrelid = 'public.admins'::regclass and k.connamespace = 'public'::regnamespace
      and k.conrelid not in ('audit_entries'::regclass, 'lilt_entries'::regclass, 'class_reports'::regclass)
  loop
    call guard_names(guarded);
  end loop;
end
$$;

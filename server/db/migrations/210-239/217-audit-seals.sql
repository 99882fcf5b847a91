-- Seals of the audit: hashes over entries in their order and over the seal before (docs/decisions/215).
create table audit_seals (
  number bigint primary key check (number > 0),
  sealed_at timestamptz(3) not null,
  entries integer not null check (entries > 0),
  hash bytea not null check (length(hash) = 32)
);

-- What was sealed of each entry. It names the entry without a foreign key: that would lock, and so write, each row of the
-- audit a second time, and tell nothing that the digests do not.
create table sealed_audit_entries (
  entry_id bigint primary key,
  seal bigint not null references audit_seals (number),
  place integer not null check (place > 0),
  -- Mixed into the digest of before and after, and thrown away with an erasure: what was there cannot be guessed from the
  -- digest then.
  salt bytea check (length(salt) = 16),
  content_digest bytea not null check (length(content_digest) = 32),
  digest bytea not null check (length(digest) = 32),
  unique (seal, place)
);

-- Entries whose transaction has committed, or is under way, and which no seal holds yet. A row is seen once its transaction
-- has committed, however late, and leaves with the seal: ids and times, which do not follow the order of commits, are not
-- asked.
create table unsealed_audit_entries (entry_id bigint primary key);

-- Entries whose before and after were replaced because a person was erased.
create table erased_audit_entries (
  entry_id bigint primary key,
  erased_at timestamptz(3) not null default provost_now()
);

create function await_audit_seal() returns trigger language plpgsql as $$
begin
  insert into public.unsealed_audit_entries (entry_id) select n.id from new_rows n;
  return null;
end
$$;
call make_definer('await_audit_seal()');

create function leave_unsealed_audit() returns trigger language plpgsql as $$
declare
  sealed bigint[] := array(select n.entry_id from new_rows n);
  waiting integer;
begin
  delete from public.unsealed_audit_entries u where u.entry_id = any (sealed);
  get diagnostics waiting = row_count;
  if waiting <> cardinality(sealed) then
    raise exception 'only what waits for its seal is sealed'
      using errcode = 'check_violation', constraint = 'sealed_audit_entries_waited';
  end if;
  return null;
end
$$;
call make_definer('leave_unsealed_audit()');
revoke execute on function await_audit_seal(), leave_unsealed_audit() from provost_global, provost_scoped;

revoke all on audit_seals, sealed_audit_entries, unsealed_audit_entries, erased_audit_entries
  from provost_global, provost_scoped, provost_site;
grant select, insert on audit_seals, sealed_audit_entries to provost_global;
grant select on unsealed_audit_entries, erased_audit_entries to provost_global;
grant select, insert, delete on unsealed_audit_entries to provost_definer;

-- Waits for whoever writes entries, so that the rows of before are all there.
create trigger await_seal after insert on audit_entries referencing new table as new_rows
  for each statement execute function await_audit_seal();
create trigger leave_unsealed after insert on sealed_audit_entries referencing new table as new_rows
  for each statement execute function leave_unsealed_audit();
insert into unsealed_audit_entries (entry_id) select id from audit_entries;

/*
 * Replaces before and after of an entry because a person in them was erased, and records that: the entry verifies by the
 * digest that was kept at its sealing, and `npm run audit:verify` names it as erased. The only way in which the server
 * changes an entry; nothing but before and after. False where there is no such entry. It holds back the sealing until the
 * transaction ends, so that no seal keeps what could be guessed of the text before.
 */
create function erase_audit_entry(entry bigint, erased_before jsonb, erased_after jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('audit seals', 0));
  update public.audit_entries e set before = erased_before, after = erased_after where e.id = entry;
  if not found then
    return false;
  end if;
  update public.sealed_audit_entries s set salt = null where s.entry_id = entry;
  insert into public.erased_audit_entries (entry_id) values (entry) on conflict do nothing;
  return true;
end
$$;
revoke all on function erase_audit_entry(bigint, jsonb, jsonb) from public;
grant execute on function erase_audit_entry(bigint, jsonb, jsonb) to provost_global;

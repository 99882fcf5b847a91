-- Kind: expand
-- Entries of the audit that were written to the store of files and left the database (docs/decisions/256). Entries keep their
-- digests here, so that they are verified where they lie.
create table audit_archives (
  number integer primary key,
  first_id bigint not null,
  last_id bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  entries integer not null check (entries > 0),
  file_path text not null unique,
  archived_at timestamptz(3) not null default provost_now(),
  check (first_id <= last_id)
);
create index audit_archives_last on audit_archives (last_id);
revoke all on audit_archives from provost_global, provost_scoped, provost_site;
grant select on audit_archives to provost_global, provost_definer;
call columns_say_nothing('names a file of the audit', '{audit_archives.file_path}');

-- What an entry becomes where a person is erased; no row where nothing of it is theirs. `either` finds a text that names them,
-- the other patterns replace what it says of them. Has no search path of its own, so that it is a part of the statement around.
create function erased_entry(e audit_entries, person integer, pictures jsonb, addresses text, alone text, beside text, either text)
  returns table (before_now jsonb, after_now jsonb) language sql stable as $$
  select
    public.without_person(case when f.of_theirs is null then (e).before
      else public.blank_person((e).before, f.of_theirs, person) end, addresses, alone, beside, person),
    public.without_person(case when f.of_theirs is null then (e).after
      else public.blank_person((e).after, f.of_theirs, person) end, addresses, alone, beside, person)
  from (select
    case when (e).entity = 'site_user' and (e).entity_id = person::text
        or (e).entity = 'upload' and pictures @> to_jsonb(array[case when (e).entity_id ~ '^[0-9]{1,9}$' then (e).entity_id::integer end])
      then public.personal_names()
      when (e).entity in ('class_comment', 'refund_request') and person::text in ((e).before ->> 'user_id', (e).after ->> 'user_id')
        or (e).entity in ('refund', 'refund_request') and exists (select from public.refund_requests q where q.user_id = person
          and (e).entity_id = (case (e).entity when 'refund' then q.refund_id else q.id end)::text)
      then '{message,reason}'::text[] end as of_theirs,
    (e).entity = 'payout' and exists (select from public.payouts p where p.id::text = (e).entity_id and p.user_id = person) as is_paid
  ) f
  where f.of_theirs is not null or f.is_paid or (e).before::text ~* either or (e).after::text ~* either
$$;
revoke execute on function erased_entry(audit_entries, integer, jsonb, text, text, text, text) from public;
grant execute on function erased_entry(audit_entries, integer, jsonb, text, text, text, text) to provost_definer;

-- What is looked for while a person is being erased, as patterns; `either` is what an entry has to say to be looked at closer.
create function words_of_erasure(person integer, out pictures jsonb, out addresses text, out alone text, out beside text,
  out either text)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  needles jsonb := (select e.needles from public.erasures e where e.user_id = person and e.state = 'running');
begin
  if needles is null then
    raise insufficient_privilege using message = 'no erasure of this person is under way';
  end if;
  pictures := needles -> 'pictures';
  addresses := public.pattern_of(needles -> 'addresses', '\w.+-', '[\w-]|\.\w');
  alone := public.pattern_of(needles -> 'alone');
  beside := public.pattern_of(needles -> 'beside');
  either := coalesce(nullif(concat_ws('|', addresses, alone), ''), 'a^');
end
$$;
revoke execute on function words_of_erasure(integer) from public;
grant execute on function words_of_erasure(integer) to provost_definer;

create or replace function erase_from_audit(person integer, from_id bigint default 0, to_id bigint default 9223372036854775807)
  returns bigint language plpgsql as $$
declare
  said record;
  done bigint;
begin
  select * into said from public.words_of_erasure(person);
  with erased as (
    select e.id, n.before_now, n.after_now
    from public.audit_entries e
      cross join lateral public.erased_entry(e, person, said.pictures, said.addresses, said.alone, said.beside, said.either) n
    where e.id between from_id and to_id and (n.before_now, n.after_now) is distinct from (e.before, e.after)
  )
  select count(*) filter (where public.erase_audit_entry(d.id, d.before_now, d.after_now)) into done from erased d;
  return done;
end
$$;
call make_definer('erase_from_audit(integer, bigint, bigint)');
revoke execute on function erase_from_audit(integer, bigint, bigint) from provost_scoped;

-- Of an entry in an archive: from now on it verifies by the digest of what was there. The owner's, as erase_audit_entry is.
create function erase_archived_entry(entry bigint) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.audit_entries e where e.id = entry) or not exists (
    select from public.audit_archives r where entry between r.first_id and r.last_id)
  then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit seals', 0));
  update public.sealed_audit_entries s set salt = null where s.entry_id = entry;
  insert into public.erased_audit_entries (entry_id) values (entry) on conflict do nothing;
  return true;
end
$$;
revoke execute on function erase_archived_entry(bigint) from public, provost_global, provost_scoped, provost_site;
grant execute on function erase_archived_entry(bigint) to provost_definer;

grant select on erased_audit_entries to provost_definer;

-- Returns lines of an archive that name the person as they are without them, by their place among those given. A line that
-- says that it is erased is only noted as such: the file was written, and the database fell back or never got so far.
create function erase_from_archive(person integer, lines jsonb) returns table (place bigint, line text) language plpgsql as $$
declare
  said record;
begin
  select * into said from public.words_of_erasure(person);
  return query
    with given as (
      select l.place, l.entry, e.id, e.before, e.after, coalesce(n.before_now, e.before) as before_now,
        coalesce(n.after_now, e.after) as after_now
      from jsonb_array_elements(lines) with ordinality l (entry, place)
        cross join lateral jsonb_populate_record(null::public.audit_entries, l.entry) e
        left join lateral public.erased_entry(e, person, said.pictures, said.addresses, said.alone, said.beside, said.either) n on true
    )
    select g.place, (g.entry || jsonb_build_object('before', g.before_now, 'after', g.after_now, 'erased', true))::text
    from given g
    where ((g.before_now, g.after_now) is distinct from (g.before, g.after)
        or coalesce((g.entry ->> 'erased')::boolean, false)
          and not exists (select from public.erased_audit_entries x where x.entry_id = g.id))
      and public.erase_archived_entry(g.id);
end
$$;
call make_definer('erase_from_archive(integer, jsonb)');
revoke execute on function erase_from_archive(integer, jsonb) from provost_scoped;

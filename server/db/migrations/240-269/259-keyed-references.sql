-- Kind: expand
-- Hashes of references that named an erased person, which staff and sites see, are made with a key of the program that no role
-- reads (docs/decisions/231): a guessed address cannot be compared with them. Those of before stay, and are found as well.
create table erased_reference_keys (
  program_id integer primary key references programs (id),
  key bytea not null check (length(key) = 32)
);
revoke all on erased_reference_keys from provost_global, provost_scoped, provost_site;
grant select, insert on erased_reference_keys to provost_definer;
call columns_say_nothing('is random', '{erased_reference_keys.key}');

-- The key is hashed in twice, so that nobody goes on from one hash to another.
create function keyed_reference(key bytea, said text) returns text language sql immutable
  return 'erased-' || left(encode(sha256(key || sha256(key || convert_to(said, 'UTF8'))), 'hex'), 40);

-- What belongs to no program is hashed with the key of the first.
create or replace function erase_reference(program integer, kind text, said text) returns text language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  keeper integer := coalesce(program, (select min(p.id) from public.programs p));
  hashed text;
begin
  if said ~ '^erased-[0-9a-f]{40}$' then
    return said;
  end if;
  insert into public.erased_reference_keys (program_id, key)
    select p.id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) from public.programs p where p.id = keeper
    on conflict do nothing;
  hashed := public.keyed_reference((select k.key from public.erased_reference_keys k where k.program_id = keeper), said);
  insert into public.erased_references (program_id, kind, reference)
    select p.id, erase_reference.kind, hashed from public.programs p where p.id = program
    on conflict do nothing;
  return coalesce(hashed, public.erased_reference(said));
end
$$;
revoke execute on function keyed_reference(bytea, text) from public;
grant execute on function keyed_reference(bytea, text) to provost_definer;

create or replace function references_erased(program integer, of_kind text, said text[]) returns setof text language plpgsql stable as $$
begin
  return query select s.reference from unnest(said) s (reference)
    where (public.provost_site() = program or pg_has_role(session_user, 'provost_global', 'member'))
      and (s.reference like 'erased-%' or exists (select from public.erased_references e
        where e.program_id = program and e.kind = of_kind and e.reference in (public.erased_reference(s.reference),
          public.keyed_reference((select k.key from public.erased_reference_keys k where k.program_id = program), s.reference))));
end
$$;
call make_definer('references_erased(integer, text, text[])');
revoke execute on function references_erased(integer, text, text[]) from provost_scoped;
grant execute on function references_erased(integer, text, text[]) to provost_site;

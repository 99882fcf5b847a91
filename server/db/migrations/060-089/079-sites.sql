-- The second wall before the sites of programs: a role of their own, which may do nothing but what a door of theirs needs
-- (docs/decisions/118-a-role-for-sites.md).
do $$
begin
  create role provost_site nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;
grant usage on schema public to provost_site;

-- The program whose site works in this transaction; null where nobody has said, or nobody who holds the key.
create function provost_site() returns integer language plpgsql stable parallel safe as $$
declare
  said text := current_setting('provost.site', true);
  program text := split_part(said, '.', 1);
  known bytea;
begin
  if said is null or said = '' then
    return null;
  end if;
  select k.key into known from public.scope_key k;
  if split_part(said, '.', 2) = encode(sha256(known || sha256(known || convert_to('site.' || program, 'UTF8'))), 'hex') then
    return program::integer;
  end if;
  return null;
end
$$;
call make_definer('provost_site()');
grant execute on function provost_site() to provost_site;

-- Whether somebody whose home is another program may sign in on the site of a program.
create function signs_in_on(site integer, who integer, home integer) returns boolean language plpgsql stable as $$
begin
  return exists (select from public.site_user_sites s where s.user_id = who and s.program_id = site)
    or exists (select from public.program_defaults d where d.program_id = home and d.default_program_id = site);
end
$$;
call make_definer('signs_in_on(integer, integer, integer)');
revoke execute on function signs_in_on(integer, integer, integer) from provost_scoped;

create function signs_in_here(who integer, home integer) returns boolean language plpgsql stable as $$
begin
  return public.signs_in_on(public.provost_site(), who, home);
end
$$;
call make_definer('signs_in_here(integer, integer)');
grant select on site_user_sites, program_defaults to provost_definer;
grant execute on function signs_in_here(integer, integer) to provost_site;

/*
 * Opens a guarded table to sites: rows for which `condition` holds, before and after, for what `privileges` names. A table
 * that is guarded anew is closed to them again.
 */
create procedure open_to_sites(opened regclass, condition text, privileges text default 'select') language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('drop policy if exists site on %s', opened);
  execute format('create policy site on %s to provost_site using (%s) with check (%2$s)', opened, condition);
  execute format('grant %s on %s to provost_site', privileges, opened);
end
$$;
revoke all on procedure open_to_sites(regclass, text, text) from public;

call open_to_sites('programs', 'id = (select provost_site())');
call open_to_sites('site_users', 'program_id = (select provost_site()) or signs_in_here(id, program_id)');
call open_to_sites('seen_users', 'exists (select from site_users u where u.id = user_id)', 'select, insert, update');

-- Which key of a site has made a change that nobody of the staff made.
alter table audit_entries add column site_key_id integer references site_keys (id);
create function is_own_site_key(key integer) returns boolean language plpgsql stable as $$
begin
  return exists (select from public.site_keys k where k.id = key and k.program_id = public.provost_site());
end
$$;
call make_definer('is_own_site_key(integer)');
grant execute on function is_own_site_key(integer) to provost_site;
create policy site on audit_entries for insert to provost_site
  with check (admin_id is null and is_own_site_key(site_key_id));
grant insert (admin_id, address, request_id, program_id, entity, entity_id, action, before, after, parent_id, site_key_id)
  on audit_entries to provost_site;
-- Functions of the site's own role are nobody else's to call.
revoke execute on function provost_site(), signs_in_here(integer, integer), is_own_site_key(integer)
  from provost_global, provost_scoped;

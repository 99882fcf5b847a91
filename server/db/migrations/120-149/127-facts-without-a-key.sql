-- Only history that is moved in has no key. Who moves it in says so in the signed scope, beside the program.
create function provost_imports() returns boolean language plpgsql stable parallel safe as $$
declare
  said text := current_setting('provost.site', true);
  known bytea;
begin
  if said is null or public.provost_site() is null then
    return false;
  end if;
  select k.key into known from public.scope_key k;
  return split_part(said, '.', 3)
    = encode(sha256(known || sha256(known || convert_to('import.' || split_part(said, '.', 1), 'UTF8'))), 'hex');
end
$$;
call make_definer('provost_imports()');
grant execute on function provost_imports() to provost_site;
revoke execute on function provost_imports() from provost_global, provost_scoped;

create policy site_keys_tell on site_facts as restrictive for insert to provost_site
  with check (case when key_id is null then (select provost_imports()) else is_own_site_key(key_id) end);
drop policy site on audit_entries;
create policy site on audit_entries for insert to provost_site
  with check (admin_id is null
    and case when site_key_id is null then (select provost_imports()) else is_own_site_key(site_key_id) end);
create policy site_imports on charges as restrictive for insert to provost_site
  with check ((source = 'import') = (select provost_imports()));

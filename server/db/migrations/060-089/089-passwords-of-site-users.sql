-- Links by which people of the program sites set a new password.

-- Asked for, and mailed by the next pass; once a person and site.
create table site_password_requests (
  user_id integer not null references site_users (id),
  program_id integer not null references programs (id),
  requested_at timestamptz(3) not null default provost_now(),
  primary key (user_id, program_id)
);
create index site_password_requests_program on site_password_requests (program_id);
call guard('site_password_requests');
grant select, insert, update, delete on site_password_requests to provost_global;
call open_to_sites('site_password_requests',
  'program_id = (select provost_site()) and exists (select from site_users u where u.id = user_id)',
  'select (user_id, program_id), insert (user_id, program_id)');

create table site_password_resets (
  -- SHA-256 of the link's secret, which stands nowhere.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id integer not null references site_users (id),
  program_id integer not null references programs (id),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index site_password_resets_user on site_password_resets (user_id);
create index site_password_resets_program on site_password_resets (program_id);
create index site_password_resets_age on site_password_resets (expires_at);
grant select, insert, update, delete on site_password_resets to provost_global;
grant select, update (used_at) on site_password_resets to provost_definer;

/*
 * Spends a link of the site and answers whose it is, held until the transaction ends; null where it does not work. The
 * person before the link: the order in which every change of a person locks them.
 */
create function spend_site_password_reset(link bytea) returns integer language plpgsql as $$
declare
  who integer;
begin
  select r.user_id into who from public.site_password_resets r
  where r.token_hash = link and r.program_id = public.provost_site();
  perform from public.site_users u where u.id = who and u.del_status = 0 and u.status <> 0
    and (u.program_id = public.provost_site() or public.signs_in_here(u.id, u.program_id))
  for no key update;
  if not found then
    return null;
  end if;
  update public.site_password_resets r set used_at = public.provost_now()
  where r.token_hash = link and r.used_at is null and r.expires_at > public.provost_now();
  return case when found then who end;
end
$$;
call make_definer('spend_site_password_reset(bytea)');
grant execute on function spend_site_password_reset(bytea) to provost_site;
revoke execute on function spend_site_password_reset(bytea) from provost_global, provost_scoped;

-- Whoever has a new password or address, or is gone, has no use for links of before, whichever way it changed.
create function end_site_password_resets() returns trigger language plpgsql as $$
begin
  update public.site_password_resets r set used_at = public.provost_now() where r.user_id = new.id and r.used_at is null;
  return null;
end
$$;
call make_definer('end_site_password_resets()');
create trigger site_users_links_end after update of password_hash, email, del_status, status on site_users
  for each row when (old.password_hash is distinct from new.password_hash
    or address_key(old.email) is distinct from address_key(new.email)
    or old.del_status is distinct from new.del_status or old.status is distinct from new.status)
  execute function end_site_password_resets();

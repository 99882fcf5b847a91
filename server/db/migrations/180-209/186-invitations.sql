-- Colleagues are invited by a mailed link and choose their password themselves
-- (docs/decisions/184-a-colleague-is-invited.md). An account whose `password_hash` is '-' has none yet: it opens nothing,
-- and is mailed no link that sets one but this.

create table admin_invitations (
  id bigint generated always as identity primary key,
  admin_id integer not null references admins (id),
  invited_by integer references admins (id),
  created_at timestamptz(3) not null default provost_now(),
  expires_at timestamptz(3) not null default provost_now() + interval '24 hours',
  -- Of the link; null until it is mailed.
  token_hash bytea unique check (length(token_hash) = 32),
  used_at timestamptz(3),
  -- Withdrawn, followed by another one, or of an account that was changed or removed.
  ended_at timestamptz(3),
  constraint admin_invitations_one_end check (num_nonnulls(used_at, ended_at) <= 1)
);
create unique index admin_invitations_open on admin_invitations (admin_id) where used_at is null and ended_at is null;
create index admin_invitations_admin on admin_invitations (admin_id, created_at);
create index admin_invitations_author on admin_invitations (invited_by) where invited_by is not null;
create index admin_invitations_age on admin_invitations (expires_at);

call guard('admin_invitations', 'exists (select from admins a where a.id = admin_id and a.program_id = (select provost_scope()))');
create policy definers_update on admin_invitations for update to provost_definer using (true);
-- Neither the link nor its end is anybody's to set: the first is the platform's, the second is 24 hours after it was made.
grant select, insert (admin_id, invited_by), update (ended_at) on admin_invitations to provost_scoped;
grant select, insert (admin_id, invited_by), update (token_hash, ended_at), delete on admin_invitations to provost_global;
grant select, update (used_at, ended_at) on admin_invitations to provost_definer;
-- Of its two admins one is whoever writes.
create policy own_name on admin_invitations as restrictive for insert to provost_scoped
  with check (invited_by is not distinct from (select provost_admin()));

-- A link ends with whatever changes the account, by whatever statement.
create function end_admin_invitations() returns trigger language plpgsql as $$
begin
  update public.admin_invitations i set ended_at = public.provost_now()
  where i.admin_id = new.id and i.used_at is null and i.ended_at is null;
  return null;
end
$$;
call make_definer('end_admin_invitations()');
create trigger admins_invitations_end after update of email, password_hash, program_id, permissions, deleted_at on admins
  for each row when ((old.email, old.password_hash, old.program_id, old.permissions, old.deleted_at)
    is distinct from (new.email, new.password_hash, new.program_id, new.permissions, new.deleted_at))
  execute function end_admin_invitations();

/*
 * Sets the first password of an account by a mailed link and spends it; answers whose it is, null where the link does not
 * work. The account is its maker's for seven days from now: the address was theirs to choose. The admin before the link:
 * the order in which every change of an admin locks them.
 */
create function accept_invitation(link bytea, hash text) returns integer language plpgsql as $$
declare
  who integer;
begin
  select i.admin_id into who from public.admin_invitations i where i.token_hash = link;
  perform from public.admins a where a.id = who and a.deleted_at is null and a.password_hash = '-' for no key update;
  if not found then
    return null;
  end if;
  update public.admin_invitations i set used_at = public.provost_now()
  where i.token_hash = link and i.used_at is null and i.ended_at is null and i.expires_at > public.provost_now();
  if not found then
    return null;
  end if;
  update public.admins a set password_hash = hash, updated_at = public.provost_now(), updated_by = who,
    access_changed_at = public.provost_now()
  where a.id = who;
  return who;
end
$$;
call make_definer('accept_invitation(bytea, text)');
revoke execute on function accept_invitation(bytea, text) from provost_scoped;

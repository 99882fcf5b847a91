-- Sign-ins at a provider of OpenID Connect that were begun (docs/decisions/212-single-sign-on.md). Whoever comes back takes
-- the row away, so that each is used once. What proves the way back derives from the browser's secret, which is not here.
create table sign_on_attempts (
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- The session that is proven again; null where one is opened.
  session_id uuid references sessions (id) on delete cascade,
  return_to text not null check (return_to like '/%'),
  time_zone text not null default '',
  begun_at timestamptz(3) not null default provost_now()
);
create index sign_on_attempts_age on sign_on_attempts (begun_at);
create index sign_on_attempts_session on sign_on_attempts (session_id) where session_id is not null;

-- Who an account is at a provider, since its first sign-in there: another subject with its address is somebody else.
create table sign_on_subjects (
  admin_id integer not null references admins (id),
  issuer text not null,
  subject text not null,
  created_at timestamptz(3) not null default provost_now(),
  -- When the account was last mailed that somebody else came with its address.
  warned_at timestamptz(3),
  primary key (admin_id, issuer),
  unique (issuer, subject)
);

-- Only what is written without the scope of a program: the staff of programs read neither through their own role.
grant select, insert, update, delete on sign_on_attempts, sign_on_subjects to provost_global;
revoke all on sign_on_attempts, sign_on_subjects from provost_scoped, provost_site;

-- An account with another address is found by that, and a removed one is nobody's.
create function forget_sign_on_subjects() returns trigger language plpgsql as $$
begin
  delete from public.sign_on_subjects s where s.admin_id = new.id;
  return null;
end
$$;
grant select, delete on sign_on_subjects to provost_definer;
call make_definer('forget_sign_on_subjects()');
create trigger admins_forget_subjects after update of email, deleted_at on admins
  for each row when ((old.email, old.deleted_at) is distinct from (new.email, new.deleted_at))
  execute function forget_sign_on_subjects();

-- True for a session that the provider opened: it answers for the second factor.
alter table sessions add column signed_on boolean not null default false;

-- Passkeys of staff: each signs in alone and stands in for a code. The handle is what the authenticator knows the account by.
create table passkeys (
  id integer generated always as identity primary key,
  admin_id integer not null references admins (id),
  credential_id bytea not null unique,
  public_key bytea not null,
  user_handle bytea not null,
  -- Uses that the authenticator has counted; 0 for ever where it counts none.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 100),
  -- True where it may be on several devices, and where it is on another one or in the keeper's backup by now.
  multi_device boolean not null,
  backed_up boolean not null,
  created_at timestamptz(3) not null default provost_now(),
  last_used_at timestamptz(3)
);
create index passkeys_admin on passkeys (admin_id);

-- What an authenticator is to sign: for one use, one purpose, and the session that asked for it where there is one.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'step_up')),
  session_id uuid references sessions (id) on delete cascade,
  -- Session or network that asked, of which so many may wait at once.
  asked_by text not null,
  -- Of a registration: what the authenticator will know the account by.
  user_handle bytea,
  expires_at timestamptz(3) not null,
  constraint passkey_challenges_session_check check ((purpose = 'sign_in') = (session_id is null)),
  constraint passkey_challenges_handle_check check ((purpose = 'register') = (user_handle is not null))
);
create index passkey_challenges_asked_by on passkey_challenges (asked_by);
create index passkey_challenges_age on passkey_challenges (expires_at);
create index passkey_challenges_session on passkey_challenges (session_id);

-- Only what is written without the scope of a program, as sessions and codes.
grant select, insert, update, delete on passkeys, passkey_challenges to provost_global;
revoke all on passkeys, passkey_challenges from provost_scoped, provost_site;

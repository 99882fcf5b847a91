-- Sessions end by themselves: idle, or too old. Their use is noted at most once a minute; the time until the idle end stays
-- the difference of the two, so that noting it reads no setting.
alter table sessions
  add column last_used_at timestamptz(3) not null default provost_now(),
  add column idle_ends_at timestamptz(3) not null default provost_now() + interval '8 hours',
  add column ends_at timestamptz(3) not null default provost_now() + interval '30 days',
  -- Of the device that signed in: the hash of its cookie, and the time zone that it is set to.
  add column device_hash bytea,
  add column time_zone text not null default '',
  -- When whoever has it last proved who they are, by signing in or by the password again.
  add column proven_at timestamptz(3) not null default provost_now(),
  -- True while the account has to set up a second factor before it may do anything else.
  add column needs_factor boolean not null default false,
  add constraint sessions_idle_check check (idle_ends_at > last_used_at);
update sessions set ends_at = created_at + interval '30 days';
drop index sessions_age;
create index sessions_age on sessions (ends_at);

insert into settings (name, value) values ('security', jsonb_build_object(
  'second_factor', 'nobody', 'idle_hours', 8, 'most_days', 30,
  'updated_at', to_char(provost_now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_by', null));

-- One-time codes of an account: the sealed secret, and the last step of 30 s whose code was taken; neither it nor one
-- before it is taken again. Pending until a first code has shown that a device holds the secret; the one before works until then.
create table one_time_codes (
  admin_id integer not null references admins (id),
  pending boolean not null,
  sealed bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default provost_now(),
  primary key (admin_id, pending)
);

create table recovery_codes (
  admin_id integer not null references admins (id),
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (admin_id, code_hash)
);

-- Only what is written without the scope of a program: the staff of programs read neither through their own role.
grant select, insert, update, delete on one_time_codes, recovery_codes to provost_global;
revoke all on one_time_codes, recovery_codes from provost_scoped, provost_site;

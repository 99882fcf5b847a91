-- Coins that go back, how people are paid, and members of staff who look at a site with a user's eyes.

-- ---------------------------------------------------------------- coins

-- A reversal is of one entry, of the same user and the same amount, and of no entry twice.
alter table lilt_entries
  add column reverses bigint generated always as (case when kind = 'reversal' then reference::bigint end) stored,
  add column reversed_amount bigint generated always as (case when kind = 'reversal' then -amount end) stored,
  add constraint lilt_entries_facts unique (id, user_id, amount),
  add constraint lilt_entries_reverses foreign key (reverses, user_id, reversed_amount)
    references lilt_entries (id, user_id, amount);
create unique index lilt_entries_reversed_once on lilt_entries (reverses) where reverses is not null;

-- ---------------------------------------------------------------- payment settings

create table payment_settings (
  user_id integer primary key references site_users (id),
  paid_by text check (paid_by in ('alipay', 'bank_deposit', 'direct', 'paypal', 'unionpay', 'venmo')),
  -- By method; what is secret stands in payment_secrets alone.
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object' and not jsonb_path_exists(fields,
    '$.*.keyvalue() ? (@.key == "account" || @.key == "account_number" || @.key == "iban" || @.key == "card_number" || @.key == "routing_number")')),
  -- What an older back office left there.
  paypal_address text not null default '',
  made_out_to text not null default '',
  sent_to text not null default '',
  updated_at timestamptz(3) not null default provost_now(),
  updated_by integer references admins (id)
);
create index payment_settings_updated_by on payment_settings (updated_by) where updated_by is not null;

-- Encrypted under a key that the database does not hold, each bound to its user and field.
create table payment_secrets (
  user_id integer not null references payment_settings (user_id),
  field text not null check (field in ('account', 'account_number', 'iban', 'card_number', 'routing_number',
    'bank_ac_no', 'routing_no')),
  sealed bytea not null check (length(sealed) > 28),
  primary key (user_id, field)
);

-- ---------------------------------------------------------------- logging in as a user

create table site_logins (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token, which is nowhere else.
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id integer not null references site_users (id),
  -- For whose site alone it is.
  program_id integer not null references programs (id),
  admin_id integer not null references admins (id),
  created_at timestamptz(3) not null default provost_now(),
  expires_at timestamptz(3) not null,
  exchanged_at timestamptz(3),
  session_expires_at timestamptz(3),
  ended_at timestamptz(3),
  ended_by text check (ended_by in ('site', 'revoked')),
  check ((exchanged_at is null) = (session_expires_at is null)),
  check ((ended_at is null) = (ended_by is null)),
  check (ended_at is null or exchanged_at is not null),
  check (exchanged_at < expires_at),
  -- A minute, and no more.
  check (expires_at <= created_at + interval '61 seconds')
);
create index site_logins_user on site_logins (user_id);
create index site_logins_admin on site_logins (admin_id);
create index site_logins_program on site_logins (program_id);
create index site_logins_age on site_logins (created_at);

-- Used once, and what has happened stays as it was.
create function keep_site_login() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.token_hash, new.user_id, new.program_id, new.admin_id, new.created_at, new.expires_at)
      is distinct from (old.token_hash, old.user_id, old.program_id, old.admin_id, old.created_at, old.expires_at)
    or old.exchanged_at is not null and (new.exchanged_at, new.session_expires_at)
      is distinct from (old.exchanged_at, old.session_expires_at)
    or old.ended_at is not null and (new.ended_at, new.ended_by) is distinct from (old.ended_at, old.ended_by)
  then
    raise exception using errcode = 'check_violation', constraint = 'site_logins_once',
      message = 'a login happens once';
  end if;
  return new;
end
$$;
create trigger site_logins_once before update on site_logins for each row execute function keep_site_login();

-- ---------------------------------------------------------------- grants and guards

grant select, insert, update on payment_settings to provost_global, provost_scoped;
grant select, insert, update, delete on payment_secrets to provost_global, provost_scoped;
grant select, insert, update, delete on site_logins to provost_global;
grant usage, select on sequence site_logins_id_seq to provost_global, provost_scoped;

call guard('payment_settings', 'exists (select from site_users u where u.id = user_id)');
call guard('payment_secrets', 'exists (select from site_users u where u.id = user_id)');

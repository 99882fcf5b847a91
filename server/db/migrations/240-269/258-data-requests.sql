-- Kind: expand
-- Wishes of people for all that is held of them, as their site passes them on (docs/decisions/231): a superadmin hands it over.
create table data_requests (
  id integer generated always as identity primary key,
  user_id integer not null references site_users (id),
  site_program_id integer not null references programs (id),
  asked_at timestamptz(3) not null default provost_now(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'rejected')),
  decided_at timestamptz(3),
  decided_by integer references admins (id),
  constraint data_requests_decided check ((state = 'waiting') = (decided_at is null and decided_by is null))
);
create unique index data_requests_open on data_requests (user_id) where state = 'waiting';
create index data_requests_user on data_requests (user_id, id);
create index data_requests_program on data_requests (site_program_id);
create index data_requests_admin on data_requests (decided_by) where decided_by is not null;
revoke all on data_requests from provost_global, provost_scoped;
grant select, insert (user_id, site_program_id), update (state, decided_at, decided_by) on data_requests to provost_global;
call columns_say_nothing('is one of a few words', '{data_requests.state}');

-- Places that sites give and take back, and the sessions of classes as each site calls them.
grant update (enrol_status, cancel_after_refund) on class_users to provost_site;

-- What a site calls a session is its own: two sites that sell one class do not know of each other's names.
alter table class_sessions
  add column site_program_id integer references programs (id),
  add constraint class_sessions_told check (site_program_id is null or external_id is not null);
alter table class_sessions drop constraint class_sessions_class_id_external_id_key;
create unique index class_sessions_name on class_sessions (class_id, external_id) where site_program_id is null;
create unique index class_sessions_reference on class_sessions (site_program_id, external_id)
  where site_program_id is not null;

call open_to_sites('class_sessions',
  'site_program_id = (select provost_site()) or class_id in (select site_classes())');
grant insert (class_id, external_id, start_at, end_at, cancelled, site_program_id) on class_sessions to provost_site;
grant update (start_at, end_at, cancelled) on class_sessions to provost_site;
-- A site writes the sessions that it has told, of classes of its own.
create policy site_sessions on class_sessions as restrictive for insert to provost_site
  with check (site_program_id = (select provost_site()) and class_id in (select site_classes()));
create policy own_site_sessions on class_sessions as restrictive for update to provost_site
  using (site_program_id = (select provost_site()))
  with check (site_program_id = (select provost_site()) and class_id in (select site_classes()));

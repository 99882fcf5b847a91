-- What staff have done with is archived: it is inactive, so that whatever shows, sells or sends by `active` needs to know no more.
alter table banners add column archived_at timestamptz(3),
  add constraint banners_archived check (archived_at is null or active = 0);
alter table landing_pages add column archived_at timestamptz(3),
  add constraint landing_pages_archived check (archived_at is null or active = 0);
alter table gift_products add column archived_at timestamptz(3),
  add constraint gift_products_archived check (archived_at is null or active = 0);
alter table events add column archived_at timestamptz(3),
  add constraint events_archived check (archived_at is null or active = 0);
alter table email_rules add column archived_at timestamptz(3),
  add constraint email_rules_archived check (archived_at is null or active = 0);

-- Of these two, a program's staff writes by column.
grant update (archived_at) on events, email_rules to provost_scoped;

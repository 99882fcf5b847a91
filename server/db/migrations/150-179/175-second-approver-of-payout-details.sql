-- A change of payout details that another superadmin has to approve before money goes there: whose it was, and who
-- approved it (docs/specification.md, Payouts). What is noted while the money settings do not ask for it never needs it.
alter table payee_changes
  -- Null where a program's site, or the platform itself, has changed it.
  add column changed_by integer references admins (id),
  add column needs_approval boolean not null default false,
  add column approved_at timestamptz(3),
  add column approved_by integer references admins (id),
  add constraint payee_changes_approved check (
    (approved_at is null) = (approved_by is null) and (approved_at is null or needs_approval)),
  add constraint payee_changes_somebody_else check (approved_by is null or approved_by is distinct from changed_by),
  add constraint payee_changes_details_approved check (kind = 'details' or not needs_approval);
create index payee_changes_unapproved on payee_changes (user_id) where needs_approval and approved_at is null;
create index payee_changes_author on payee_changes (changed_by) where changed_by is not null;
create index payee_changes_approver on payee_changes (approved_by) where approved_by is not null;

create or replace function note_payee_change() returns trigger language plpgsql as $$
declare
  row_now jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed integer := coalesce(row_now ->> 'user_id', row_now ->> 'id')::integer;
begin
  if tg_table_name = 'site_users' then
    insert into public.payee_changes (user_id, kind, email_before, changed_by)
    values (changed, 'email', to_jsonb(old) ->> 'email', nullif(public.provost_admin(), 0));
  else
    perform from public.site_users u where u.id = changed for no key update;
    insert into public.payee_changes (user_id, kind, changed_by, needs_approval)
    values (changed, 'details', nullif(public.provost_admin(), 0), coalesce((
      select (s.value -> 'rules' ->> 'details_approval')::boolean from public.settings s where s.name = 'money'), false));
  end if;
  return null;
end
$$;
call make_definer('note_payee_change()');

update settings set value = jsonb_set(value, '{rules,details_approval}', 'false') where name = 'money';

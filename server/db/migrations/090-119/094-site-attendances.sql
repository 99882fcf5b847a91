-- Who was there, as sites tell it: for how long, and whether its days had been paid of by then.
alter table attendances
  add column seconds integer constraint attendances_seconds check (seconds between 0 and 86400),
  add column late boolean not null default false;

grant select on membership_pools, membership_parts to provost_definer;
create or replace function place_attendance() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  new.class_id := coalesce((select s.class_id from public.class_sessions s where s.id = new.session_id), new.class_id);
  select c.instructor_id, u.program_id into new.instructor_id, new.scope_program_id
  from public.classes c left join public.site_users u on u.id = c.instructor_id where c.id = new.class_id;
  -- In UTC, as the days of a pool are; one of which nothing is paid any more is frozen anew.
  new.late := exists (
    select from public.membership_pools p
    where (new.attended_at at time zone 'UTC')::date between p.from_day and p.to_day
      and exists (select from public.membership_parts m where m.pool_id = p.id and m.payout_id is not null));
  return new;
end
$$;

create or replace function keep_attendance() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.session_id, old.class_id, old.user_id, old.type, old.instructor_id, old.scope_program_id, old.attended_at,
      old.seconds, old.late)
    is distinct from (new.session_id, new.class_id, new.user_id, new.type, new.instructor_id, new.scope_program_id,
      new.attended_at, new.seconds, new.late)
  then
    raise exception 'attendance % stays what it is', old.id
      using errcode = 'check_violation', constraint = 'attendances_stay';
  end if;
  return new;
end
$$;

call open_to_sites('attendances',
  'class_id in (select site_classes()) and exists (select from site_users u where u.id = user_id)');
grant insert (session_id, class_id, user_id, type, attended_at, seconds) on attendances to provost_site;

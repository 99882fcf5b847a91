-- Staff can open a program's site as one of its users, and ask there for a refund in that user's name. Whoever has done so
-- within a day before the request decides nothing of it: it is noted with the request, as logins are forgotten earlier.

alter table refund_requests add column asked_through integer[] not null default '{}';

-- What waits now was asked before it was noted.
alter table refund_requests disable trigger user;
update refund_requests q set asked_through = array(select distinct l.admin_id from site_logins l
    where l.user_id = q.user_id and l.exchanged_at between q.created_at - interval '1 day' and q.created_at)
  where q.decision is null and q.user_id is not null;
alter table refund_requests enable trigger user;

alter table refund_requests add constraint refund_requests_nobody_through check (not (decided_by = any (asked_through)));

create function note_logins_of_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.asked_through := old.asked_through;
  else
    new.asked_through := array(select distinct l.admin_id from public.site_logins l
      where l.user_id = new.user_id and l.exchanged_at between new.created_at - interval '1 day' and new.created_at);
  end if;
  return new;
end
$$;
call make_definer('note_logins_of_request()');
grant select on site_logins to provost_definer;
create trigger refund_requests_through before insert or update on refund_requests
  for each row execute function note_logins_of_request();

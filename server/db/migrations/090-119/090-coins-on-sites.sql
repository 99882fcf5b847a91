-- Coins, tokens and tickets that sites tell.

-- Whole coins that the site of a program may give away a day.
alter table programs add column site_coins_per_day integer not null default 10000
  constraint programs_site_coins_per_day check (site_coins_per_day >= 0);

-- Hundredths of coins that a site has given on a day (UTC): counted in one row, so that two grants wait for each other.
create table site_coin_days (
  program_id integer not null references programs (id),
  day date not null,
  granted bigint not null check (granted > 0),
  primary key (program_id, day)
);
call guard('site_coin_days');
grant select, insert, update on site_coin_days to provost_global;
call open_to_sites('site_coin_days', 'program_id = (select provost_site())', 'select, insert');
grant update (granted) on site_coin_days to provost_site;

call open_to_sites('lilt_entries', 'exists (select from site_users u where u.id = user_id)');
grant insert (user_id, amount, kind, reference, reason, created_by) on lilt_entries to provost_site;
-- Prizes are the draws' to book, and what is taken back the staff's.
create policy site_name on lilt_entries as restrictive for insert to provost_site
  with check (kind in ('grant', 'token', 'purchase', 'ticket') and created_by is null);

-- Tokens belong to no program and are read by none: whoever knows a code uses it up, once, and hears what it is worth.
create function spend_token(typed text) returns table (id integer, amount bigint) language plpgsql as $$
begin
  return query
    update public.lilt_tokens t
    -- Whoever is editing it meanwhile is told.
    set used = 1, updated_at = greatest(public.provost_now(), t.updated_at + interval '1 millisecond'), updated_by = null
    where lower(t.code) = lower(typed) and t.status = 1 and t.used = 0
      and coalesce(t.expiry_date >= (clock_timestamp() at time zone 'UTC')::date, true)
    returning t.id, t.amount;
end
$$;
call make_definer('spend_token(text)');
grant select, update (used, updated_at, updated_by) on lilt_tokens to provost_definer;
grant execute on function spend_token(text) to provost_site;
revoke execute on function spend_token(text) from provost_scoped;

-- The count of tickets is the database's own to keep, whoever sells them.
call make_definer('count_tickets()');
create policy counted on events for update to provost_definer using (true);
grant update (tickets) on events to provost_definer;
grant select on draws to provost_definer;

-- An event is held while its tickets are sold, which asks for a right to change it; no change is let through.
grant update (updated_at) on events to provost_site;
create policy site_holds on events as restrictive for update to provost_site using (true) with check (false);
call open_to_sites('tickets', 'exists (select from site_users u where u.id = user_id)');
grant insert (event_id, program_id, user_id, code) on tickets to provost_site;
create policy site_events on tickets as restrictive for insert to provost_site with check (exists (
  select from events e where e.id = tickets.event_id and e.program_id is not distinct from tickets.program_id));

-- Whoever spends or gets coins is held; of their columns a site changes where prizes go.
grant update (lilt_delivery, updated_at, updated_by) on site_users to provost_site;

-- Triggers that hold staff to their own name ask for it first: a site is nobody of the staff, and hears that.
grant execute on function provost_scope(), provost_admin() to provost_site;

-- Sales of tickets and memberships: of no class, so of no instructor; what the platform leaves is the program's.
alter table charges
  alter column class_id drop not null,
  add column event_id integer references events (id),
  add column quantity integer constraint charges_quantity check (quantity > 0),
  add column subscription text constraint charges_subscription check (subscription in ('month', 'year')),
  add constraint charges_thing check (class_id is not null
    or charge_type = 'event_payment' and event_id is not null and quantity is not null and program_id is not null
    or charge_type = 'membership_payment' and subscription is not null and program_id is not null);
create index charges_event on charges (event_id) where event_id is not null;
-- The rest of a sale is the instructor's, or the program's where there is none.
alter table charge_lines drop constraint charge_lines_check1,
  add constraint charge_lines_row check (case type when 4 then row_id is null when 1 then true else row_id is not null end);

-- Charges of these payments, whosever they are: a payment is booked once.
create function booked_payments(payments text[])
  returns table (id integer, provider text, provider_charge text, source text, program_id integer, student_id integer,
    class_id integer, event_id integer, subscription text, amount bigint, currency text)
  language plpgsql stable as $$
begin
  return query
    select c.id, c.provider, c.provider_charge, c.source, coalesce(c.site_program_id, c.program_id), c.student_id, c.class_id,
      c.event_id, c.subscription, c.amount, c.currency::text
    from public.charges c where c.provider_charge = any (payments);
end
$$;
call make_definer('booked_payments(text[])');
grant execute on function booked_payments(text[]) to provost_site;
revoke execute on function booked_payments(text[]) from provost_global, provost_scoped;
-- Events that the site of a program shows: its own, and those it was given.
create function events_on(site integer) returns setof integer language plpgsql stable as $$
begin
  return query
    select e.id from public.events e where e.program_id = site
    union
    select p.event_id from public.event_programs p where p.program_id = site;
end
$$;
call make_definer('events_on(integer)');
revoke execute on function events_on(integer) from provost_scoped;

create function site_events() returns setof integer language plpgsql stable as $$
begin
  return query select public.events_on(public.provost_site());
end
$$;
call make_definer('site_events()');
grant select on events, event_programs to provost_definer;
grant execute on function site_events() to provost_site;
revoke execute on function site_events() from provost_global, provost_scoped;

call open_to_sites('events', 'id in (select site_events())',
  'select (id, name, program_id, price, ticket_price, available, tickets, active, start_at, end_at)');
-- That the list of an event is frozen is to be seen by whoever sells its tickets.
call open_to_sites('draws', 'event_id in (select site_events())');
revoke select on draws from provost_site;
grant select (event_id) on draws to provost_site;
call open_to_sites('tickets', 'event_id in (select site_events()) and exists (select from site_users u where u.id = user_id)');
grant insert (event_id, program_id, user_id, code) on tickets to provost_site;
grant update (membership, membership_at) on site_users to provost_site;

drop policy site_sales on charges;
create policy site_sales on charges as restrictive for insert to provost_site
  with check (source = 'site' and site_program_id = (select provost_site()) and case
    when class_id is not null then class_id in (select site_classes())
    else program_id = (select provost_site()) and (event_id is null or event_id in (select site_events())) end);
grant insert (event_id, quantity, subscription) on charges to provost_site;

-- Kind: contract
-- What staff have to look at besides: one payment of two sales, and an event of which the provider's key may not read all. The
-- version before knows neither, and could not list them.
alter table unbooked_events
  drop constraint unbooked_events_reason_check,
  add constraint unbooked_events_reason_check check (reason in ('unknown_charge', 'other_currency', 'over_the_charge',
    'malformed', 'booked_twice', 'not_permitted'));

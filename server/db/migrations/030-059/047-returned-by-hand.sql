-- Refunds that no provider sends: somebody returns the money outside, and says so.

alter table refunds
  add column returned_at timestamptz(3),
  add column returned_by integer references admins (id),
  add constraint refunds_returned_by_hand check (returned_at is null or provider = 'manual'),
  add constraint refunds_returned_by check (returned_by is null or returned_at is not null);
-- Of those of before nobody was asked to keep a list.
update refunds set returned_at = succeeded_at where provider = 'manual' and state = 'succeeded';
create index refunds_to_return on refunds (charge_id)
  where provider = 'manual' and state = 'succeeded' and returned_at is null;
create index refunds_returner on refunds (returned_by) where returned_by is not null;

-- Fulfillments that are undone until their sheet is printed, and how a parcel travels (docs/specification.md, Giveaway
-- purchases).
alter table gift_purchases
  add column carrier text not null default '' check (length(carrier) <= 80),
  add column tracking_number text not null default '' check (length(tracking_number) <= 80),
  add constraint gift_purchases_tracked
    check (fulfilment_id is not null or carrier = '' and tracking_number = '');
grant update (carrier, tracking_number) on gift_purchases to provost_global, provost_scoped;

alter table fulfilments
  add column printed_at timestamptz(3),
  add column printed_by integer references admins (id),
  add column undone_at timestamptz(3),
  add column undone_by integer references admins (id),
  -- What is on paper may be in the post.
  add constraint fulfilments_printed_or_undone check (printed_at is null or undone_at is null),
  add constraint fulfilments_printed_when check (printed_by is null or printed_at is not null),
  add constraint fulfilments_undone_when check (undone_by is null or undone_at is not null);
create index fulfilments_printed on fulfilments (printed_by) where printed_by is not null;
create index fulfilments_undone on fulfilments (undone_by) where undone_by is not null;
grant update (printed_at, printed_by, undone_at, undone_by) on fulfilments to provost_global, provost_scoped;

drop trigger fulfilments_kept on fulfilments;
create trigger fulfilments_never_deleted before delete on fulfilments
  for each row execute function refuse_change();
-- Printed once, or undone once; all else stays.
create trigger fulfilments_kept before update on fulfilments for each row
  when ((old.id, old.admin_id, old.program_id, old.file_name, old.created_at)
      is distinct from (new.id, new.admin_id, new.program_id, new.file_name, new.created_at)
    or old.printed_at is not null and (old.printed_at, old.printed_by) is distinct from (new.printed_at, new.printed_by)
    or old.undone_at is not null and (old.undone_at, old.undone_by) is distinct from (new.undone_at, new.undone_by))
  execute function refuse_change();
call guard_names('fulfilments');

-- Whoever sees an order of a sheet may print it; undone it is by the program that made it, as a whole.
drop policy own_updates on fulfilments;
create policy own_updates on fulfilments for update to provost_scoped
  using (exists (select from gift_purchases p where p.fulfilment_id = fulfilments.id))
  with check (undone_at is null or program_id = (select provost_scope()));

-- An order that was sent stays so, unless its fulfillment is undone.
drop trigger gift_purchases_kept on gift_purchases;
create trigger gift_purchases_kept before update on gift_purchases for each row
  when ((old.id, old.product_id, old.user_id, old.event_id, old.type, old.state, old.price, old.entry_id, old.created_at)
      is distinct from (new.id, new.product_id, new.user_id, new.event_id, new.type, new.state, new.price, new.entry_id,
        new.created_at))
  execute function refuse_change();

create function check_undone_sending() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.fulfilment_id is not null
    or not exists (select from fulfilments f where f.id = old.fulfilment_id and f.undone_at is not null)
  then
    raise exception using errcode = 'check_violation', constraint = 'gift_purchases_undone',
      message = 'an order whose fulfillment is not undone';
  end if;
  return new;
end
$$;
create trigger gift_purchases_undone before update on gift_purchases for each row
  when (old.fulfilment_id is not null and (old.fulfilment_id, old.sent) is distinct from (new.fulfilment_id, new.sent))
  execute function check_undone_sending();

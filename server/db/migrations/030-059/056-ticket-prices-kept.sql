-- Whoever bought a ticket did so at its price: with the first one it is fixed, whichever of the two came first.
create trigger events_ticket_price_sold before update on events for each row
  when (old.tickets > 0 and old.type = new.type and old.ticket_price is distinct from new.ticket_price)
  execute function keep_sold_event();

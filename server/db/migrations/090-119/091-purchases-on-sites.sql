-- Purchases that sites tell, and where prizes go.
call open_to_sites('gift_products', 'program_id = (select provost_site())
  or exists (select from gift_product_programs s where s.product_id = id and s.program_id = (select provost_site()))
  or exists (select from events e where e.product_id = gift_products.id)', 'select (id, program_id, active)');
-- Held while it is bought, and never changed.
grant update (updated_at) on gift_products to provost_site;
create policy site_holds on gift_products as restrictive for update to provost_site using (true) with check (false);
call open_to_sites('gift_purchases', 'exists (select from site_users u where u.id = user_id)');
grant insert (id, product_id, user_id, event_id, type, price, entry_id) on gift_purchases to provost_site;
grant usage on sequence gift_purchases_id_seq to provost_site;
create policy site_purchases on gift_purchases as restrictive for insert to provost_site
  with check (type = 'regular' and exists (select from gift_products g where g.id = product_id));

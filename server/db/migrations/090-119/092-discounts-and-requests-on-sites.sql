-- What coupons and codes are worth on a site, and requests for refunds that it tells.
call open_to_sites('coupons', 'program_id = (select provost_site()) and deleted_at is null');
revoke select on coupons from provost_site;
grant select (id, program_id, coupon_name, coupon_stripe_id, known, deleted_at) on coupons to provost_site;
grant select (discount, discount_type) on commission_rows to provost_site;

call open_to_sites('refund_requests', 'exists (select from charges c where c.id = charge_id)');
grant insert (charge_id, scope_program_id, class_id, amount, cancel_registration, reason, type, user_id)
  on refund_requests to provost_site;
-- In the name of a person who is there: the buyer or the instructor of the sale.
create policy site_asks on refund_requests as restrictive for insert to provost_site with check (exists (
  select from charges c join site_users u on u.id = refund_requests.user_id
  where c.id = refund_requests.charge_id and c.program_id is not distinct from refund_requests.scope_program_id
    and u.id = case refund_requests.type when 'student' then c.student_id when 'instructor' then c.instructor_id end));

-- Sites read a place that went with a refund as cancelled, so that this is a change of it like any other status.
drop function tell_enrolment_of_class_users() cascade;
call tells_sites('class_users', 'enrolment',
  'select s.program_id, r.id::text, side.is_new from public.user_on_sites(r.user_id) s
   where (exists (select from public.class_programs l where l.class_id = r.class_id and l.program_id = s.program_id)
     or s.program_id in (select public.class_known_on(r.class_id)))',
  'class_id, user_id, enrol_status, cancel_after_refund, charge_id, dateadded');

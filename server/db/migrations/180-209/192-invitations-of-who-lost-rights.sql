-- A link ends with the rights of whoever sent it: who is removed, moved to another program or loses a permission would
-- otherwise leave accounts behind that hold what the sender may no longer give.
create or replace function end_admin_invitations() returns trigger language plpgsql as $$
begin
  update public.admin_invitations i set ended_at = public.provost_now()
  where i.admin_id = new.id and i.used_at is null and i.ended_at is null;
  if new.deleted_at is distinct from old.deleted_at or new.program_id is distinct from old.program_id
    or not new.permissions @> old.permissions
  then
    update public.admin_invitations i set ended_at = public.provost_now()
    where i.invited_by = new.id and i.used_at is null and i.ended_at is null;
  end if;
  return null;
end
$$;
call make_definer('end_admin_invitations()');

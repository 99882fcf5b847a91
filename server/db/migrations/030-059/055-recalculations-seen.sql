-- A run that was asked for across all programs is seen by every program whose sales it will divide anew; it stays
-- nobody's of a program to change. Decided: docs/decisions/099-who-sees-a-recalculation.md.
call guard('recalculations',
  'scope_program_id in (0, (select provost_scope()))
    and (program_id = (select provost_scope())
      or level = 0 and (select provost_scope()) is not null
      or exists (select from charges c where c.program_id = (select provost_scope())
        and (level = 2 and c.instructor_id = owner_id or level = 3 and c.class_id = owner_id)))',
  'program_id = (select provost_scope()) and scope_program_id = (select provost_scope())');

-- Waiting runs that can divide no sale of another program anew: what a program's own admins may cancel.
create function recalculations_of_own_program() returns setof integer language plpgsql stable as $$
declare
  scope integer := public.provost_scope();
begin
  return query select r.id from public.recalculations r
    where r.status = 'waiting' and r.level > 0 and r.program_id = scope and (
      r.scope_program_id = scope
      or r.scope_program_id = 0 and not exists (
        select from public.charges c
        where c.program_id is distinct from scope
          and (r.level = 2 and c.instructor_id = r.owner_id or r.level = 3 and c.class_id = r.owner_id)
          and (c.split_rows is null or exists (select from public.charge_lines l
            where l.charge_id = c.id and l.payout_id is null and l.amount > l.refunded))));
end
$$;
call make_definer('recalculations_of_own_program()');
grant select on recalculations, charges, charge_lines to provost_definer;

-- Who has asked for a run is told to everybody who sees it.
create or replace function admin_email_elsewhere(admin integer) returns text language plpgsql stable as $$
declare
  scope integer := public.provost_scope();
begin
  if exists (select from public.audit_entries e where e.admin_id = admin and e.program_id = scope)
    or exists (select from public.commission_groups g where g.updated_by = admin and g.program_id = scope)
    or exists (select from public.commission_rows r where r.created_by = admin
      and (r.program_id = scope or r.level = 0 and scope is not null))
    or exists (select from public.commission_rows r where r.replaced_by = admin
      and (r.program_id = scope or r.level = 0 and scope is not null))
    or exists (select from public.draw_attempts a where a.program_id = scope and admin in (a.proposed_by, a.confirmed_by))
    or exists (select from public.recalculations r where r.requested_by = admin and r.scope_program_id in (0, scope)
      and (r.program_id = scope or r.level = 0 and scope is not null
        or exists (select from public.charges c where c.program_id = scope
          and (r.level = 2 and c.instructor_id = r.owner_id or r.level = 3 and c.class_id = r.owner_id))))
  then
    return (select a.email from public.admins a where a.id = admin);
  end if;
  return null;
end
$$;
call make_definer('admin_email_elsewhere(integer)');

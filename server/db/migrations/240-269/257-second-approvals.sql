-- Kind: expand
-- A factor that others take away counts as a change of the account (docs/decisions/231): it approves nothing for seven days.
create function stamp_factor_reset(admin integer) returns void language plpgsql as $$
begin
  update public.admins a set access_changed_at = public.provost_now() where a.id = admin;
end
$$;
call make_definer('stamp_factor_reset(integer)');
revoke execute on function stamp_factor_reset(integer) from provost_scoped;

-- Whether one admin is behind the account by which another asked: has made or changed it within seven days before, or has made
-- or changed an account that did, and so on.
create function stands_behind(approver integer, asker integer, asked timestamptz) returns boolean language plpgsql stable as $$
begin
  return approver <> asker and exists (
    with recursive behind (admin) as (
      select asker
      union
      select e.admin_id from behind b
      join public.audit_entries e on e.entity = 'admin' and e.entity_id = b.admin::text
      where e.admin_id <> b.admin and e.at > asked - interval '168 hours' and e.at <= asked
    )
    select from behind b where b.admin = approver);
end
$$;
call make_definer('stands_behind(integer, integer, timestamptz)');

-- A class that is made is sold wherever those of its instructor are (docs/specification.md, Classes and bundles). The
-- staff of its home may not write links of other programs by themselves: these are the ones that the instructor's own
-- setting asks for, and no others.
create function link_instructor_programs(integer) returns setof integer language sql as $$
  insert into public.class_programs (class_id, program_id, made_for, updated_by)
  select c.id, p.program_id, c.instructor_id, c.updated_by
  from public.classes c join public.site_user_programs p on p.user_id = c.instructor_id
  where c.id = $1 and (public.provost_scope() is null or c.program_id = public.provost_scope())
  order by p.program_id
  on conflict do nothing
  returning program_id
$$;
call make_definer('link_instructor_programs(integer)');
create policy definers_link on class_programs for insert to provost_definer with check (made_for is not null);
grant insert (class_id, program_id, made_for, updated_by) on class_programs to provost_definer;
grant select on site_user_programs to provost_definer;

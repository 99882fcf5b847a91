-- Who has edited where a class is sold, and what its programs are called to each other.

alter table class_programs add column updated_by integer references admins (id);

-- Whoever edits a link makes it their own: what a bulk assignment is undone by leaves it alone from then on.
create function mark_class_link() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.updated_at := greatest(provost_now(), old.updated_at + interval '1 millisecond');
  if new.bulk_id is not distinct from old.bulk_id then
    new.bulk_id := null;
  end if;
  return new;
end
$$;
create trigger class_programs_mark before update on class_programs
  for each row execute function mark_class_link();

/* What a program is called that sells a class beside the session's own: it alone, and its name alone. */
create function program_beside(of_class integer, named integer) returns text language plpgsql stable as $$
begin
  return (select p.program_display_name from public.programs p
    where p.id = named
      and exists (select from public.class_programs l
        where l.class_id = of_class and l.program_id = public.provost_scope())
      and exists (select from public.class_programs l where l.class_id = of_class and l.program_id = named));
end
$$;
call make_definer('program_beside(integer, integer)');

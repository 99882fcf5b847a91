-- Who teaches what a program sells from elsewhere: its staff read the name there, and find the class by it.
create function lent_instructors() returns table (class_id integer, instructor_name text, name_search text)
  language plpgsql stable as $$
begin
  return query select l.class_id, nullif(btrim(u.first_name || ' ' || u.last_name), ''),
      lower(u.first_name || ' ' || u.last_name)
    from public.class_programs l join public.classes c on c.id = l.class_id
      join public.site_users u on u.id = c.instructor_id
    where l.program_id = public.provost_scope();
end
$$;
call make_definer('lent_instructors()');

/* The name of one, for a row of a list. */
create function instructor_beside(of_class integer) returns text language plpgsql stable as $$
begin
  return (select nullif(btrim(u.first_name || ' ' || u.last_name), '')
    from public.class_programs l join public.classes c on c.id = l.class_id
      join public.site_users u on u.id = c.instructor_id
    where l.class_id = of_class and l.program_id = public.provost_scope());
end
$$;
call make_definer('instructor_beside(integer)');
grant select on classes, class_programs, site_users to provost_definer;

-- What a caller says of a digital item's preview, where it is not simply the path of its picture.
alter table gift_products add column preview text;

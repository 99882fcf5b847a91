-- The first of these classes that holds the bundle, directly or through others, whichever programs they are of: a program
-- takes classes of others that it sells, and does not see what is within them.
create function bundle_circle(bundle integer, members integer[]) returns integer language plpgsql stable as $$
begin
  return (
    with recursive inside (member, class_id) as (
      select b.bundle_id, b.class_id from public.bundle_classes b where b.bundle_id = any (members)
      union
      select i.member, b.class_id from inside i join public.bundle_classes b on b.bundle_id = i.class_id
    )
    select member from inside where class_id = bundle limit 1);
end
$$;
call make_definer('bundle_circle(integer, integer[])');

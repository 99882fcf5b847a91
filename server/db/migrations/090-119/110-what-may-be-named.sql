-- Whom and what a program may name: by a class of a bundle, and by the instructor of a class, it would read what is another's
-- (docs/decisions/029-walls.md).

-- Before the row is written, the policies on classes still answer for what the bundle held before.
create trigger bundle_classes_in_sight before insert or update of class_id on bundle_classes
  for each row execute function refuse_out_of_sight('class_id', 'classes');

create trigger classes_instructor_in_sight before insert or update of instructor_id on classes
  for each row execute function refuse_out_of_sight('instructor_id', 'site_users');

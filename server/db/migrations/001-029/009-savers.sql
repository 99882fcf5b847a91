-- Who saved a class last, as with everything else that people edit together.
alter table classes add column updated_by integer references admins (id);

-- 0 is no place in the order of a program, on every list that has one, and stands behind all others.

update event_programs set sort_order = 0 where sort_order is null;
update gift_category_programs set sort_order = 0 where sort_order is null;
update site_category_programs set display_order = 0 where display_order is null;
alter table event_programs alter sort_order set default 0, alter sort_order set not null;
alter table gift_category_programs alter sort_order set default 0, alter sort_order set not null;
alter table site_category_programs alter display_order set default 0, alter display_order set not null;

-- Both directions: an index read backwards has those without a place in front.
create index class_programs_place on class_programs (program_id, nullif(display_order, 0), class_id);
create index class_programs_place_down
  on class_programs (program_id, nullif(display_order, 0) desc nulls last, class_id desc);

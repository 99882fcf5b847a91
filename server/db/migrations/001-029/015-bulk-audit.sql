-- One change of many rows is one entry of the audit: what it did to each stands below it.
alter table audit_entries add column parent_id bigint references audit_entries (id);
create index audit_entries_parent on audit_entries (parent_id) where parent_id is not null;

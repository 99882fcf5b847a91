-- A file may hold columns that not everybody who may have the file may read: whoever fetches it has to be allowed all.
alter table exports add column columns text[];

-- Stored images. A table that shows one points at uploads (id) with a foreign key: the sweep finds those keys in the
-- catalogue of the database, and the keys themselves keep it from taking what somebody has claimed meanwhile.

create table uploads (
  id integer generated always as identity primary key,
  type text not null,
  -- The address it is served at.
  path text not null unique check (path like '/storage/images/%'),
  -- What the sender called it: a text to show, never part of a path.
  original_file text not null check (char_length(original_file) between 1 and 255),
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Of the stored bytes, not of the sent ones.
  sha256 bytea not null check (octet_length(sha256) = 32),
  class_id integer references classes (id),
  uploaded_by integer not null references admins (id),
  -- The program of the admin who sent it; empty for a global one.
  program_id integer references programs (id),
  created_at timestamptz(3) not null default provost_now(),
  -- Since when no row has referred to it; empty while one does. Nobody has when it is new.
  unused_since timestamptz(3) default provost_now()
);
create index uploads_unused on uploads (unused_since, id) where unused_since is not null;

-- Files that may stand in the store without a row that names them. A path is entered before its file is written and
-- leaves with the row's insert; it is entered with the row's delete and leaves after its file. A crash anywhere
-- therefore leaves either the row or the path by which the file is found again.
create table stray_files (
  path text primary key,
  delete_after timestamptz(3) not null
);
create index stray_files_due on stray_files (delete_after);

-- Events came before the images that they show.
alter table events add foreign key (image_id) references uploads (id);
create index events_image_id on events (image_id) where image_id is not null;

grant select, insert, update, delete on uploads, stray_files to provost_global, provost_scoped;
grant usage, select on sequence uploads_id_seq to provost_global, provost_scoped;

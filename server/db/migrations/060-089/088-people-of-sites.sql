-- People as the sites of their programs tell of them, and as they change themselves there.

-- A site never reads what a password became; whether one is right the platform says.
revoke select on site_users from provost_site;
do $$
declare
  readable text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into readable from pg_attribute a
  where a.attrelid = 'site_users'::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> 'password_hash';
  execute format('grant select (%s) on site_users to provost_site', readable);
end
$$;
grant insert (first_name, last_name, email, program_id, user_type, status, approved, viewable, del_status, membership,
    membership_at, locale, timezone, photo_id, password_hash, updated_by),
  update (first_name, last_name, email, user_type, del_status, membership, membership_at, locale, timezone, photo_id,
    password_hash, updated_at, updated_by)
  on site_users to provost_site;
-- Whom a site makes is at home there.
create policy site_makes on site_users as restrictive for insert to provost_site
  with check (program_id = (select provost_site()));
grant execute on function provost_scope(), email_is_taken(text, integer), keep_file(text) to provost_site;
grant select on timezones to provost_site;

-- Whom the site's own name for somebody means: each name one person, each person one name.
create table site_user_references (
  program_id integer not null references programs (id),
  reference text not null check (reference <> '' and length(reference) <= 100),
  user_id integer not null references site_users (id),
  primary key (program_id, reference),
  unique (program_id, user_id)
);
create index site_user_references_user on site_user_references (user_id);
call guard('site_user_references');
grant select, insert, update, delete on site_user_references to provost_global;
call open_to_sites('site_user_references', 'program_id = (select provost_site())', 'select, insert, delete');
create policy site_names on site_user_references as restrictive for insert to provost_site
  with check (exists (select from site_users u where u.id = user_id));

call open_to_sites('site_user_categories', 'exists (select from site_users u where u.id = user_id)',
  'select, insert, delete');
-- The categories of the program, which people may name, beside those that it shows.
call open_to_sites('site_categories', 'program_id = (select provost_site())
  or exists (select from site_category_programs o where o.category_id = id)',
  'select (id, category_name, status, del_flag, parent_id, program_id, group_id)');
call open_to_sites('email_templates', 'program_id is null or program_id = (select provost_site())');

-- Pictures that came by a site's key are nobody's of the staff.
alter table uploads alter column uploaded_by drop not null;
-- Beside what the site shows of classes, events, products and banners.
call open_to_sites('uploads', 'program_id = (select provost_site())
  or exists (select from site_users u where uploads.id in (u.photo_id, u.banner_id))
  or exists (select from classes c where c.class_image_id = uploads.id)
  or exists (select from events e where e.image_id = uploads.id)
  or exists (select from gift_products g where g.image_id = uploads.id)
  or exists (select from banner_images i where i.crop_id = uploads.id)');
create policy site_sends on uploads as restrictive for insert to provost_site
  with check (program_id = (select provost_site()) and uploaded_by is null and type = 'user-photo');
create policy site_keeps on uploads as restrictive for update to provost_site
  using (program_id = (select provost_site()));
grant insert (type, path, original_file, bytes, width, height, sha256, class_id, uploaded_by, program_id), update (unused_since)
  on uploads to provost_site;

-- A site causes mails to people of its own, and addresses nobody else.
create function mail_site_user(person integer, about text, said text, said_html text, seed uuid) returns void
  language plpgsql as $$
begin
  insert into public.mails (to_address, subject, body_text, body_html, secret_seed)
  select u.email, about, said, said_html, seed from public.site_users u
  where u.id = person and (u.program_id = public.provost_site() or public.signs_in_here(u.id, u.program_id));
end
$$;
call make_definer('mail_site_user(integer, text, text, text, uuid)');
grant execute on function mail_site_user(integer, text, text, text, uuid) to provost_site;
revoke execute on function mail_site_user(integer, text, text, text, uuid) from provost_global, provost_scoped;
grant execute on function provost_site(), signs_in_here(integer, integer) to provost_definer;

-- How somebody is paid: of whoever teaches, numbers sealed as ever.
call open_to_sites('payment_settings',
  'exists (select from site_users u where u.id = user_id and u.user_type <> ''S'' and u.del_status = 0)');
grant insert (user_id, paid_by, fields, updated_at, updated_by), update (paid_by, fields, updated_at, updated_by)
  on payment_settings to provost_site;
call open_to_sites('payment_secrets',
  'exists (select from site_users u where u.id = user_id and u.user_type <> ''S'' and u.del_status = 0)',
  'select, insert, delete');
grant update (sealed) on payment_secrets to provost_site;

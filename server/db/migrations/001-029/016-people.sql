-- People of the program sites: who they are, where they may sign in, which classes go with them, and their coins.

-- ---------------------------------------------------------------- time zones

-- Numbered once, so that a number keeps its meaning; 31 is what a new user has.
create table timezones (
  id smallint primary key,
  name text not null unique
);
insert into timezones (id, name) values
  (1, 'UTC'), (2, 'Africa/Abidjan'), (3, 'Africa/Accra'), (4, 'Africa/Addis_Ababa'), (5, 'Africa/Algiers'),
  (6, 'Africa/Asmara'), (7, 'Africa/Bamako'), (8, 'Africa/Bangui'), (9, 'Africa/Banjul'), (10, 'Africa/Bissau'),
  (11, 'Africa/Blantyre'), (12, 'Africa/Brazzaville'), (13, 'Africa/Bujumbura'), (14, 'Africa/Cairo'),
  (15, 'Africa/Casablanca'), (16, 'Africa/Ceuta'), (17, 'Africa/Conakry'), (18, 'Africa/Dakar'),
  (19, 'Africa/Dar_es_Salaam'), (20, 'Africa/Djibouti'), (21, 'Africa/Douala'), (22, 'Africa/El_Aaiun'),
  (23, 'Africa/Freetown'), (24, 'Africa/Gaborone'), (25, 'Africa/Harare'), (26, 'Africa/Johannesburg'),
  (27, 'Africa/Juba'), (28, 'Africa/Kampala'), (29, 'Africa/Khartoum'), (30, 'Africa/Kigali'),
  (31, 'America/New_York'), (32, 'Africa/Kinshasa'), (33, 'Africa/Lagos'), (34, 'Africa/Libreville'),
  (35, 'Africa/Lome'), (36, 'Africa/Luanda'), (37, 'Africa/Lubumbashi'), (38, 'Africa/Lusaka'),
  (39, 'Africa/Malabo'), (40, 'Africa/Maputo'), (41, 'Africa/Maseru'), (42, 'Africa/Mbabane'),
  (43, 'Africa/Mogadishu'), (44, 'Africa/Monrovia'), (45, 'Africa/Nairobi'), (46, 'Africa/Ndjamena'),
  (47, 'Africa/Niamey'), (48, 'Africa/Nouakchott'), (49, 'Africa/Ouagadougou'), (50, 'Africa/Porto-Novo'),
  (51, 'Africa/Sao_Tome'), (52, 'Africa/Tripoli'), (53, 'Africa/Tunis'), (54, 'Africa/Windhoek'),
  (55, 'America/Adak'), (56, 'America/Anchorage'), (57, 'America/Anguilla'), (58, 'America/Antigua'),
  (59, 'America/Araguaina'), (60, 'America/Argentina/Buenos_Aires'), (61, 'America/Argentina/Catamarca'),
  (62, 'America/Argentina/Cordoba'), (63, 'America/Argentina/Jujuy'), (64, 'America/Argentina/La_Rioja'),
  (65, 'America/Argentina/Mendoza'), (66, 'America/Argentina/Rio_Gallegos'), (67, 'America/Argentina/Salta'),
  (68, 'America/Argentina/San_Juan'), (69, 'America/Argentina/San_Luis'), (70, 'America/Argentina/Tucuman'),
  (71, 'America/Argentina/Ushuaia'), (72, 'America/Aruba'), (73, 'America/Asuncion'), (74, 'America/Atikokan'),
  (75, 'America/Bahia'), (76, 'America/Bahia_Banderas'), (77, 'America/Barbados'), (78, 'America/Belem'),
  (79, 'America/Belize'), (80, 'America/Blanc-Sablon'), (81, 'America/Boa_Vista'), (82, 'America/Bogota'),
  (83, 'America/Boise'), (84, 'America/Cambridge_Bay'), (85, 'America/Campo_Grande'), (86, 'America/Cancun'),
  (87, 'America/Caracas'), (88, 'America/Cayenne'), (89, 'America/Cayman'), (90, 'America/Chicago'),
  (91, 'America/Chihuahua'), (92, 'America/Ciudad_Juarez'), (93, 'America/Costa_Rica'), (94, 'America/Coyhaique'),
  (95, 'America/Creston'), (96, 'America/Cuiaba'), (97, 'America/Curacao'), (98, 'America/Danmarkshavn'),
  (99, 'America/Dawson'), (100, 'America/Dawson_Creek'), (101, 'America/Denver'), (102, 'America/Detroit'),
  (103, 'America/Dominica'), (104, 'America/Edmonton'), (105, 'America/Eirunepe'), (106, 'America/El_Salvador'),
  (107, 'America/Fort_Nelson'), (108, 'America/Fortaleza'), (109, 'America/Glace_Bay'), (110, 'America/Goose_Bay'),
  (111, 'America/Grand_Turk'), (112, 'America/Grenada'), (113, 'America/Guadeloupe'), (114, 'America/Guatemala'),
  (115, 'America/Guayaquil'), (116, 'America/Guyana'), (117, 'America/Halifax'), (118, 'America/Havana'),
  (119, 'America/Hermosillo'), (120, 'America/Indiana/Indianapolis'), (121, 'America/Indiana/Knox'),
  (122, 'America/Indiana/Marengo'), (123, 'America/Indiana/Petersburg'), (124, 'America/Indiana/Tell_City'),
  (125, 'America/Indiana/Vevay'), (126, 'America/Indiana/Vincennes'), (127, 'America/Indiana/Winamac'),
  (128, 'America/Inuvik'), (129, 'America/Iqaluit'), (130, 'America/Jamaica'), (131, 'America/Juneau'),
  (132, 'America/Kentucky/Louisville'), (133, 'America/Kentucky/Monticello'), (134, 'America/Kralendijk'),
  (135, 'America/La_Paz'), (136, 'America/Lima'), (137, 'America/Los_Angeles'), (138, 'America/Lower_Princes'),
  (139, 'America/Maceio'), (140, 'America/Managua'), (141, 'America/Manaus'), (142, 'America/Marigot'),
  (143, 'America/Martinique'), (144, 'America/Matamoros'), (145, 'America/Mazatlan'), (146, 'America/Menominee'),
  (147, 'America/Merida'), (148, 'America/Metlakatla'), (149, 'America/Mexico_City'), (150, 'America/Miquelon'),
  (151, 'America/Moncton'), (152, 'America/Monterrey'), (153, 'America/Montevideo'), (154, 'America/Montserrat'),
  (155, 'America/Nassau'), (156, 'America/Nome'), (157, 'America/Noronha'), (158, 'America/North_Dakota/Beulah'),
  (159, 'America/North_Dakota/Center'), (160, 'America/North_Dakota/New_Salem'), (161, 'America/Nuuk'),
  (162, 'America/Ojinaga'), (163, 'America/Panama'), (164, 'America/Paramaribo'), (165, 'America/Phoenix'),
  (166, 'America/Port-au-Prince'), (167, 'America/Port_of_Spain'), (168, 'America/Porto_Velho'),
  (169, 'America/Puerto_Rico'), (170, 'America/Punta_Arenas'), (171, 'America/Rankin_Inlet'),
  (172, 'America/Recife'), (173, 'America/Regina'), (174, 'America/Resolute'), (175, 'America/Rio_Branco'),
  (176, 'America/Santarem'), (177, 'America/Santiago'), (178, 'America/Santo_Domingo'), (179, 'America/Sao_Paulo'),
  (180, 'America/Scoresbysund'), (181, 'America/Sitka'), (182, 'America/St_Barthelemy'), (183, 'America/St_Johns'),
  (184, 'America/St_Kitts'), (185, 'America/St_Lucia'), (186, 'America/St_Thomas'), (187, 'America/St_Vincent'),
  (188, 'America/Swift_Current'), (189, 'America/Tegucigalpa'), (190, 'America/Thule'), (191, 'America/Tijuana'),
  (192, 'America/Toronto'), (193, 'America/Tortola'), (194, 'America/Vancouver'), (195, 'America/Whitehorse'),
  (196, 'America/Winnipeg'), (197, 'America/Yakutat'), (198, 'Antarctica/Casey'), (199, 'Antarctica/Davis'),
  (200, 'Antarctica/DumontDUrville'), (201, 'Antarctica/Macquarie'), (202, 'Antarctica/Mawson'),
  (203, 'Antarctica/McMurdo'), (204, 'Antarctica/Palmer'), (205, 'Antarctica/Rothera'), (206, 'Antarctica/Syowa'),
  (207, 'Antarctica/Troll'), (208, 'Antarctica/Vostok'), (209, 'Arctic/Longyearbyen'), (210, 'Asia/Aden'),
  (211, 'Asia/Almaty'), (212, 'Asia/Amman'), (213, 'Asia/Anadyr'), (214, 'Asia/Aqtau'), (215, 'Asia/Aqtobe'),
  (216, 'Asia/Ashgabat'), (217, 'Asia/Atyrau'), (218, 'Asia/Baghdad'), (219, 'Asia/Bahrain'), (220, 'Asia/Baku'),
  (221, 'Asia/Bangkok'), (222, 'Asia/Barnaul'), (223, 'Asia/Beirut'), (224, 'Asia/Bishkek'), (225, 'Asia/Brunei'),
  (226, 'Asia/Chita'), (227, 'Asia/Colombo'), (228, 'Asia/Damascus'), (229, 'Asia/Dhaka'), (230, 'Asia/Dili'),
  (231, 'Asia/Dubai'), (232, 'Asia/Dushanbe'), (233, 'Asia/Famagusta'), (234, 'Asia/Gaza'), (235, 'Asia/Hebron'),
  (236, 'Asia/Ho_Chi_Minh'), (237, 'Asia/Hong_Kong'), (238, 'Asia/Hovd'), (239, 'Asia/Irkutsk'),
  (240, 'Asia/Jakarta'), (241, 'Asia/Jayapura'), (242, 'Asia/Jerusalem'), (243, 'Asia/Kabul'),
  (244, 'Asia/Kamchatka'), (245, 'Asia/Karachi'), (246, 'Asia/Kathmandu'), (247, 'Asia/Khandyga'),
  (248, 'Asia/Kolkata'), (249, 'Asia/Krasnoyarsk'), (250, 'Asia/Kuala_Lumpur'), (251, 'Asia/Kuching'),
  (252, 'Asia/Kuwait'), (253, 'Asia/Macau'), (254, 'Asia/Magadan'), (255, 'Asia/Makassar'), (256, 'Asia/Manila'),
  (257, 'Asia/Muscat'), (258, 'Asia/Nicosia'), (259, 'Asia/Novokuznetsk'), (260, 'Asia/Novosibirsk'),
  (261, 'Asia/Omsk'), (262, 'Asia/Oral'), (263, 'Asia/Phnom_Penh'), (264, 'Asia/Pontianak'),
  (265, 'Asia/Pyongyang'), (266, 'Asia/Qatar'), (267, 'Asia/Qostanay'), (268, 'Asia/Qyzylorda'),
  (269, 'Asia/Riyadh'), (270, 'Asia/Sakhalin'), (271, 'Asia/Samarkand'), (272, 'Asia/Seoul'),
  (273, 'Asia/Shanghai'), (274, 'Asia/Singapore'), (275, 'Asia/Srednekolymsk'), (276, 'Asia/Taipei'),
  (277, 'Asia/Tashkent'), (278, 'Asia/Tbilisi'), (279, 'Asia/Tehran'), (280, 'Asia/Thimphu'), (281, 'Asia/Tokyo'),
  (282, 'Asia/Tomsk'), (283, 'Asia/Ulaanbaatar'), (284, 'Asia/Urumqi'), (285, 'Asia/Ust-Nera'),
  (286, 'Asia/Vientiane'), (287, 'Asia/Vladivostok'), (288, 'Asia/Yakutsk'), (289, 'Asia/Yangon'),
  (290, 'Asia/Yekaterinburg'), (291, 'Asia/Yerevan'), (292, 'Atlantic/Azores'), (293, 'Atlantic/Bermuda'),
  (294, 'Atlantic/Canary'), (295, 'Atlantic/Cape_Verde'), (296, 'Atlantic/Faroe'), (297, 'Atlantic/Madeira'),
  (298, 'Atlantic/Reykjavik'), (299, 'Atlantic/South_Georgia'), (300, 'Atlantic/St_Helena'),
  (301, 'Atlantic/Stanley'), (302, 'Australia/Adelaide'), (303, 'Australia/Brisbane'),
  (304, 'Australia/Broken_Hill'), (305, 'Australia/Darwin'), (306, 'Australia/Eucla'), (307, 'Australia/Hobart'),
  (308, 'Australia/Lindeman'), (309, 'Australia/Lord_Howe'), (310, 'Australia/Melbourne'), (311, 'Australia/Perth'),
  (312, 'Australia/Sydney'), (313, 'Europe/Amsterdam'), (314, 'Europe/Andorra'), (315, 'Europe/Astrakhan'),
  (316, 'Europe/Athens'), (317, 'Europe/Belgrade'), (318, 'Europe/Berlin'), (319, 'Europe/Bratislava'),
  (320, 'Europe/Brussels'), (321, 'Europe/Bucharest'), (322, 'Europe/Budapest'), (323, 'Europe/Busingen'),
  (324, 'Europe/Chisinau'), (325, 'Europe/Copenhagen'), (326, 'Europe/Dublin'), (327, 'Europe/Gibraltar'),
  (328, 'Europe/Guernsey'), (329, 'Europe/Helsinki'), (330, 'Europe/Isle_of_Man'), (331, 'Europe/Istanbul'),
  (332, 'Europe/Jersey'), (333, 'Europe/Kaliningrad'), (334, 'Europe/Kirov'), (335, 'Europe/Kyiv'),
  (336, 'Europe/Lisbon'), (337, 'Europe/Ljubljana'), (338, 'Europe/London'), (339, 'Europe/Luxembourg'),
  (340, 'Europe/Madrid'), (341, 'Europe/Malta'), (342, 'Europe/Mariehamn'), (343, 'Europe/Minsk'),
  (344, 'Europe/Monaco'), (345, 'Europe/Moscow'), (346, 'Europe/Oslo'), (347, 'Europe/Paris'),
  (348, 'Europe/Podgorica'), (349, 'Europe/Prague'), (350, 'Europe/Riga'), (351, 'Europe/Rome'),
  (352, 'Europe/Samara'), (353, 'Europe/San_Marino'), (354, 'Europe/Sarajevo'), (355, 'Europe/Saratov'),
  (356, 'Europe/Simferopol'), (357, 'Europe/Skopje'), (358, 'Europe/Sofia'), (359, 'Europe/Stockholm'),
  (360, 'Europe/Tallinn'), (361, 'Europe/Tirane'), (362, 'Europe/Ulyanovsk'), (363, 'Europe/Vaduz'),
  (364, 'Europe/Vatican'), (365, 'Europe/Vienna'), (366, 'Europe/Vilnius'), (367, 'Europe/Volgograd'),
  (368, 'Europe/Warsaw'), (369, 'Europe/Zagreb'), (370, 'Europe/Zurich'), (371, 'Indian/Antananarivo'),
  (372, 'Indian/Chagos'), (373, 'Indian/Christmas'), (374, 'Indian/Cocos'), (375, 'Indian/Comoro'),
  (376, 'Indian/Kerguelen'), (377, 'Indian/Mahe'), (378, 'Indian/Maldives'), (379, 'Indian/Mauritius'),
  (380, 'Indian/Mayotte'), (381, 'Indian/Reunion'), (382, 'Pacific/Apia'), (383, 'Pacific/Auckland'),
  (384, 'Pacific/Bougainville'), (385, 'Pacific/Chatham'), (386, 'Pacific/Chuuk'), (387, 'Pacific/Easter'),
  (388, 'Pacific/Efate'), (389, 'Pacific/Fakaofo'), (390, 'Pacific/Fiji'), (391, 'Pacific/Funafuti'),
  (392, 'Pacific/Galapagos'), (393, 'Pacific/Gambier'), (394, 'Pacific/Guadalcanal'), (395, 'Pacific/Guam'),
  (396, 'Pacific/Honolulu'), (397, 'Pacific/Kanton'), (398, 'Pacific/Kiritimati'), (399, 'Pacific/Kosrae'),
  (400, 'Pacific/Kwajalein'), (401, 'Pacific/Majuro'), (402, 'Pacific/Marquesas'), (403, 'Pacific/Midway'),
  (404, 'Pacific/Nauru'), (405, 'Pacific/Niue'), (406, 'Pacific/Norfolk'), (407, 'Pacific/Noumea'),
  (408, 'Pacific/Pago_Pago'), (409, 'Pacific/Palau'), (410, 'Pacific/Pitcairn'), (411, 'Pacific/Pohnpei'),
  (412, 'Pacific/Port_Moresby'), (413, 'Pacific/Rarotonga'), (414, 'Pacific/Saipan'), (415, 'Pacific/Tahiti'),
  (416, 'Pacific/Tarawa'), (417, 'Pacific/Tongatapu'), (418, 'Pacific/Wake'), (419, 'Pacific/Wallis');
grant select on timezones to provost_global, provost_scoped;
revoke insert, update, delete on timezones from provost_global, provost_scoped;

-- ---------------------------------------------------------------- site users

-- What an address is compared by: capitals and the forms of Unicode aside. PostgreSQL folds cases by itself from 18 on.
do $$
declare
  folded text := case when current_setting('server_version_num')::integer >= 180000
    then 'casefold(normalize(address, nfkc) collate "pg_unicode_fast")'
    else 'lower(upper(normalize(address, nfkc)))' end;
begin
  execute format('create function address_key(address text) returns text language sql immutable strict parallel safe
    return %s', folded);
end
$$;

alter table site_users
  -- Null: nobody has set one yet.
  add column password_hash text,
  add column gulfpower_empid text not null default '',
  add column approved smallint not null default 1 check (approved in (0, 1)),
  add column viewable smallint not null default 1 check (viewable in (0, 1)),
  add column membership smallint not null default 0 check (membership in (0, 1)),
  add column membership_at timestamptz(3),
  add column site_address text not null default '',
  add column timezone smallint not null default 31 references timezones (id),
  add column experience text not null default '',
  add column student_profession text not null default '',
  add column more_about_you text not null default '',
  add column other_information text not null default '',
  -- Hundredths of a coin, kept by the ledger alone; what is spent must be there.
  add column lilt_balance bigint not null default 0 constraint site_users_lilt_balance check (lilt_balance >= 0),
  add column lilt_total bigint not null default 0 constraint site_users_lilt_total check (lilt_total >= 0),
  add column daily_quiz_disabled smallint not null default 0 check (daily_quiz_disabled in (0, 1)),
  add column daily_quiz_next_time timestamptz(3),
  add column photo_id integer references uploads (id),
  add column banner_id integer references uploads (id),
  -- JSON as the site wrote it, also where it is none.
  add column lilt_delivery text not null default '',
  add column updated_by integer references admins (id),
  add column email_key text generated always as (address_key(email)) stored,
  add constraint site_users_status check (status in (0, 1, 2)),
  add constraint site_users_membership check ((membership = 1) = (membership_at is not null));

drop index site_users_email;
create unique index site_users_email_taken on site_users (email_key) where del_status = 0;
create index site_users_email_key on site_users (email_key, id);
-- The list shows whoever is deleted as well.
drop index site_users_search;
create index site_users_search on site_users using gin (search gin_trgm_ops);
create index site_users_name on site_users (name_search, id);
create index site_users_program_name on site_users (program_id, name_search, id);
create index site_users_program_email on site_users (program_id, email_key, id);
create index site_users_photo on site_users (photo_id) where photo_id is not null;
create index site_users_banner on site_users (banner_id) where banner_id is not null;

/*
 * Whether an address is somebody's who is not deleted, `beside` aside: all that a program's staff may know of whom they
 * do not see.
 */
create function email_is_taken(address text, beside integer) returns boolean language plpgsql stable as $$
begin
  return exists (select from public.site_users u
    where u.email_key = public.address_key(address)
      and u.del_status = 0 and u.id is distinct from beside);
end
$$;
call make_definer('email_is_taken(text, integer)');

-- A program's staff cause mails to people of their own program, and address nobody else.
create function mail_own_user(person integer, about text, said text, seed uuid) returns void language plpgsql as $$
begin
  insert into public.mails (to_address, subject, body_text, secret_seed)
  select u.email, about, said, seed from public.site_users u
  where u.id = person and u.program_id = public.provost_scope();
end
$$;
call make_definer('mail_own_user(integer, text, text, uuid)');
grant insert on mails to provost_definer;

-- ---------------------------------------------------------------- what a user is sorted into, and where they belong

create table site_user_categories (
  user_id integer not null references site_users (id),
  category_id integer not null references site_categories (id),
  sub_category_id integer,
  unique nulls not distinct (user_id, category_id, sub_category_id),
  foreign key (sub_category_id, category_id) references site_categories (id, group_id),
  check (sub_category_id is null or sub_category_id <> category_id)
);
create index site_user_categories_category on site_user_categories (category_id);

-- Where a user may sign in besides home and what goes with it.
create table site_user_sites (
  user_id integer not null references site_users (id),
  program_id integer not null references programs (id),
  primary key (user_id, program_id)
);
create index site_user_sites_program on site_user_sites (program_id);

-- Programs that sell every class of an instructor or organisation.
create table site_user_programs (
  user_id integer not null references site_users (id),
  program_id integer not null references programs (id),
  primary key (user_id, program_id)
);
create index site_user_programs_program on site_user_programs (program_id);

-- The person for whose class programs the link was made, while nobody has edited it since.
alter table class_programs add column made_for integer references site_users (id);
create index class_programs_made_for on class_programs (made_for, program_id) where made_for is not null;

create or replace function mark_class_link() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  new.updated_at := greatest(provost_now(), old.updated_at + interval '1 millisecond');
  if new.bulk_id is not distinct from old.bulk_id then
    new.bulk_id := null;
  end if;
  if new.made_for is not distinct from old.made_for then
    new.made_for := null;
  end if;
  return new;
end
$$;

-- ---------------------------------------------------------------- coins

-- Hundredths of a coin: what came in is above 0, what went out below. Never edited.
create table lilt_entries (
  id bigint generated by default as identity primary key,
  user_id integer not null references site_users (id),
  amount bigint not null check (amount <> 0),
  kind text not null check (kind in ('grant', 'token', 'purchase', 'ticket', 'prize', 'reversal')),
  -- What it was for: a ticket's event, a purchase, the entry that it reverses.
  reference text not null default '',
  reason text not null default '',
  created_at timestamptz(3) not null default provost_now(),
  created_by integer references admins (id),
  check (case when kind in ('grant', 'token', 'prize') then amount > 0 when kind in ('purchase', 'ticket') then amount < 0
    else true end)
);
create index lilt_entries_user on lilt_entries (user_id, id);
create index lilt_entries_created_by on lilt_entries (created_by) where created_by is not null;

-- A grant that is taken back is taken out of what came in; a purchase that is taken back brings in nothing new.
create function count_coins() returns trigger language plpgsql as $$
begin
  update public.site_users u set lilt_balance = u.lilt_balance + e.balance, lilt_total = u.lilt_total + e.total
  from (select user_id, sum(amount) as balance,
      sum(case when kind = 'reversal' then least(amount, 0) else greatest(amount, 0) end) as total
    from entries group by user_id order by user_id) e
  where u.id = e.user_id;
  return null;
end
$$;
call make_definer('count_coins()');
grant update (lilt_balance, lilt_total) on site_users to provost_definer;
create trigger lilt_entries_count after insert on lilt_entries
  referencing new table as entries for each statement execute function count_coins();

-- ---------------------------------------------------------------- grants and guards

grant select, insert on lilt_entries to provost_global, provost_scoped;
grant usage, select on sequence lilt_entries_id_seq to provost_global, provost_scoped;
revoke update, delete, truncate on lilt_entries from provost_global, provost_scoped;

grant select, insert, update, delete on site_user_categories, site_user_sites, site_user_programs to provost_global;
grant select, insert, delete on site_user_categories to provost_scoped;
grant select on site_user_sites, site_user_programs to provost_scoped;

-- Whoever is there stays there; the coins are the ledger's to count.
revoke insert, update, delete on site_users from provost_global, provost_scoped;
do $$
declare
  columns text := (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
    where a.attrelid = 'site_users'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname not in ('lilt_balance', 'lilt_total'));
begin
  execute format('grant insert (%s), update (%s) on site_users to provost_global, provost_scoped', columns, columns);
end
$$;

call guard('lilt_entries', 'exists (select from site_users u where u.id = user_id)');
call guard('site_user_categories', 'exists (select from site_users u where u.id = user_id)');
call guard('site_user_sites', 'exists (select from site_users u where u.id = user_id)');
call guard('site_user_programs', 'exists (select from site_users u where u.id = user_id)');

/*
 * An image is shown by whoever sees it already: to name one that is another program's would make it one's own to read.
 * Before the row is written, the policies on uploads still answer for what it showed before.
 */
create function refuse_foreign_image() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  shown integer;
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  named text;
begin
  foreach named in array tg_argv loop
    shown := (to_jsonb(new) ->> named)::integer;
    if shown is not null and shown is distinct from (before ->> named)::integer
      and not exists (select from public.uploads u where u.id = shown)
    then
      raise foreign_key_violation using message = 'there is no such image', constraint = 'images_in_sight',
        table = tg_table_name;
    end if;
  end loop;
  return new;
end
$$;
create trigger site_users_image before insert or update of photo_id, banner_id on site_users
  for each row when (new.photo_id is not null or new.banner_id is not null)
  execute function refuse_foreign_image('photo_id', 'banner_id');
create trigger classes_image before insert or update of class_image_id on classes
  for each row when (new.class_image_id is not null) execute function refuse_foreign_image('class_image_id');
create trigger events_image before insert or update of image_id on events
  for each row when (new.image_id is not null) execute function refuse_foreign_image('image_id');

-- Who counts coins writes to people of every program.
create policy counted on site_users for update to provost_definer using (true);

call guard('uploads',
  'program_id = (select provost_scope()) or exists (select from events e where e.image_id = uploads.id)
    or exists (select from classes c where c.class_image_id = uploads.id)
    or exists (select from site_users u where uploads.id in (u.photo_id, u.banner_id))',
  'program_id = (select provost_scope())');
drop policy own_updates on uploads;
create policy own_updates on uploads for update to provost_scoped
  using (program_id = (select provost_scope()) or exists (select from events e where e.image_id = uploads.id)
    or exists (select from classes c where c.class_image_id = uploads.id)
    or exists (select from site_users u where uploads.id in (u.photo_id, u.banner_id)))
  with check (program_id = (select provost_scope()));

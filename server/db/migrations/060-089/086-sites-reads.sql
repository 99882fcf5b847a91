-- What the site of a program reads for its visitors: what the program sells, shows and says, and nothing of another's.

-- A text in the language asked for, or else as the program's language has it, or else in English, which is the row's own.
create function shown_text(asked text, english text, translated text, stand_in text) returns text language sql
  immutable parallel safe as $$
  select coalesce(case when asked = 'en' and btrim(english) <> '' then english end,
    case when btrim(translated) <> '' then translated end, case when btrim(stand_in) <> '' then stand_in end, english)
$$;
revoke all on function shown_text(text, text, text, text) from public;
grant execute on function shown_text(text, text, text, text) to provost_site;

call open_to_sites('class_programs', 'program_id = (select provost_site())',
  'select (class_id, program_id, active, discount_percentage, featured, display_order)');
call open_to_sites('classes', 'id in (select site_classes())',
  'select (id, class_name, name_search, description, additional_info, program_id, instructor_id, is_bundle, class_price,
     currency, status, del_flag, cancel, viewable, access_type, category, sub_category, class_image_id)');
call open_to_sites('class_translations', 'exists (select from classes c where c.id = class_id)',
  'select (class_id, language_slug, class_name, description, additional_info)');
call open_to_sites('program_tags', 'program_id = (select provost_site())');
call open_to_sites('class_program_tags', 'program_id = (select provost_site())');

call open_to_sites('site_category_programs', 'program_id = (select provost_site())');
call open_to_sites('site_categories', 'exists (select from site_category_programs o where o.category_id = id)',
  'select (id, category_name, status, del_flag, parent_id)');

call open_to_sites('event_programs', 'program_id = (select provost_site())');
call open_to_sites('events', 'id in (select site_events())',
  'select (id, name, name_search, description, type, price, ticket_price, usd_price, available, tickets, product_id,
     start_at, end_at, image_id, active, program_id, drawn_at)');
call open_to_sites('event_translations', 'exists (select from events e where e.id = event_id)',
  'select (event_id, language_slug, name, description)');

-- Beside what the program gives: the prizes of the events that it shows.
call open_to_sites('gift_product_programs', 'program_id = (select provost_site())');
call open_to_sites('gift_products', 'exists (select from gift_product_programs p where p.product_id = id)
    or exists (select from events e where e.product_id = gift_products.id)',
  'select (id, name, description, type, image_id, class_id, amount, currency, active)');
call open_to_sites('gift_product_translations', 'exists (select from gift_products g where g.id = product_id)',
  'select (product_id, language_slug, name, description)');

call open_to_sites('banners', 'program_id = (select provost_site())',
  'select (id, program_id, title, sub_title, active, event_id, color_1, color_2, color_text, color_button_text,
     color_button_bg, color_stripe_bg)');
call open_to_sites('banner_translations', 'exists (select from banners b where b.id = banner_id)',
  'select (banner_id, language_slug, title, sub_title)');
call open_to_sites('banner_images', 'exists (select from banners b where b.id = banner_id)',
  'select (banner_id, size, crop_id)');

call open_to_sites('landing_pages', 'program_id = (select provost_site())',
  'select (id, program_id, name, path, title, keywords, description, template, active)');
call open_to_sites('landing_page_translations', 'exists (select from landing_pages l where l.id = page_id)',
  'select (page_id, language_slug, title, keywords, description)');

call open_to_sites('program_subscriptions', 'program_id = (select provost_site())');
call open_to_sites('program_translations', 'program_id = (select provost_site())');

-- Images that the above shows; those of people and of digital items are not among them.
call open_to_sites('uploads', 'exists (select from classes c where c.class_image_id = uploads.id)
    or exists (select from events e where e.image_id = uploads.id)
    or exists (select from gift_products g where g.image_id = uploads.id)
    or exists (select from banner_images i where i.crop_id = uploads.id)',
  'select (id, path, width)');

-- Who teaches a class that the program sells, at home there or not: the name, and nothing else of that person.
create function taught_here(of_class integer) returns text language plpgsql stable as $$
begin
  return (select nullif(btrim(u.first_name || ' ' || u.last_name), '')
    from public.class_programs l join public.classes c on c.id = l.class_id
      join public.site_users u on u.id = c.instructor_id
    where l.class_id = of_class and l.program_id = public.provost_site());
end
$$;
call make_definer('taught_here(integer)');
revoke execute on function taught_here(integer) from provost_global, provost_scoped;
grant execute on function taught_here(integer) to provost_site;

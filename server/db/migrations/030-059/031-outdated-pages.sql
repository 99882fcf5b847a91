-- Banners and landing pages know of their outdated translations as everything else does.
call watch_english('banner_translations', 'banner_id', 'banners', '{title, sub_title}');
call watch_english('landing_page_translations', 'page_id', 'landing_pages', '{title, keywords, description}');

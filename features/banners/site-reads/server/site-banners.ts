import { sql } from 'kysely';
import type { Locale } from '../../../../core/locales.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import {
  rowsOfSiteList,
  type SiteList,
  type SiteListQuery,
  type SiteRow,
} from '../../../../server/sites/site-lists.ts';
import { localesOf, type SiteLocales, textIn } from '../../../../server/sites/site-texts.ts';
import { type StoredImage, siteImageOf } from '../../../uploads/server/site-images.ts';
import type { BannerSize } from '../../rules.ts';
import type { SiteBanner } from '../contract.ts';

/** The program's own that are switched on, by id. A 400 for a broken cursor. */
export async function siteBanners(
  context: SiteCall,
  { locale, ...stretch }: SiteListQuery & { locale?: Locale | undefined },
) {
  const locales = localesOf(context, locale);
  const { rows, next } = await rowsOfSiteList<SiteBannerRow>(context.db, listIn(locales), {
    matching: [sql<boolean>`b.program_id = ${context.site.program_id}`, sql<boolean>`b.active = 1`],
    ...stretch,
  });
  return { banners: rows.map((row) => toAnswer(context, row)), next, locale: locales.locale };
}

type SiteBannerRow = SiteRow &
  Omit<SiteBanner, BannerSize> & { images: Partial<Record<BannerSize, StoredImage>> };

function listIn(locales: SiteLocales): SiteList {
  const { locale, fallback } = locales;
  return {
    name: 'banners',
    from: sql`(banners b
      left join banner_translations t on t.banner_id = b.id and t.language_slug = ${locale}
      left join banner_translations d on d.banner_id = b.id and d.language_slug = ${fallback})`,
    id: sql`b.id`,
    columns: sql`b.id, ${textIn(locales, 'b.title', 't.title', 'd.title')} as title,
      ${textIn(locales, 'b.sub_title', 't.sub_title', 'd.sub_title')} as sub_title,
      (select e.id from events e where e.id = b.event_id and e.active = 1) as event_id,
      json_build_object('color_1', b.color_1, 'color_2', b.color_2, 'color_text', b.color_text,
        'color_button_text', b.color_button_text, 'color_button_bg', b.color_button_bg,
        'color_stripe_bg', b.color_stripe_bg) as colors,
      (select coalesce(json_object_agg(i.size, json_build_object('path', u.path, 'width', u.width)), '{}')
        from banner_images i join uploads u on u.id = i.crop_id where i.banner_id = b.id) as images`,
  };
}

function toAnswer({ platform }: SiteCall, { images, ...row }: SiteBannerRow): SiteBanner {
  return {
    ...row,
    image: siteImageOf(platform, images.image ?? null),
    mobile_image: siteImageOf(platform, images.mobile_image ?? null),
    small_image: siteImageOf(platform, images.small_image ?? null),
  };
}

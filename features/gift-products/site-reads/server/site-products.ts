import { sql } from 'kysely';
import type { Locale } from '../../../../core/locales.ts';
import { matchesWords } from '../../../../server/nouns/list-query.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import {
  rowsOfSiteList,
  type SiteList,
  type SiteListQuery,
  type SiteRow,
} from '../../../../server/sites/site-lists.ts';
import { localesOf, type SiteLocales, textIn } from '../../../../server/sites/site-texts.ts';
import { visibleIn } from '../../../classes/server/classes.ts';
import { type StoredImage, siteImageOf } from '../../../uploads/server/site-images.ts';
import type { SiteProduct } from '../contract.ts';

type Filter = SiteListQuery & { locale?: Locale | undefined; q: string };

/** Products that are assigned to the program and switched on, by id; the picture of a digital item is its owner's alone. A 400 for a broken cursor. */
export async function siteProducts(context: SiteCall, { locale, q, ...stretch }: Filter) {
  const locales = localesOf(context, locale);
  const { rows, next } = await rowsOfSiteList<SiteProductRow>(context.db, listIn(context, locales), {
    matching: [
      sql<boolean>`g.active = 1`,
      matchesWords(sql`lower(concat_ws(' ', g.name, t.name, d.name))`, q),
    ],
    ...stretch,
  });
  const products = rows.map(({ image, ...row }) => ({ ...row, image: siteImageOf(context.platform, image) }));
  return { products, next, locale: locales.locale };
}

type SiteProductRow = SiteRow & Omit<SiteProduct, 'image'> & { image: StoredImage | null };

function listIn({ site }: SiteCall, locales: SiteLocales): SiteList {
  const { locale, fallback } = locales;
  return {
    name: 'products',
    from: sql`(gift_product_programs p join gift_products g on g.id = p.product_id and p.program_id = ${site.program_id}
      left join gift_product_translations t on t.product_id = g.id and t.language_slug = ${locale}
      left join gift_product_translations d on d.product_id = g.id and d.language_slug = ${fallback})`,
    id: sql`g.id`,
    columns: sql`g.id, ${textIn(locales, 'g.name', 't.name', 'd.name')} as name,
      ${textIn(locales, 'g.description', 't.description', 'd.description')} as description, g.type, g.amount, g.currency,
      (select json_build_object('id', c.id, 'name', ${textIn(locales, 'c.class_name', 'ct.class_name', 'cd.class_name')})
        from classes c join class_programs l on l.class_id = c.id and l.program_id = ${site.program_id}
          left join class_translations ct on ct.class_id = c.id and ct.language_slug = ${locale}
          left join class_translations cd on cd.class_id = c.id and cd.language_slug = ${fallback}
        where c.id = g.class_id and ${visibleIn(site.program_id)}) as class,
      (select json_build_object('path', u.path, 'width', u.width) from uploads u where u.id = g.image_id) as image`,
  };
}

import { sql } from 'kysely';
import { notFoundAt } from '../../../../core/errors.ts';
import type { Locale } from '../../../../core/locales.ts';
import { matchesWords } from '../../../../server/nouns/list-query.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import {
  rowOfSiteList,
  rowsOfSiteList,
  type SiteList,
  type SiteListQuery,
  type SiteRow,
} from '../../../../server/sites/site-lists.ts';
import { localesOf, type SiteLocales, textIn } from '../../../../server/sites/site-texts.ts';
import { type StoredImage, siteImageOf } from '../../../uploads/server/site-images.ts';
import { STATUS } from '../../server/event-noun.ts';
import type { SiteEvent } from '../contract.ts';

type Filter = SiteListQuery & { locale?: Locale | undefined; q: string };

/** Events that are assigned to the program and switched on, ended ones too, in the program's order. A 400 for a broken cursor. */
export async function siteEvents(context: SiteCall, { locale, q, ...stretch }: Filter) {
  const locales = localesOf(context, locale);
  const { rows, next } = await rowsOfSiteList<SiteEventRow>(context.db, listIn(context, locales), {
    matching: [SHOWN, matchesWords(sql`lower(concat_ws(' ', e.name, t.name, d.name))`, q)],
    ...stretch,
  });
  return { events: rows.map((row) => toAnswer(context, row)), next, locale: locales.locale };
}

/** An event that the program shows; throws a 404 for any other. */
export async function siteEvent(
  context: SiteCall,
  { id, locale }: { id: number; locale?: Locale | undefined },
) {
  const locales = localesOf(context, locale);
  const matching = [SHOWN, sql<boolean>`e.id = ${id}`] as const;
  const row = await rowOfSiteList<SiteEventRow>(context.db, listIn(context, locales), matching);
  return row ? { event: toAnswer(context, row), locale: locales.locale } : notFoundAt('id');
}

const SHOWN = sql<boolean>`e.active = 1`;

/** Coins in hundredths. */
type SiteEventRow = SiteRow & Omit<SiteEvent, 'image' | 'currency'> & { image: StoredImage | null };

function listIn({ site }: SiteCall, locales: SiteLocales): SiteList {
  const { locale, fallback } = locales;
  return {
    name: 'events',
    from: sql`(event_programs p join events e on e.id = p.event_id and p.program_id = ${site.program_id}
      left join event_translations t on t.event_id = e.id and t.language_slug = ${locale}
      left join event_translations d on d.event_id = e.id and d.language_slug = ${fallback})`,
    id: sql`e.id`,
    featured: sql`p.featured`,
    place: sql`p.sort_order`,
    columns: sql`e.id, ${textIn(locales, 'e.name', 't.name', 'd.name')} as name,
      ${textIn(locales, 'e.description', 't.description', 'd.description')} as description, e.type, ${STATUS} as n,
      e.price, e.ticket_price, e.usd_price, e.available - e.tickets as available, e.start_at, e.end_at, p.featured,
      p.sort_order as display_order,
      case when g.id is not null then json_build_object('id', g.id, 'type', g.type,
        'name', ${textIn(locales, 'g.name', 'gt.name', 'gd.name')}) end as product,
      case when u.id is not null then json_build_object('path', u.path, 'width', u.width) end as image`,
    joins: sql`left join gift_products g on g.id = e.product_id
      left join gift_product_translations gt on gt.product_id = g.id and gt.language_slug = ${locale}
      left join gift_product_translations gd on gd.product_id = g.id and gd.language_slug = ${fallback}
      left join uploads u on u.id = e.image_id`,
  };
}

function toAnswer({ platform }: SiteCall, { price, ticket_price, image, ...row }: SiteEventRow): SiteEvent {
  return {
    ...row,
    price: price === null ? null : price / 100,
    ticket_price: ticket_price === null ? null : ticket_price / 100,
    currency: 'USD',
    image: siteImageOf(platform, image),
  };
}

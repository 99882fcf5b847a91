import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SiteCall } from '../../../server/sites/site-context.ts';
import { rowsOfSiteList, type SiteRow } from '../../../server/sites/site-lists.ts';
import { localesOf, textIn } from '../../../server/sites/site-texts.ts';
import type { SiteCoinEntry, SitePurchaseRecord, SiteRefundRequestRecord, SiteTicket } from '../contract.ts';
import { type RecordsQuery, refuseStranger } from './record-owner.ts';

/** Returns what a user’s coins came from and went to, the first first, and the balance. 404 for anybody else’s. */
export async function coinsOf(context: SiteCall, { id, locale, ...stretch }: RecordsQuery) {
  await refuseStranger(context, id);
  const { program_id } = context.site;
  // A reason is told to whoever said it: to this site its own, to the home program what staff have written.
  const isOwn = sql`exists (select from site_facts f where f.program_id = ${program_id}::integer and f.kind = 'coin'
      and f.answer ->> 'id' = e.id::text)`;
  const { rows, next } = await rowsOfSiteList<SiteCoinEntry & SiteRow>(
    context.db,
    {
      name: 'coins',
      from: sql`(lilt_entries e join site_users u on u.id = e.user_id)`,
      id: sql`e.id`,
      columns: sql`e.id, e.amount, e.kind, e.created_at,
      (select sum(b.amount) from lilt_entries b where b.user_id = e.user_id and b.id <= e.id) as balance,
      case e.kind when 'ticket' then e.reference::integer end as event_id,
      case e.kind when 'purchase' then e.reference::integer end as purchase_id,
      case when case when e.created_by is null then ${isOwn} else u.program_id = ${program_id}::integer end
        then e.reason else '' end as reason`,
    },
    { matching: [sql<SqlBool>`u.id = ${id}`], ...stretch },
  );
  const { balance } = await context.db
    .selectFrom('lilt_entries')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('balance'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  const entries = rows.map((entry) => ({
    ...entry,
    amount: entry.amount / 100,
    balance: entry.balance / 100,
  }));
  return { entries, balance: balance / 100, next, locale: localesOf(context, locale).locale };
}

/** Returns a user’s tickets: at home here all, elsewhere those of what this site shows. 404 for anybody else’s. */
export async function ticketsOf(context: SiteCall, { id, locale, ...stretch }: RecordsQuery) {
  await refuseStranger(context, id);
  const locales = localesOf(context, locale);
  const { rows: tickets, next } = await rowsOfSiteList<SiteTicket & SiteRow>(
    context.db,
    {
      name: 'tickets',
      from: sql`(tickets r join site_users u on u.id = r.user_id left join events e on e.id = r.event_id
      left join event_translations t on t.event_id = e.id and t.language_slug = ${locales.locale}
      left join event_translations d on d.event_id = e.id and d.language_slug = ${locales.fallback})`,
      id: sql`r.id`,
      columns: sql`r.id, r.event_id, ${textIn(locales, 'e.name', 't.name', 'd.name')} as event_name, r.code, r.created_at`,
    },
    { matching: [sql<SqlBool>`u.id = ${id}`, isAtHomeOr(context, sql`e.id is not null`)], ...stretch },
  );
  return { tickets, next, locale: locales.locale };
}

/** Returns a user’s purchases and chances of a prize, as their tickets. 404 for anybody else’s. */
export async function purchasesOf(context: SiteCall, { id, locale, ...stretch }: RecordsQuery) {
  await refuseStranger(context, id);
  const locales = localesOf(context, locale);
  const { rows, next } = await rowsOfSiteList<SitePurchaseRecord & SiteRow>(
    context.db,
    {
      name: 'purchases',
      from: sql`(gift_purchases r join site_users u on u.id = r.user_id left join gift_products g on g.id = r.product_id
      left join gift_product_translations t on t.product_id = g.id and t.language_slug = ${locales.locale}
      left join gift_product_translations d on d.product_id = g.id and d.language_slug = ${locales.fallback})`,
      id: sql`r.id`,
      columns: sql`r.id, r.product_id, ${textIn(locales, 'g.name', 't.name', 'd.name')} as product_name, r.event_id,
      r.type, r.state, r.price, r.created_at, r.fulfilment_id is not null as fulfilled`,
    },
    { matching: [sql<SqlBool>`u.id = ${id}`, isAtHomeOr(context, sql`g.id is not null`)], ...stretch },
  );
  const purchases = rows.map((purchase) => ({ ...purchase, price: purchase.price / 100 }));
  return { purchases, next, locale: locales.locale };
}

/** Returns what a user has asked to be given back of this site’s sales. 404 for anybody else’s. */
export async function refundRequestsOf(context: SiteCall, { id, locale, ...stretch }: RecordsQuery) {
  await refuseStranger(context, id);
  const { rows: refund_requests, next } = await rowsOfSiteList<SiteRefundRequestRecord & SiteRow>(
    context.db,
    {
      name: 'refund_requests',
      from: sql`(refund_requests r join site_users u on u.id = r.user_id join charges c on c.id = r.charge_id)`,
      id: sql`r.id`,
      columns: sql`r.id, r.charge_id, r.class_id, r.amount, c.currency, r.cancel_registration, r.reason,
      coalesce(r.decision, 'waiting') as state, r.refund_id, r.created_at, r.decided_at`,
    },
    { matching: [sql<SqlBool>`u.id = ${id}`], ...stretch },
  );
  return { refund_requests, next, locale: localesOf(context, locale).locale };
}

/** True for people at home here; what others have got on other sites is none of this one’s. */
function isAtHomeOr({ site }: SiteCall, shown: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(u.program_id = ${site.program_id}::integer or ${shown})`;
}

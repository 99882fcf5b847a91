import { sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import type { FilterQuery, PageQuery } from '../../../core/filters.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import {
  type Conditions,
  conditionsOf,
  type List,
  matchesWordsOrId,
  pageOf,
  rowsOf,
} from '../../../server/nouns/list-query.ts';
import {
  COUPON_FIELDS,
  type COUPON_FILTERS,
  type COUPON_SORTS,
  COUPONS_PAGE_SIZE,
  type Coupon,
} from '../contract.ts';

/** Sorts by id by default; searches name, Stripe ID and id. A bound admin sees those of the own program. */
export async function pageOfCoupons(
  { db, actor }: Context,
  filter: PageQuery<typeof COUPON_FILTERS, typeof COUPON_SORTS>,
) {
  const { program_id, name, sort_by = 'id', ...asked } = filter;
  const { rows: coupons, ...counted } = await pageOf<Coupon, Sort>(db, COUPON_LIST, {
    matching: matching(actor, { program_id, name }),
    size: COUPONS_PAGE_SIZE,
    sort_by,
    ...asked,
  });
  return { coupons, ...counted };
}

/** 404 where the caller sees none, and where it has been removed. */
export async function readCoupon({ db, actor }: Context, id: number): Promise<Coupon> {
  const [row] = await rowsOf<Coupon>(db, COUPON_LIST, [
    visibleTo(actor, 'c.program_id'),
    ALIVE,
    sql<boolean>`c.id = ${id}`,
  ]);
  return row ?? notFound();
}

export function matching(actor: Actor, { program_id, name }: FilterQuery<typeof COUPON_FILTERS>): Conditions {
  return [
    ...conditionsOf<typeof COUPON_FILTERS>({
      program_id: visibleIn(actor, 'c.program_id', program_id),
      name: matchesWordsOrId('s.name_search', 'c.id', name),
    }),
    ALIVE,
  ];
}

export const ALIVE = sql<boolean>`c.deleted_at is null`;

type Sort = (typeof COUPON_SORTS)[number];

export const COUPON_LIST: List<Sort> = {
  from: sql`(coupons c
    cross join lateral (select lower(concat_ws(' ', c.coupon_name, c.coupon_stripe_id)) as name_search) s
    left join programs p on p.id = c.program_id)`,
  id: sql`c.id`,
  columns: sql`c.id, ${fieldColumns('c', COUPON_FIELDS)}, coalesce(c.program_id, 0) as program_id,
    p.program_display_name, c.known, c.updated_at`,
  orders: {
    id: sql`c.id`,
    coupon_name: sql`lower(c.coupon_name)`,
    coupon_stripe_id: sql`c.coupon_stripe_id`,
    program_id: sql`lower(coalesce(p.program_display_name, 'Global site'))`,
    is_percents: sql`c.is_percents`,
  },
};

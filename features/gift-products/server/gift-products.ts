import { sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { notFound, refuseField } from '../../../core/errors.ts';
import type { FilterQuery, PageQuery } from '../../../core/filters.ts';
import { toMajor } from '../../../core/money.ts';
import { type Context, programOf, type TransactionContext } from '../../../server/context.ts';
import { archivedIn } from '../../../server/nouns/archives/archiving.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import {
  conditionsOf,
  type List,
  matchesWordsOrId,
  pageOf,
  rowsOf,
} from '../../../server/nouns/list-query.ts';
import {
  GIFT_PRODUCT_FIELDS,
  type GIFT_PRODUCT_FILTERS,
  type GIFT_PRODUCT_SORTS,
  type GiftProduct,
} from '../contract.ts';
import { givenBy } from './gift-product-noun.ts';

type Sort = (typeof GIFT_PRODUCT_SORTS)[number];

/** Sorts by id by default. With a program, lists what is assigned to it, from any owner. */
export async function pageOfGiftProducts(
  context: Context,
  {
    program_id,
    name,
    archived,
    sort_by = 'id',
    ...asked
  }: PageQuery<typeof GIFT_PRODUCT_FILTERS, typeof GIFT_PRODUCT_SORTS>,
): Promise<{ products: GiftProduct[]; count: number; page?: number }> {
  const { rows, ...counted } = await pageOf<ProductRow, Sort>(context.db, GIFT_PRODUCT_LIST, {
    matching: matching(context.actor, { program_id, name, archived }),
    sort_by,
    ...asked,
  });
  return { products: rows.map(toResponse), ...counted };
}

export function matching(
  actor: Actor,
  { program_id, name, archived }: FilterQuery<typeof GIFT_PRODUCT_FILTERS>,
) {
  const program = programOf(actor, program_id);
  return conditionsOf<typeof GIFT_PRODUCT_FILTERS>({
    program_id:
      program === null
        ? sql<boolean>`true`
        : sql<boolean>`exists (select from gift_product_programs a
          where a.product_id = g.id and a.program_id = ${program})`,
    name: matchesWordsOrId('g.name_search', 'g.id', name),
    archived: archivedIn('g.archived_at', archived),
  });
}

/** A product of the caller's program, or one that is assigned to it; 404 where there is none. */
export async function readGiftProduct(context: Context, id: number): Promise<GiftProduct> {
  const [row] = await rowsOf<ProductRow>(context.db, GIFT_PRODUCT_LIST, [
    givenBy(context.actor),
    sql<boolean>`g.id = ${id}`,
  ]);
  return row ? toResponse(row) : notFound();
}

/** 400 at `field` where the caller cannot give such a product, the same for a missing, an archived and a foreign one. */
export async function checkGiftProduct(
  { db, actor }: TransactionContext,
  id: number,
  field: string,
): Promise<void> {
  const { rows } = await sql`
    select from gift_products g where g.id = ${id} and g.archived_at is null and ${givenBy(actor)}`.execute(
    db,
  );
  if (rows.length === 0) refuseField(field, `There is no gift product ${id}`);
}

/** A row with the inputs of `data`, and the amount in minor units. */
type ProductRow = Omit<GiftProduct, 'data'> & GiftProduct['data'];

/** A giveaway gives its prize until the draw, another event until its end. */
const PRIZE_OF = sql`(select coalesce(json_agg(e.name order by e.id), '[]') from events e
    where e.product_id = g.id and e.archived_at is null and e.drawn_at is null
      and (e.end_at > now() or (e.type = 'giveaway' and e.active = 1)))`;

export const GIFT_PRODUCT_LIST: List<Sort> = {
  from: sql`(gift_products g left join programs p on p.id = g.program_id)`,
  id: sql`g.id`,
  columns: sql`g.id, ${fieldColumns('g', GIFT_PRODUCT_FIELDS)}, g.type, coalesce(g.program_id, 0) as program_id,
    p.program_display_name, g.image_id, i.path as image, g.nft_image_id, n.path as nft_image, g.class_id, c.class_name,
    coalesce(g.preview, n.path) as preview,
    g.nft_id, g.amount, g.currency, g.updated_at, g.archived_at, ${PRIZE_OF} as prize_of`,
  joins: sql`left join uploads i on i.id = g.image_id left join uploads n on n.id = g.nft_image_id
    left join classes c on c.id = g.class_id`,
  orders: {
    id: sql`g.id`,
    name: sql`g.name_search`,
    type: sql`g.type`,
    active: sql`g.active`,
    program: sql`lower(p.program_display_name)`,
  },
  nullable: ['program'],
};

function toResponse({
  class_id,
  class_name,
  nft_id,
  preview,
  amount,
  currency,
  ...row
}: ProductRow): GiftProduct {
  const major = amount === null || currency === null ? null : toMajor(amount, currency);
  return { ...row, data: { class_id, class_name, nft_id, preview, amount: major, currency } };
}

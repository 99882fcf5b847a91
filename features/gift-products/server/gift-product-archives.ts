import { sql } from 'kysely';
import { refuse } from '../../../core/errors.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { GIFT_PRODUCTS_NOUNS } from '../noun.ts';
import { GIFT_PRODUCT, GIFT_PRODUCT_PROGRAMS } from './gift-product-noun.ts';

export const GIFT_PRODUCT_ARCHIVES = {
  noun: GIFT_PRODUCT,
  declared: GIFT_PRODUCTS_NOUNS.gift_product,
  columns: [
    'description',
    'type',
    'image_id',
    'nft_image_id',
    'nft_id',
    'class_id',
    'amount',
    'currency',
    'preview',
  ] as const,
  programs: GIFT_PRODUCT_PROGRAMS,
  async refuse({ id }: { id: number }, { db }: TransactionContext) {
    const { rows } = await sql<{ name: string }>`
      select e.name from events e where e.product_id = ${id} and e.type = 'giveaway' and e.drawn_at is null and e.tickets > 0
      order by e.id limit 1`.execute(db);
    const [event] = rows;
    if (event)
      refuse(400, `Tickets were sold for “${event.name}”. Draw its winner before you archive the prize`);
  },
  /** Only a superadmin assigns to programs that are made later. */
  more: ({ actor }: TransactionContext, { auto_assign }: { auto_assign: boolean }) => ({
    columns: { auto_assign: auto_assign && actor.role === 'superadmin' },
  }),
};

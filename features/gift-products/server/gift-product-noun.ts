import { type Expression, type SqlBool, sql } from 'kysely';
import { type Actor, isGlobal } from '../../../core/access.ts';
import { programsOf } from '../../../server/nouns/assignments.ts';
import { type RowOf, tableNoun } from '../../../server/nouns/changing.ts';
import { textsOf } from '../../../server/nouns/translations.ts';
import { GIFT_PRODUCTS_NOUNS } from '../noun.ts';
import type { ProductType } from '../rules.ts';

export const GIFT_PRODUCT = tableNoun<'gift_products', { type: ProductType }>({
  entity: 'gift_product',
  table: 'gift_products',
});
export type StoredProduct = RowOf<typeof GIFT_PRODUCT>;

export const GIFT_PRODUCT_PROGRAMS = programsOf(GIFT_PRODUCT, GIFT_PRODUCTS_NOUNS.gift_product.programs);

export const GIFT_PRODUCT_TEXTS = textsOf(GIFT_PRODUCT, GIFT_PRODUCTS_NOUNS.gift_product.languages);

/** Returns the condition that the caller may give `gift_products g`: of its own program, or assigned to it. */
export function givenBy(actor: Actor): Expression<SqlBool> {
  if (isGlobal(actor)) return sql<SqlBool>`true`;
  return sql<SqlBool>`(g.program_id = ${actor.program_id} or exists (
    select from gift_product_programs a where a.product_id = g.id and a.program_id = ${actor.program_id}))`;
}

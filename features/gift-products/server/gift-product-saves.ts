import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { type Context, transact } from '../../../server/context.ts';
import { updating } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import {
  assignChanged,
  assignHome,
  homeProgram,
  refuseForAllPrograms,
} from '../../../server/nouns/program-assignments.ts';
import { keepTranslationsCurrent } from '../../../server/nouns/translations.ts';
import type { GiftProduct, GiftProductChange, NewGiftProduct } from '../contract.ts';
import { GIFT_PRODUCT, GIFT_PRODUCT_PROGRAMS, GIFT_PRODUCT_TEXTS } from './gift-product-noun.ts';
import { readGiftProduct } from './gift-products.ts';
import { checkedTerms } from './product-terms.ts';

/** Assigned to its own program, or with `assign_to_all` to each. 400 names the field; 403 as for an event. */
export async function createGiftProduct(context: Context, data: NewGiftProduct): Promise<GiftProduct> {
  return transact(context, async (tx) => {
    const program_id = await homeProgram(tx, data.program_id, 'data.program_id');
    if (data.auto_assign) refuseForAllPrograms(tx);
    const terms = { ...(await checkedTerms(tx, data, null)), program_id };
    const { assign_to_all } = data;
    const { id } = await creating(tx, GIFT_PRODUCT, terms, () => ({ after: { ...terms, assign_to_all } }));
    await assignHome(tx, GIFT_PRODUCT_PROGRAMS, { id, program_id, everywhere: assign_to_all });
    return readGiftProduct(tx, id);
  });
}

/** Changes what is named; with `typo_only` translations stay. 400 by field, also for other terms of a product somebody has; a superadmin corrects a sum. */
export async function updateGiftProduct(
  context: Context,
  { id, data, typo_only = false }: { id: number; data: GiftProductChange; typo_only?: boolean },
): Promise<GiftProduct> {
  return transact(context, async (tx) => {
    const save = { id, updated_at: data.updated_at };
    // The sum of a product that somebody has is kept by a trigger, which lets it through where this is set.
    if (context.actor.role === 'superadmin' && data.data?.amount !== undefined)
      await sql`select set_config('provost.corrects', 'on', true)`.execute(tx.db);
    const { program_id } = await updating(tx, GIFT_PRODUCT, save, async (_, before) => {
      if (data.auto_assign !== undefined && data.auto_assign !== before.auto_assign) refuseForAllPrograms(tx);
      const home = await homeProgram(tx, data.program_id, 'data.program_id', before);
      const terms = await checkedTerms(tx, data, before);
      if (typo_only) await keepTranslationsCurrent(tx, GIFT_PRODUCT_TEXTS, id, before, terms);
      return { ...terms, program_id: home };
    }).catch(refuseOfOwned);
    await assignChanged(tx, GIFT_PRODUCT_PROGRAMS, { id, program_id, everywhere: data.assign_to_all });
    return readGiftProduct(tx, id);
  });
}

/** Translates the database's refusal: a program's staff cannot see all purchases of the product. */
function refuseOfOwned(error: unknown): never {
  const kept = KEPT[(error as { constraint?: string }).constraint ?? ''];
  if (kept) refuseField(kept.field, `Users have this product: its ${kept.called} cannot be changed any more`);
  throw error;
}

const KEPT: Record<string, { field: string; called: string }> = {
  gift_products_type_kept: { field: 'data.type', called: 'type' },
  gift_products_class_kept: { field: 'data.data.class_id', called: 'class' },
  gift_products_nft_kept: { field: 'data.nft_image_id', called: 'digital item' },
  gift_products_amount_kept: { field: 'data.data.amount', called: 'amount' },
};

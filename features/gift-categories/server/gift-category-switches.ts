import { refuseField } from '../../../core/errors.ts';
import type { SwitchedRecord } from '../../../core/nouns/switch-routes.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { lockRow } from '../../../server/nouns/changing.ts';
import { toggleFeatured } from '../../../server/nouns/program-assignments.ts';
import { GIFT_CATEGORY, GIFT_CATEGORY_PROGRAMS } from './gift-category-noun.ts';
import { updateGiftCategory } from './gift-category-saves.ts';

export const GIFT_CATEGORY_SWITCHES = {
  set: {
    active: (tx: TransactionContext, { id, updated_at, to }: SwitchedRecord) =>
      updateGiftCategory(tx, { id, data: { active: to === 1, updated_at } }),
    featured,
  },
};

type StarProgram = { program_id?: number | undefined };

/** 409 where it stands so already; the row itself is not marked, as a star is no edit of it. */
async function featured(
  tx: TransactionContext,
  { id, updated_at, to }: SwitchedRecord,
  { program_id }: StarProgram,
): Promise<{ updated_at: string }> {
  if (program_id === undefined) refuseField('program_id', 'Choose a program');
  const row = await lockRow(tx, GIFT_CATEGORY, { id, updated_at });
  await toggleFeatured(tx, GIFT_CATEGORY_PROGRAMS, { id, program_id, featured: to === 1 });
  return { updated_at: row.updated_at };
}

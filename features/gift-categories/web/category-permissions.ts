import { type Actor, isGlobal, mayAccess } from '../../../core/access.ts';
import { giftCategoriesContract } from '../contract.ts';
import type { Category } from './category-calls.ts';

/** A bound admin's site may show categories of other programs; those are not theirs to touch (section 6). */
export function mayEdit(actor: Actor, { program_id }: Pick<Category, 'program_id'>): boolean {
  return isGlobal(actor) || actor.program_id === program_id;
}

/** Who assigns a category to programs also says whether it goes to every one, and to those that will come. */
export function mayAssign(actor: Actor): boolean {
  return mayAccess(actor, giftCategoriesContract.saveGiftCategoryPrograms['~orpc'].meta.access);
}

import type { Payee } from '../contract.ts';
import { payeeNumber, payeeOf } from '../rules.ts';

/** Returns by the id of the first balance of each payee how many of theirs are on the page; the others have none. */
export function headsOf(rows: readonly Pick<Payee, 'id'>[]): Map<number, number> {
  const heads = new Map<number, number>();
  let head = 0;
  let before: number | undefined;
  for (const { id } of rows) {
    const payee = numberOf(id);
    if (payee !== before) head = id;
    heads.set(head, (heads.get(head) ?? 0) + 1);
    before = payee;
  }
  return heads;
}

/** Counts what stands below a name; '' for a single balance, which needs no words. */
export function balancesHere(here: number, all: number): string {
  if (here < all) return `${here} of ${all} balances on this page`;
  return all > 1 ? `${all} balances` : '';
}

export function payeesAmong(ids: Iterable<number>): number {
  return new Set([...ids].map(numberOf)).size;
}

function numberOf(id: number): number | undefined {
  const payee = payeeOf(id);
  return payee === null ? undefined : payeeNumber(payee);
}

/** Shares out the payments of members: the same in browser and server. Specification: Membership payouts. */
import { must } from '../../../core/must.ts';

export const ATTENDANCE_TYPES = ['live', 'recording'] as const;
export type AttendanceType = (typeof ATTENDANCE_TYPES)[number];

/** Attendances of this payee's classes by members who attended `of` times in all; null is the site itself. */
export type Attended = { user_id: number | null; of: number; attendances: number };

/** Minor units. */
export type Share = { user_id: number | null; attendances: number; amount: number; lens: number };

/**
 * Divides `split` minor units among payees: by their share of all attendances, and by the lens, where every
 * member's equal share follows that member's own attendances. Both sum to `split` exactly. Sorted by user id,
 * the site last; units left over go to equal remainders in that order.
 */
export function sharesOf(split: number, attended: readonly Attended[]): Share[] {
  const payees = [...Map.groupBy(attended, ({ user_id }) => user_id)]
    .map(([user_id, some]) => ({
      user_id,
      some,
      attendances: some.reduce((sum, { attendances }) => sum + attendances, 0),
    }))
    .toSorted((a, b) => (a.user_id ?? Infinity) - (b.user_id ?? Infinity));
  const amounts = divided(
    split,
    payees.map(({ attendances }) => BigInt(attendances)),
  );
  // Each member weighs one in all; over a common denominator, that is a whole number for every payee.
  const unit = [...new Set(attended.map(({ of }) => of))].reduce(
    (common, of) => leastCommonMultiple(common, BigInt(of)),
    1n,
  );
  const lenses = divided(
    split,
    payees.map(({ some }) =>
      some.reduce((sum, { of, attendances }) => sum + BigInt(attendances) * (unit / BigInt(of)), 0n),
    ),
  );
  return payees.map(({ user_id, attendances }, index) => ({
    user_id,
    attendances,
    amount: must(amounts[index], 'amount of the payee'),
    lens: must(lenses[index], 'lens of the payee'),
  }));
}

/** Returns the share of all attendances, 0 to 1. */
export function scoreOf(attendances: number, all: number): number {
  return all === 0 ? 0 : attendances / all;
}

type Offered = {
  live: number;
  recordings: number;
  score: number;
  instructor_id: number | null;
  paid_by: string | null;
  payable: 0 | 1;
};

/** True for an attended instructor without a payout method, whom a mail can ask for one. */
export function offersNotify({ score, paid_by, instructor_id }: Offered): boolean {
  return score > 0 && paid_by === null && instructor_id !== null;
}

/** True where the row can be chosen and paid; only superadmins pay. */
export function offersPay({ live, recordings, payable }: Offered): boolean {
  return live + recordings > 0 && payable === 1;
}

/** Divides by largest remainder, equal ones in the order given. Returns zeros where all weights are 0. */
function divided(amount: number, weights: readonly bigint[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * weight;
    return { index, share: Number(product / total), remainder: product % total };
  });
  const left = amount - parts.reduce((sum, { share }) => sum + share, 0);
  const first = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of first.slice(0, left)) part.share += 1;
  return parts.map(({ share }) => share);
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

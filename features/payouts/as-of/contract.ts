/** Money of a user, a program or a class as it stood at a moment. Specification: As of. */
import { z } from 'zod';
import { moment, namedMoment, pathId } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';

const access = { area: 'money' } as const;
const figure = z.number();

/** Figures in one currency, in its major units. */
const moneyAsOf = z.object({
  currency: z.string(),
  /** Shares of sales recorded by then, as they were divided then: their number, sum, and what was refunded of them. */
  shares: z.int(),
  sales: figure,
  refunded: figure,
  /** Sum that no payout had taken yet; null where the caller may not read of every payout. */
  open: figure.nullable(),
  /** Debts and credits of the payee that no payout had taken yet, part of `open`; 0 for a class. */
  corrections: figure,
  /** Sum that payouts had taken of these shares, as it was taken; null as of `open`. */
  taken: figure.nullable(),
  /** Payouts of the payee, memberships included; null for a class, whose payouts pay for other classes as well. */
  payouts: z
    .object({
      /** Marked as paid by then, and not as returned. */
      paid: figure,
      /** Made or proposed by then, and not marked as paid. */
      unpaid: figure,
      /** Sum of those of which nobody knows any more until when they stood: cancelled since. */
      cancelled_since: figure,
    })
    .nullable(),
  /** Number of shares that were divided anew after the moment, of which nobody kept what they were. */
  divided_since: z.int(),
});
export type MoneyAsOf = z.infer<typeof moneyAsOf>;

const asOf = (path: string, called: string) =>
  route(access, {
    method: 'GET',
    path: `${path}/{id}/money-as-of`,
    summary: `What ${called} had sold, refunded, open and paid out at a moment, by currency`,
    input: z.strictObject({ id: pathId, at: namedMoment }),
    output: z.object({ at: moment, money: z.array(moneyAsOf) }),
  });

export const moneyAsOfContract = {
  userMoneyAsOf: asOf('site-user', 'a user'),
  programMoneyAsOf: asOf('program', 'a program'),
  classMoneyAsOf: asOf('class', 'a class'),
};

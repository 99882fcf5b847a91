/** Batches as the product claims them, whatever the rules of money are. */
import type { Rules } from '../../features/money-settings/rules.ts';
import { payeeId } from '../../features/payouts/rules.ts';
import { claim, holdPayouts } from '../../features/payouts/server/claim.ts';
import { salesDue } from '../../features/payouts/server/payees/due.ts';
import { transact } from '../../server/context.ts';
import type { Db } from '../../server/db/client.ts';
import { makeAdmin, makeClass, makeInstructor } from '../factories.ts';
import { giveMethod } from '../models/paying.ts';
import { system } from '../system.ts';
import { makeCharge } from './charges.ts';

const RULES: Rules = {
  refund_approval_above: {},
  payout_approval: false,
  hold_days: 0,
  new_account_days: 3,
  details_approval: false,
  minimum: {},
  ach: null,
  sepa_debtor: null,
};

/** An instructor who can be paid, with one charge of 49.99 USD. */
export async function makePayee(
  db: Db,
  {
    program_id,
    first_name = 'Ada',
    ...of
  }: { program_id: number | null; first_name?: string; class_id?: number },
) {
  const instructor = await makeInstructor(db, { program_id, first_name });
  const class_id = of.class_id ?? (await makeClass(db, { instructor_id: instructor.id, program_id })).id;
  const charge = await makeCharge(db, { class_id, instructor_id: instructor.id, program_id });
  await giveMethod(db, instructor.id);
  return {
    id: payeeId({ user_id: instructor.id, program_id: null }, 'USD'),
    user_id: instructor.id,
    class_id,
    charge: charge.id,
    name: `${instructor.first_name} ${instructor.last_name}`,
  };
}

/** A batch of what these payees are due, by an admin of its own unless one is named; `approval`: one that waits for it. */
export async function makeBatch(
  db: Db,
  ids: readonly number[],
  {
    approval = false,
    admin_id,
    at,
    ...keys
  }: { approval?: boolean; at?: string; admin_id?: number; paymentKey?: Uint8Array } = {},
) {
  const author = admin_id ?? (await makeAdmin(db, { permissions: ['superadmin'] })).id;
  const context = system(db, { admin_id: author });
  Object.assign(context.platform, keys);
  const id = await transact(context, async (tx) => {
    await holdPayouts(tx);
    return claim(tx, 'sales', await salesDue(tx, ids, RULES), {
      approval,
      ...(at !== undefined && { at }),
    });
  });
  const payouts = await db
    .selectFrom('payouts')
    .selectAll()
    .where('batch_id', '=', id)
    .orderBy('id')
    .execute();
  return { id, author, payouts, payout: payouts[0]?.id ?? 0 };
}

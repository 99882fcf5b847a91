/** Sales in a world, and requests for refunds of them: as people ask, and as staff decide. */
import type { Permission } from '../../core/access.ts';
import { settleRefund } from '../../features/transactions/refunds/server/settle.ts';
import type { RefundRequest } from '../../features/transactions/requests/contract.ts';
import {
  requestRefund,
  type WishedRefund,
} from '../../features/transactions/requests/server/refund-requests-made.ts';
import { transact } from '../../server/context.ts';
import { chargeValues, makeClass, makeInstructor, makeProgram, makeSiteUser } from '../factories.ts';
import type { Call, TestApp } from '../harness.ts';
import { system } from '../system.ts';

export type Sold = {
  id: number;
  program_id: number;
  student_id: number;
  instructor_id: number;
  class_id: number;
};

export function refundRequestsIn(app: () => TestApp) {
  const db = () => app().platform.database.everything;
  let made = 0;

  /** A class at 49.99 USD, sold in a program of its own unless one is given. */
  async function sell(values: object = {}, program?: number): Promise<Sold> {
    const program_id = program ?? (await makeProgram(db())).id;
    const instructor = await makeInstructor(db(), {
      program_id,
      first_name: 'Ian',
      last_name: `Structor ${++made + 1000}`,
    });
    const student = await makeSiteUser(db(), {
      program_id,
      first_name: 'Stu',
      last_name: `Dent ${made + 1000}`,
    });
    const { id: class_id } = await makeClass(db(), {
      instructor_id: instructor.id,
      program_id,
      class_name: `Sold ${made + 1000}`,
    });
    const whose = { program_id, student_id: student.id, instructor_id: instructor.id, class_id };
    const charge = chargeValues({
      ...whose,
      charge_type: 'class_payment',
      held: 'no_instructor',
      description: 'Sold',
      ...values,
    });
    const { id } = await db().insertInto('charges').values(charge).returning('id').executeTakeFirstOrThrow();
    return { id, ...whose };
  }

  /** A bundle of two classes, of 30.00 and 10.00. */
  async function sellBundle(): Promise<Sold & { inside: [number, number] }> {
    const program_id = (await makeProgram(db())).id;
    const instructor_id = (await makeInstructor(db(), { program_id })).id;
    const classes = await Promise.all(
      [3000, 1000].map((class_price) => makeClass(db(), { instructor_id, program_id, class_price })),
    );
    const bundle = await makeClass(db(), { instructor_id, program_id, is_bundle: true });
    await db()
      .insertInto('bundle_classes')
      .values(classes.map(({ id }, position) => ({ bundle_id: bundle.id, class_id: id, position })))
      .execute();
    const sold = await sell({ class_id: bundle.id, charge_type: 'bundle_payment', amount: 4000 }, program_id);
    return { ...sold, inside: classes.map(({ id }) => id) as [number, number] };
  }

  const wished = ({ id, student_id }: Sold, more: object = {}): WishedRefund => ({
    charge_id: id,
    amount: 1000,
    class_id: null,
    cancel_registration: false,
    reason: 'No time',
    type: 'student',
    user_id: student_id,
    ...more,
  });
  const ask = (sold: Sold, more: object = {}) =>
    transact(system(db()), (tx) => requestRefund(tx, wished(sold, more)));
  const askAs = (admin_id: number, sold: Sold, more: object = {}) =>
    transact(system(db(), { admin_id, permissions: ['money'], role: 'admin' }), (tx) =>
      requestRefund(tx, wished(sold, { type: 'admin', user_id: undefined, ...more })),
    );
  const staff = (permissions: Permission[] = ['money'], program_id = 0) =>
    app().as({ permissions, program_id });
  const decide = (call: Call, id: number, verb: 'refund' | 'reject', headers = {}) =>
    call('POST', `refund/${id}/${verb}`, undefined, headers);
  const read = async (call: Call, id: number): Promise<RefundRequest> =>
    (await call('GET', `refund/${id}`)).body.refund;
  const chargeRow = (id: number) =>
    db()
      .selectFrom('charges')
      .select(['refunded', 'reserved'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const refundsOf = (id: number) =>
    db()
      .selectFrom('refunds')
      .select(['id', 'amount', 'class_id', 'reason'])
      .where('charge_id', '=', id)
      .execute();
  /** What the provider says of it, in the end. */
  const settled = async (id: number, state: 'succeeded' | 'failed') => {
    await db()
      .updateTable('refunds')
      .set({ state: 'sending' })
      .where('id', '=', id)
      .where('state', '=', 'requested')
      .execute();
    return transact(system(db()), (tx) => settleRefund(tx, id, { state, failure: 'The card is closed' }));
  };

  return { db, sell, sellBundle, wished, ask, askAs, staff, decide, read, chargeRow, refundsOf, settled };
}

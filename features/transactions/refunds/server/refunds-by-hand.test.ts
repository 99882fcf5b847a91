/** What staff return themselves is owed until somebody says that it is not, in the list and on Home alike. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { makeCharge, makeRefund } from '../../../../test/rows/charges.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program_id: number;
let staff: Call & { admin_id: number };
let charge_id: number;

beforeAll(async () => {
  program_id = (await makeProgram(db())).id;
  staff = await app().as({ permissions: ['money'], program_id });
});
beforeEach(async () => {
  const { id: instructor_id } = await makeInstructor(db(), { program_id });
  const { id: class_id } = await makeClass(db(), { instructor_id, program_id });
  charge_id = (await makeCharge(db(), { class_id, instructor_id, program_id })).id;
});

const owed = async () => (await staff('GET', 'transactions?to_return=1')).body;
const onHome = async () => {
  const { items } = (await staff('GET', 'dashboard/attention')).body;
  return items.find(({ kind }: { kind: string }) => kind === 'refunds_to_return') ?? { count: 0 };
};
const refundId = async () => (await staff('GET', `charge/${charge_id}/refunds`)).body.refunds[0].id;

test('a refund by hand is owed until it is returned, and again once that is undone', async () => {
  expect((await staff('GET', `transactions?id=${charge_id}`)).body.transactions[0].by_hand).toBe(1);
  const before = (await owed()).count;
  await makeRefund(db(), { charge_id, amount: 500 });
  const id = await refundId();
  expect((await owed()).count).toBe(before + 1);
  expect(await onHome()).toMatchObject({ count: before + 1, link: '/transactions?to_return=1' });
  const { email } = await db()
    .selectFrom('admins')
    .select('email')
    .where('id', '=', staff.admin_id)
    .executeTakeFirstOrThrow();
  for (let n = 0; n < 2; n++)
    expect((await staff('PATCH', `charge-refund/${id}`, { returned: 1 })).body.refund).toMatchObject({
      returned_at: expect.any(String),
      returned_by: email,
    });
  expect([(await owed()).count, (await onHome()).count]).toEqual([before, before]);
  const { body } = await staff('PATCH', `charge-refund/${id}`, { returned: 0 });
  expect(body.refund).toMatchObject({ returned_at: null, returned_by: null });
  expect([(await owed()).count, (await onHome()).count]).toEqual([before + 1, before + 1]);
  const entries = db().selectFrom('audit_entries').select('action').where('entity', '=', 'refund');
  const marks = await entries
    .where('entity_id', '=', String(id))
    .where('action', '=', 'returned_by_hand')
    .execute();
  expect(marks).toHaveLength(2);
});

test('400 for what the provider returns, and for what gave nothing back', async () => {
  await makeRefund(db(), { charge_id, amount: 500, state: 'failed', failed_at: new Date().toISOString() });
  const failed = await staff('PATCH', `charge-refund/${await refundId()}`, { returned: 1 });
  expect([failed.status, failed.body.message]).toEqual([400, 'This refund has no money to return']);
  expect(
    (await staff('PATCH', `charge-refund/${await refundId()}`, { returned: 'x' })).body.errors[0].path,
  ).toBe('returned');
});

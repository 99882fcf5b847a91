/** Several requests approved at once: as previewed, all or none, each once. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { SOMEBODY_ELSE } from '../../../../core/second-approver.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { makeCharge } from '../../../../test/rows/charges.ts';
import { refundRequestsIn } from '../../../../test/rows/refund-requests.ts';
import type { ApprovalPreview } from '../contract.ts';

const app = useTestApp();
const { db, sell, ask, askAs, staff, decide, read, chargeRow, refundsOf, settled } = refundRequestsIn(app);

const previewOf = async (call: Call, ids: readonly number[]): Promise<ApprovalPreview> => {
  const { status, body } = await call('GET', `refunds/approval?ids=${ids.join()}`);
  expect(status, body.message).toBe(200);
  return body;
};
const shownIn = ({ requests }: ApprovalPreview) =>
  requests.map(({ id, fingerprint }) => ({ id, fingerprint: fingerprint ?? '' }));
const approve = (call: Call, preview: ApprovalPreview) =>
  call('POST', 'refunds/approve', { requests: shownIn(preview) });

/** A sale of 100.00 USD: 20 to the program, 80 to the instructor; `values` such as a payout are of the instructor's. */
async function soldInShares(program_id: number) {
  const instructor = await makeInstructor(db(), { program_id, first_name: 'Ina', last_name: 'Structor' });
  const { id: class_id } = await makeClass(db(), { program_id, instructor_id: instructor.id });
  const charge = await makeCharge(db(), {
    class_id,
    program_id,
    instructor_id: instructor.id,
    student_id: instructor.id,
    charge_type: 'class_payment',
    amount: 10_000,
    lines: [
      { type: 1, amount: 2000, program_id },
      { type: 4, amount: 8000, user_id: instructor.id },
    ],
  });
  return { ...charge, student_id: instructor.id, program_id, class_id, instructor_id: instructor.id };
}

describe('GET refunds/approval', () => {
  test('sums by currency and way, and by payee what is not paid out and what is, exactly as it is booked', async () => {
    const { id: program_id } = await makeProgram(db());
    const sold = await soldInShares(program_id);
    const asked = [];
    for (const amount of [3333, 3333]) asked.push(await ask(sold, { amount }));
    const call = await staff();
    const before = await previewOf(
      call,
      asked.map(({ id }) => id),
    );
    expect(before.totals).toEqual([{ currency: 'USD', by_hand: 1, requests: 2, amount: 66.66 }]);
    expect(before.payees).toEqual([
      {
        payee: { kind: 'user', id: sold.instructor_id, name: 'Ina Structor' },
        currency: 'USD',
        unpaid: expect.any(Number),
        paid: 0,
      },
      {
        payee: expect.objectContaining({ kind: 'program' }),
        currency: 'USD',
        unpaid: expect.any(Number),
        paid: 0,
      },
    ]);
    expect((await approve(call, before)).status).toBe(200);
    for (const { id } of await refundsOf(sold.id)) await settled(id, 'succeeded');
    const lines = await db()
      .selectFrom('charge_lines')
      .select(['type', 'refunded'])
      .where('charge_id', '=', sold.id)
      .orderBy('type', 'desc')
      .execute();
    expect(lines.map(({ refunded }) => Number(refunded) / 100)).toEqual(
      before.payees.map(({ unpaid }) => unpaid),
    );
  });

  test('of one charge no more than is left, in the order of ids; who asked cannot approve', async () => {
    const call = await staff();
    const sold = await sell();
    const [first, second] = [await ask(sold, { amount: 3000 }), await ask(sold, { amount: 3000 })];
    const own = await askAs(call.admin_id, await sell());
    const { requests, totals } = await previewOf(call, [own.id, second.id, first.id]);
    expect(requests.map(({ id, against }) => [id, against])).toEqual([
      [first.id, null],
      [second.id, 'Only USD 19.99 is left to refund, so this can only be rejected'],
      [own.id, 'Needs another approver (you created it)'],
    ]);
    expect(totals).toEqual([{ currency: 'USD', by_hand: 1, requests: 1, amount: 30 }]);
  });

  test('400 names what is not there, another program’s, or named twice', async () => {
    const [own, foreign] = [await sell(), await sell()];
    const [mine, theirs] = [await ask(own), await ask(foreign)];
    const call = await staff(['money'], own.program_id);
    const { status, body } = await call(
      'GET',
      `refunds/approval?ids=${mine.id},${mine.id},${theirs.id},999999`,
    );
    expect([status, body.message]).toEqual([
      400,
      `Refund request ${mine.id} is listed twice. There is no refund request ${theirs.id}. There is no refund request 999999`,
    ]);
    expect((await call('POST', 'refunds/approve', { requests: [{ id: theirs.id }] })).status).toBe(400);
  });
});

describe('POST refunds/approve', () => {
  test('approves all of them, each recorded and sent once; the same key answers the same', async () => {
    const sales = [await sell(), await sell(), await sell()];
    const ids: number[] = [];
    for (const sold of sales) ids.push((await ask(sold)).id);
    const call = await staff();
    const requests = shownIn(await previewOf(call, ids));
    const key = { 'idempotency-key': `approve ${ids.join()}` };
    const answers = [
      await call('POST', 'refunds/approve', { requests }, key),
      await call('POST', 'refunds/approve', { requests }, key),
    ];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers[0]?.body.refunds).toMatchObject(ids.map((id) => ({ id, status: 'approved' })));
    for (const sold of sales) expect(await refundsOf(sold.id)).toMatchObject([{ amount: 1000 }]);
    const log = await db()
      .selectFrom('audit_entries')
      .select('entity_id')
      .where('entity', '=', 'refund_request')
      .where('action', '=', 'approve')
      .where('entity_id', 'in', ids.map(String))
      .execute();
    expect(log).toHaveLength(3);
  });

  test('409 names what has changed since the preview, with the new one, and approves nothing', async () => {
    const { id: program_id } = await makeProgram(db());
    const [rejected, shared, untouched] = [await sell(), await soldInShares(program_id), await sell()];
    const ids: number[] = [];
    for (const sold of [rejected, shared, untouched]) ids.push((await ask(sold)).id);
    const call = await staff();
    const before = await previewOf(call, ids);
    const email = `quick-${program_id}@example.com`;
    await decide(await app().as({ permissions: ['money'], email }), ids[0] ?? 0, 'reject');
    // Divided anew meanwhile: somebody else gives it back.
    const { id: user_id } = await makeInstructor(db(), { program_id });
    await db()
      .updateTable('charge_lines')
      .set({ user_id })
      .where('charge_id', '=', shared.id)
      .where('type', '=', 4)
      .execute();
    const { status, body } = await approve(call, before);
    expect([status, body.message]).toEqual([
      409,
      `Request #${ids[0]}: ${email} has already rejected this. Request #${ids[1]}: its amount or deductions have changed. Nothing was approved.`,
    ]);
    expect(body.preview.requests.map((one: { against: string | null }) => one.against === null)).toEqual([
      false,
      true,
      true,
    ]);
    for (const sold of [rejected, shared, untouched]) expect(await refundsOf(sold.id)).toEqual([]);
    const again = await approve(call, {
      ...body.preview,
      requests: body.preview.requests.filter(({ id }: { id: number }) => id !== ids[0]),
    });
    expect(again.status).toBe(200);
  });

  test('403 names what the caller has asked for, and approves none of the others', async () => {
    const call = await staff();
    const [sold, mine] = [await sell(), await sell()];
    const [other, own] = [await ask(sold), await askAs(call.admin_id, mine)];
    const { status, body } = await call('POST', 'refunds/approve', {
      requests: [{ id: other.id }, { id: own.id }],
    });
    expect([status, body.message]).toEqual([
      403,
      `${SOMEBODY_ELSE}: request #${own.id}. Nothing was approved.`,
    ]);
    expect(await refundsOf(sold.id)).toEqual([]);
    expect((await read(call, other.id)).status).toBeNull();
  });

  test('overlapping sets approved by two at once: each request once, each call whole or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const sales = [];
      for (let n = 0; n < 8; n++) sales.push(await sell());
      const ids: number[] = [];
      for (const sold of sales) ids.push((await ask(sold)).id);
      const sets = [ids.slice(0, 5), ids.slice(3), ids.slice(2, 6).toReversed()];
      const callers = await Promise.all(sets.map(() => staff()));
      const previews = await Promise.all(sets.map((some, at) => previewOf(callers[at] as Call, some)));
      const answers = await Promise.all(previews.map((shown, at) => approve(callers[at] as Call, shown)));
      expect(statusesOf(answers)).toEqual([200, 409, 409]);
      const won = answers.findIndex(({ status }) => status === 200);
      for (const { body } of answers.filter(({ status }) => status === 409))
        expect(body.message).toMatch(/has already approved this.*Nothing was approved\.$/);
      const approved: number[] = answers[won]?.body.refunds.map(({ id }: { id: number }) => id);
      expect(approved).toEqual(sets[won]?.toSorted((one, another) => one - another));
      for (const [n, sold] of sales.entries()) {
        const isApproved = sets[won]?.includes(ids[n] ?? 0);
        expect(await refundsOf(sold.id)).toHaveLength(isApproved ? 1 : 0);
        expect(await chargeRow(sold.id)).toEqual({ refunded: 0, reserved: isApproved ? 1000 : 0 });
      }
    }
  });

  test('a hundred go in one call, of few charges as well; more are a 400', async () => {
    const { id: program_id } = await makeProgram(db());
    const sold = await soldInShares(program_id);
    const ids: number[] = [];
    for (let n = 0; n < 100; n++) ids.push((await ask(sold, { amount: 97 })).id);
    const call = await staff();
    const shown = await previewOf(call, ids);
    const { status, body } = await approve(call, shown);
    expect([status, body.refunds?.length]).toEqual([200, 100]);
    expect(await chargeRow(sold.id)).toEqual({ refunded: 0, reserved: 9700 });
    for (const { id } of await refundsOf(sold.id)) await settled(id, 'succeeded');
    const { rows } = await sql<{ type: number; refunded: number }>`
      select type, refunded from charge_lines where charge_id = ${sold.id} order by refunded desc`.execute(
      db(),
    );
    expect(rows.map(({ refunded }) => refunded / 100)).toEqual(shown.payees.map(({ unpaid }) => unpaid));
    const many = [...ids, ids.length].map((id) => ({ id }));
    expect((await call('POST', 'refunds/approve', { requests: many })).status).toBe(400);
  });

  test('beside refunds and single decisions of the same charges nothing is approved twice or hangs', async () => {
    const sales = [await sell(), await sell(), await sell(), await sell()];
    const ids: number[] = [];
    for (const sold of sales) ids.push((await ask(sold, { amount: 3000 })).id);
    const [bulk, single] = [await staff(), await staff()];
    const shown = await previewOf(bulk, ids);
    const [together, ...others] = await Promise.all([
      approve(bulk, shown),
      ...ids.map((id) => decide(single, id, 'refund')),
      ...sales.map(({ id }) =>
        single('POST', `charge/${id}/refund`, { amount: 30, cancel_registration: false }),
      ),
    ]);
    expect([200, 409]).toContain(together?.status);
    for (const { status } of others) expect([200, 400, 409]).toContain(status);
    for (const sold of sales) {
      expect(await refundsOf(sold.id)).toHaveLength(1);
      expect(await chargeRow(sold.id)).toEqual({ refunded: 0, reserved: 3000 });
    }
  });
});

test('counts are those of the list', async () => {
  const sold = await sell();
  const [, rejected] = [await ask(sold), await ask(sold)];
  const call = await staff(['money'], sold.program_id);
  await decide(call, rejected.id, 'reject');
  const { counts } = (await call('GET', 'refunds/counts')).body;
  expect(counts).toEqual({ waiting: 1, approved: 0, refunded: 0, failed: 0, rejected: 1 });
  for (const [status, count] of Object.entries(counts))
    expect((await call('GET', `refunds?status=${status}`)).body.count).toBe(count);
  expect((await call('GET', 'refunds/counts?source=import')).body.counts.waiting).toBe(0);
});

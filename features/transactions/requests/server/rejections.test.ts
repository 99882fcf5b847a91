/** Several requests rejected at once: as previewed, all or none, each once, and nothing is paid. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { SOMEBODY_ELSE } from '../../../../core/second-approver.ts';
import { makeAdmin } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { refundRequestsIn } from '../../../../test/rows/refund-requests.ts';

const app = useTestApp();
const { db, sell, ask, askAs, staff, decide, read, chargeRow, refundsOf } = refundRequestsIn(app);

const askFor = async (count: number) => {
  const sales = [];
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const sold = await sell();
    sales.push(sold);
    ids.push((await ask(sold)).id);
  }
  return { sales, ids };
};
const previewOf = (call: Call, ids: readonly number[]) => call('GET', `refunds/rejection?ids=${ids.join()}`);
const reject = (call: Call, ids: readonly number[], key = '') =>
  call(
    'POST',
    'refunds/reject',
    { requests: ids.map((id) => ({ id })) },
    key ? { 'idempotency-key': key } : {},
  );
/** What one rejection leaves behind it: its entry of the audit and its place in the feed of sites. */
const traces = async (id: number) => {
  const { rows } = await sql<{ entries: number; told: number }>`
    select (select count(*) from audit_entries
        where entity = 'refund_request' and entity_id = ${String(id)} and action = 'reject')::int as entries,
      (select count(*) from site_changes where kind = 'refund_request' and object_id = ${String(id)})::int as told`.execute(
    db(),
  );
  return rows[0];
};

describe('GET refunds/rejection', () => {
  test('names whose they are and sums them by currency; one’s own and what is decided stand against it', async () => {
    const call = await staff();
    const [sold, euros, twice] = [await sell(), await sell({ currency: 'EUR' }), await sell()];
    const ids = [(await ask(sold)).id, (await ask(euros, { amount: 550 })).id];
    const own = (await askAs(call.admin_id, await sell())).id;
    const late = (await ask(twice)).id;
    const email = `late-${late}@example.com`;
    await decide(await app().as({ permissions: ['money'], email }), late, 'refund');
    const { status, body } = await previewOf(call, [...ids, own, late]);
    expect(status).toBe(200);
    expect(body.requests.map((one: { id: number; against: string | null }) => [one.id, one.against])).toEqual(
      [
        [ids[0], null],
        [ids[1], null],
        [own, 'Needs another approver (you created it)'],
        [late, `${email} has already approved this`],
      ],
    );
    expect(body.requests[0]).toMatchObject({
      student_name: expect.stringMatching(/^Stu Dent /),
      created_by: expect.stringMatching(/^Stu Dent /),
      type: 'student',
    });
    expect(body.totals).toEqual([
      { currency: 'USD', requests: 1, amount: 10 },
      { currency: 'EUR', requests: 1, amount: 5.5 },
    ]);
  });

  test('400 names what is not there, another program’s, or named twice; so does the rejection', async () => {
    const [own, foreign] = [await sell(), await sell()];
    const [mine, theirs] = [await ask(own), await ask(foreign)];
    const call = await staff(['money'], own.program_id);
    const { status, body } = await previewOf(call, [mine.id, mine.id, theirs.id]);
    expect([status, body.message]).toEqual([
      400,
      `Refund request ${mine.id} is listed twice. There is no refund request ${theirs.id}`,
    ]);
    for (const ids of [[mine.id, theirs.id], [mine.id, mine.id], [mine.id, 999_999], []])
      expect((await reject(call, ids)).status).toBe(400);
    expect((await read(call, mine.id)).status).toBeNull();
  });
});

describe('POST refunds/reject', () => {
  test('rejects all, each as alone: recorded and told to its site; the same key answers the same', async () => {
    const { sales, ids } = await askFor(3);
    const [alone] = (await askFor(1)).ids as [number];
    const call = await staff();
    await decide(call, alone, 'reject');
    const key = `reject ${ids.join()}`;
    const answers = [await reject(call, ids, key), await reject(call, ids, key)];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers[0]?.body.refunds).toMatchObject(
      ids.map((id) => ({ id, status: 'rejected', refund_id: null })),
    );
    const one = await traces(alone);
    // As it was made, and as it was decided.
    expect(one).toEqual({ entries: 1, told: 2 });
    for (const [n, id] of ids.entries()) {
      expect(await traces(id)).toEqual(one);
      expect(await refundsOf(sales[n]?.id ?? 0)).toEqual([]);
      expect(await chargeRow(sales[n]?.id ?? 0)).toEqual({ refunded: 0, reserved: 0 });
    }
  });

  test('409 names who decided one since, with the new preview, and rejects nothing', async () => {
    const { ids } = await askFor(3);
    const call = await staff();
    const email = `quick-${ids[1]}@example.com`;
    await decide(await app().as({ permissions: ['money'], email }), ids[1] ?? 0, 'refund');
    const { status, body } = await reject(call, ids);
    expect([status, body.message]).toEqual([
      409,
      `Request #${ids[1]}: ${email} has already approved this. Nothing was rejected.`,
    ]);
    expect(body.preview.totals).toEqual([{ currency: 'USD', requests: 2, amount: 20 }]);
    for (const id of [ids[0], ids[2]]) expect((await read(call, id ?? 0)).status).toBeNull();
  });

  test('403 names what the caller has asked for, and rejects none; an account of today may reject', async () => {
    const call = await staff();
    const { ids } = await askFor(1);
    const own = await askAs(call.admin_id, await sell());
    const { status, body } = await reject(call, [...ids, own.id]);
    expect([status, body.message]).toEqual([
      403,
      `${SOMEBODY_ELSE}: request #${own.id}. Nothing was rejected.`,
    ]);
    expect((await read(call, ids[0] ?? 0)).status).toBeNull();
    const { id } = await makeAdmin(db(), { permissions: ['superadmin'], updated_by: call.admin_id });
    expect((await reject(await app().signedIn(id), [own.id])).status).toBe(200);
  });

  test('overlapping sets rejected and approved at once: each request once, each call whole or not at all', async () => {
    for (let round = 0; round < 4; round++) {
      const { sales, ids } = await askFor(8);
      const [first, second, third] = [ids.slice(0, 5), ids.slice(3), ids.slice(2, 6).toReversed()];
      const [one, another, approver] = [await staff(), await staff(), await staff()];
      const answers = await Promise.all([
        reject(one, first),
        reject(another, second),
        approver('POST', 'refunds/approve', { requests: third.map((id) => ({ id })) }),
      ]);
      expect(statusesOf(answers)).toEqual([200, 409, 409]);
      const won = answers.findIndex(({ status }) => status === 200);
      const decided = [first, second, third][won] ?? [];
      for (const [n, id] of ids.entries()) {
        const { status } = await read(one, id);
        expect(status).toBe(decided.includes(id) ? (won === 2 ? 'approved' : 'rejected') : null);
        const refunds = await refundsOf(sales[n]?.id ?? 0);
        expect(refunds).toHaveLength(won === 2 && decided.includes(id) ? 1 : 0);
      }
    }
  });

  test('a hundred go in one call, more are a 400', async () => {
    const sold = await sell();
    const ids: number[] = [];
    for (let n = 0; n < 100; n++) ids.push((await ask(sold, { amount: 40 })).id);
    const call = await staff();
    expect((await reject(call, [...ids, 1])).status).toBe(400);
    const { status, body } = await reject(call, ids);
    expect([status, body.refunds?.length]).toEqual([200, 100]);
  });
});

/** Batches of more lines than one transaction claims: begun at once, claimed slice by slice, paid as previewed or not at all. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../../../server/context.ts';
import { makeProgram } from '../../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../../test/harness.ts';
import { out, useMovingFolder } from '../../../../../test/models/moving.ts';
import { makePayee } from '../../../../../test/rows/batches.ts';
import { makeCharge } from '../../../../../test/rows/charges.ts';
import { system } from '../../../../../test/system.ts';
import { readZip } from '../../../../../test/zip-reader.ts';
import { refundCharge } from '../../../../transactions/refunds/server/refunds.ts';
import { claimSlice } from './claim-slice.ts';
import { makeDueBatches } from './make-batches.ts';
import { planBatch } from './plan-batch.ts';

const app = useTestApp({ payoutSliceLines: 3 });
useMovingFolder();
const db = () => app().platform.database.everything;

let ann: Call & { admin_id: number };
let bob: Call & { admin_id: number };
let program_id: number;
let payees: Awaited<ReturnType<typeof makePayee>>[];

/** Two payees with five lines and with three: three slices. */
beforeEach(async () => {
  await approval(false);
  ann = await app().as({ permissions: ['superadmin'] });
  bob = await app().as({ permissions: ['superadmin'] });
  program_id = (await makeProgram(db())).id;
  payees = [await makePayee(db(), { program_id }), await makePayee(db(), { program_id })];
  for (const [index, sales] of [4, 2].entries()) for (let n = 0; n < sales; n++) await sell(index, 1000);
});

const approval = (payout_approval: boolean) =>
  sql`update settings set value = jsonb_set(value, '{rules,payout_approval}', ${JSON.stringify(payout_approval)}::jsonb)
    where name = 'money'`.execute(db());

function sell(index: number, amount: number) {
  const { class_id = 0, user_id: instructor_id = 0 } = payees[index] ?? {};
  return makeCharge(db(), { class_id, instructor_id, program_id, amount });
}

const ids = () => payees.map(({ id }) => id);
const makeAll = () => makeDueBatches(app().platform);
const batchOf = async (id: number) => (await ann('GET', `payout-batches?id=${id}`)).body.batches[0];

async function begin() {
  const { body: preview } = await ann('GET', `payout-preview?ids=${ids().join()}`);
  const { status, body } = await ann('POST', 'payout', { ids: ids(), fingerprint: preview.fingerprint });
  expect([status, body.file, body.batch.state]).toEqual([200, null, 'making']);
  return body.batch.id as number;
}

/** One step in the name of the author, as the job takes it. */
const step = (work: typeof planBatch, id: number) =>
  transact({ ...system(db(), { admin_id: ann.admin_id }), platform: app().platform }, (tx) => work(tx, id));

async function beginAndClaim(slices: number) {
  const id = await begin();
  await step(planBatch, id);
  for (let n = 0; n < slices; n++) await step(claimSlice, id);
  return id;
}

/** Lines by what holds them, and payouts by state and amount. */
async function standing() {
  const users = payees.map(({ user_id }) => user_id);
  const { rows } = await sql<{ free: number; claimed: number; payouts: string[] }>`
    select count(*) filter (where l.payout_id is null)::integer as free,
      count(*) filter (where l.payout_id is not null)::integer as claimed,
      (select coalesce(array_agg(p.state || ' ' || p.amount order by p.id), '{}') from payouts p
        where p.user_id = any (${users}::integer[])) as payouts
    from charge_lines l where l.user_id = any (${users}::integer[])`.execute(db());
  return rows[0];
}
const CANCELLED = { free: 8, claimed: 0, payouts: ['cancelled 8999', 'cancelled 6999'] };

describe('a batch of more lines than a slice', () => {
  test('is answered at once as being made, and is in the end what was previewed, with its file', async () => {
    const id = await begin();
    expect(await standing()).toEqual({ free: 8, claimed: 0, payouts: [] });
    expect(await batchOf(id)).toMatchObject({
      making: { claimed: 0, lines: null, ending: null },
      file: null,
    });
    await makeAll();
    const batch = await batchOf(id);
    expect(batch).toMatchObject({ state: 'made', making: null, failure: null, payees: 2 });
    expect(batch.totals).toEqual([{ currency: 'USD', method: 'venmo', payees: 2, amount: 159.98 }]);
    expect(await standing()).toEqual({ free: 0, claimed: 8, payouts: ['made 8999', 'made 6999'] });
    const { headers } = await ann('GET', `payouts-history?batch_id=${id}`);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const { rawPayload } = await app().http.inject({ url: batch.file, headers: { cookie } });
    expect(readZip(rawPayload).get('venmo-USD-001.csv')?.toString()).toMatch(/89\.99.*\r\n.*69\.99/);
    const { body } = await ann('GET', `audit?entity=payout_batch&entity_id=${id}`);
    // Below the second `create` are the payouts, one in each program.
    expect(body.audit.map(({ action }: { action: string }) => action)).toEqual([
      'download',
      'create',
      'create',
      'begin',
    ]);
    const slices = await sql`select from payout_slices where batch_id = ${id}`.execute(db());
    expect(slices.rows).toEqual([]);
  });

  test('waits for an approval where the rules ask for one', async () => {
    await approval(true);
    const id = await begin();
    expect((await bob('POST', `payout-batch/${id}/approve`)).body.message).toMatch(/still being processed/);
    await makeAll();
    expect(await batchOf(id)).toMatchObject({ state: 'proposed', file: null });
    const { status, body } = await bob('POST', `payout-batch/${id}/approve`);
    expect([status, body.batch.state]).toEqual([200, 'made']);
  });

  test('of as many lines as a slice is made at once', async () => {
    payees = [await makePayee(db(), { program_id })];
    await sell(0, 1000);
    await sell(0, 1000);
    const { body } = await ann('POST', 'payout', { ids: ids() });
    expect(body.batch).toMatchObject({ state: 'made', making: null, file: body.file });
    await sell(0, 1000);
    expect(body.file).toMatch(/\.zip$/);
  });

  test('shows how far it is, pays nobody meanwhile, and names no payout', async () => {
    const id = await beginAndClaim(2);
    expect(await batchOf(id)).toMatchObject({
      state: 'making',
      making: { claimed: 6, lines: 8, ending: null },
    });
    expect((await ann('GET', `payouts-history?batch_id=${id}`)).body.count).toBe(0);
    const [payout] = await db().selectFrom('payouts').select('id').where('batch_id', '=', id).execute();
    expect((await ann('POST', `payout/${payout?.id}/paid`)).status).toBe(404);
    expect((await ann('GET', `payout/${payout?.id}/transactions`)).status).toBe(404);
    const listed = async (payable: string) =>
      (await ann('GET', `payouts?user_id=${payees[1]?.user_id}&payable=${payable}`)).body.payouts;
    expect(await listed('1')).toEqual([]);
    expect(await listed('')).toMatchObject([{ payable: 0, against: expect.arrayContaining(['in_making']) }]);
    for (const program of [null, program_id])
      await expect(out(app().ownerUrl, program)).rejects.toMatchObject({
        status: 409,
        message: `Payout batch ${id} is being processed. Move the office when that is over, or cancel it`,
      });
    const { status, body } = await ann('POST', 'payout', { ids: [ids()[1]] });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'ids', message: expect.stringMatching(/: In a batch that is being processed$/) }],
    ]);
  });

  test('pays no credit meanwhile to whom it pays, even where all their sales are claimed', async () => {
    const second = ids()[1];
    const { body: paid } = await ann('POST', 'payout', { ids: [second] });
    const [payout] = (await ann('GET', `payouts-history?batch_id=${paid.batch.id}`)).body.payouts;
    for (let n = 0; n < 3; n++) await sell(1, 1000);
    await beginAndClaim(3);
    expect(await standing()).toMatchObject({ free: 0 });
    expect((await ann('POST', `payout/${payout.id}/return`, { reason: 'closed' })).status).toBe(200);
    const { status, body } = await ann('POST', 'payout', { ids: [second] });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'ids', message: expect.stringMatching(/: In a batch that is being processed$/) }],
    ]);
  });

  test('lets others be paid beside it', async () => {
    const id = await beginAndClaim(2);
    const other = await makePayee(db(), { program_id });
    const { body } = await ann('POST', 'payout', { ids: [other.id, ids()[1]] });
    expect(body.batch).toMatchObject({
      state: 'made',
      payees: 1,
      held: [{ reason: 'In a batch that is being processed' }],
    });
    await makeAll();
    expect(await batchOf(id)).toMatchObject({ state: 'made', payees: 2 });
  });

  test('goes on after a slice, and two at once never do the same', async () => {
    const id = await beginAndClaim(1);
    await Promise.all([makeAll(), makeAll(), makeAll()]);
    expect(await batchOf(id)).toMatchObject({ state: 'made', payees: 2 });
    expect(await standing()).toMatchObject({ claimed: 8, payouts: ['made 8999', 'made 6999'] });
  });
});

describe('cancelled before its end', () => {
  test.each([0, 1, 3])(
    'with %i slices claimed, nothing of it is paid and all is open again',
    async (slices) => {
      const id = slices === 0 ? await begin() : await beginAndClaim(slices);
      const { status, body } = await bob('POST', `payout-batch/${id}/cancel`);
      expect([status, body.batch.making.ending, body.batch.decided_by]).toEqual([
        200,
        'cancelled',
        expect.any(String),
      ]);
      expect((await ann('POST', `payout-batch/${id}/cancel`)).status).toBe(409);
      await makeAll();
      expect(await batchOf(id)).toMatchObject({ state: 'cancelled', making: null, file: null });
      expect(await standing()).toEqual(slices === 0 ? { free: 8, claimed: 0, payouts: [] } : CANCELLED);
      const again = await begin();
      await makeAll();
      expect(await batchOf(again)).toMatchObject({ state: 'made', payees: 2 });
    },
  );

  test('a refund of a claimed line is a debt while it is claimed, and counts once afterwards', async () => {
    const id = await beginAndClaim(3);
    await refundCharge(system(db()), { charge_id: payees[0]?.charge ?? 0, amount: 500 });
    await bob('POST', `payout-batch/${id}/cancel`);
    await makeAll();
    const { body } = await ann('GET', `payout-preview?ids=${ids()[0]}`);
    expect(body.payees[0].amount).toBe(84.99);
  });
});

describe('fails in words, and frees all lines, where', () => {
  const failureOf = async (id: number) => {
    await makeAll();
    const { state, failure, file } = await batchOf(id);
    expect([state, file]).toEqual(['failed', null]);
    expect(await standing()).toMatchObject({ free: 8, claimed: 0 });
    expect((await bob('POST', `payout-batch/${id}/cancel`)).body.message).toMatch(/failed/);
    const { body } = await bob('GET', `audit?entity=payout_batch&entity_id=${id}`);
    expect(body.audit[0].action).toBe('fail');
    return failure;
  };

  test('something was sold after the preview', async () => {
    const id = await begin();
    await sell(1, 700);
    await makeAll();
    expect(await batchOf(id)).toMatchObject({
      state: 'failed',
      failure: 'Amounts changed after the preview. Nothing was sent',
    });
    expect(await standing()).toEqual({ free: 9, claimed: 0, payouts: [] });
  });

  test('a line was refunded before its slice', async () => {
    const id = await beginAndClaim(1);
    const last = await db()
      .selectFrom('charge_lines')
      .select('charge_id')
      .where('user_id', '=', payees[1]?.user_id ?? 0)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await refundCharge(system(db()), { charge_id: last.charge_id, amount: 300 });
    expect(await failureOf(id)).toBe(
      `Transaction ${last.charge_id} changed after the preview. Nothing was sent`,
    );
  });

  test('a charge was disputed after its slice', async () => {
    const id = await beginAndClaim(3);
    const charge = payees[0]?.charge ?? 0;
    await sql`update charges set disputed_at = now() where id = ${charge}`.execute(db());
    expect(await failureOf(id)).toBe(
      `On hold or disputed since the preview: transaction ${charge}. Nothing was sent`,
    );
  });

  test('a payee was blocked after all slices', async () => {
    const id = await beginAndClaim(3);
    await sql`update site_users set status = 0 where id = ${payees[1]?.user_id}`.execute(db());
    expect(await failureOf(id)).toMatch(/^Not payable since the preview: .*inactive/);
  });

  test('whoever sent it is no superadmin any more', async () => {
    const id = await beginAndClaim(1);
    await sql`update admins set deleted_at = now() where id = ${ann.admin_id}`.execute(db());
    ann = bob;
    expect(await failureOf(id)).toMatch(/no longer a superadmin/);
  });
});

test('a refund of a claimed line is a debt of the next payout', async () => {
  const id = await beginAndClaim(3);
  await refundCharge(system(db()), { charge_id: payees[0]?.charge ?? 0, amount: 500 });
  await makeAll();
  expect(await standing()).toMatchObject({ payouts: ['made 8999', 'made 6999'] });
  const { body } = await ann('GET', `payout-preview?ids=${ids()[0]}`);
  expect(body.payees[0].debts).toBe(-5);
  expect((await batchOf(id)).state).toBe('made');
});

/** Batches as they are made, approved, taken back, fetched; payouts as they arrive and come back. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Permission } from '../../../../core/access.ts';
import { SOMEBODY_ELSE, TOO_NEW } from '../../../../core/second-approver.ts';
import { transact } from '../../../../server/context.ts';
import { ADMIN_PASSWORD, makeAdmin, makeProgram } from '../../../../test/factories.ts';
import { type Answer, type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { makeBatch, makePayee } from '../../../../test/rows/batches.ts';
import { makeCharge } from '../../../../test/rows/charges.ts';
import { system } from '../../../../test/system.ts';
import { readZip } from '../../../../test/zip-reader.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { refundCharge } from '../../../transactions/refunds/server/refunds.ts';
import { NOTHING_LEFT } from '../../server/bridge.ts';
import { claim, holdPayouts } from '../../server/claim.ts';
import type { Due } from '../../server/payout-types.ts';
import { dayOf } from './batch-file.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let ann: Call & { admin_id: number };
let bob: Call & { admin_id: number };
let program_id: number;

beforeEach(async () => {
  await rule({ payout_approval: false });
  ann = await app().as({ permissions: ['superadmin'] });
  bob = await app().as({ permissions: ['superadmin'] });
  program_id = (await makeProgram(db())).id;
});

async function rule(change: Partial<Rules>): Promise<void> {
  await sql`update settings set value = jsonb_set(value, '{rules}', value -> 'rules' || ${JSON.stringify(change)}::jsonb)
    where name = 'money'`.execute(db());
}
const newPayee = (first_name = 'Ada') => makePayee(db(), { program_id, first_name });
const refund = (charge_id: number, amount: number) => refundCharge(system(db()), { charge_id, amount });
const messageOf = ({ status, body }: Answer) => [status, body.message];
const historyOf = async (id: number, call: Call = ann) =>
  (await call('GET', `payouts-history?batch_id=${id}`)).body.payouts;
const staff = (permissions: Permission[], of = 0) => app().as({ permissions, program_id: of });

async function propose(...ids: number[]) {
  await rule({ payout_approval: true });
  const { status, body } = await ann('POST', 'payout', { ids });
  expect([status, body.batch?.state, body.file]).toEqual([200, 'proposed', null]);
  return body.batch.id as number;
}

const approve = (id: number, call: Call = bob) => call('POST', `payout-batch/${id}/approve`);
const cancel = (id: number, call: Call = ann) => call('POST', `payout-batch/${id}/cancel`);

describe('a proposal is approved by nobody', () => {
  test('whose account others have made or changed within seven days; one who stands may', async () => {
    const payee = await newPayee();
    const id = await propose(payee.id);
    const password = 'a-password-of-annes';
    expect((await ann('PATCH', `user/${bob.admin_id}`, { user_data: { password } })).status).toBe(200);
    await sql`update admins set updated_by = id, updated_at = now() where id = ${bob.admin_id}`.execute(db());
    expect(messageOf(await approve(id, await app().signedIn(bob.admin_id)))).toEqual([403, TOO_NEW]);
    const { id: puppet } = await makeAdmin(db(), { permissions: ['superadmin'] });
    await sql`update admins set created_at = now() - interval '1 year' where id = ${puppet}`.execute(db());
    expect(messageOf(await approve(id, await app().signedIn(puppet)))).toEqual([403, TOO_NEW]);
    expect((await approve(id, await staff(['superadmin']))).status).toBe(200);
  });

  test('while a charge of it is held or disputed: it is taken back', async () => {
    const payee = await newPayee();
    const id = await propose(payee.id);
    const { rows } = await sql<{ id: number }>`
      update charges c set disputed_at = now() from charge_lines l, payouts p
      where l.charge_id = c.id and l.payout_id = p.id and p.batch_id = ${id} returning c.id`.execute(db());
    expect(messageOf(await approve(id))).toEqual([
      400,
      `On hold or disputed since the proposal: transaction ${rows[0]?.id}. Cancel the proposal first`,
    ]);
    expect((await cancel(id)).status).toBe(200);
  });
});

/** What is open of a payee in USD, debts and credits in it; major units. */
async function openOf(id: number): Promise<number> {
  const { body } = await ann('GET', `payout-preview?ids=${id}`);
  const [{ lines_amount, debts }] = body.payees;
  return Math.round(lines_amount * 100 + debts * 100) / 100;
}

describe('the file of a batch', () => {
  test('is fetched by holders of money of no program, by token or cookie, and by nobody else', async () => {
    const payee = await newPayee();
    const odd = await newPayee('=cmd()');
    const { body } = await ann('POST', 'payout', { ids: [payee.id, odd.id] });
    const { file, batch } = body;
    expect(batch).toMatchObject({
      state: 'made',
      file,
      payees: 1,
      totals: [{ currency: 'USD', method: 'venmo', payees: 1, amount: 49.99 }],
      held: [{ payee: odd.name, currency: 'USD', amount: 49.99, reason: 'The name begins like a formula' }],
    });
    const money = await staff(['money']);
    const history = await money('GET', `payouts-history?batch_id=${batch.id}`);
    expect(history.body.payouts[0].file).toBe(file);
    const cookie = String(history.headers['set-cookie']).split(';')[0] ?? '';
    const fetched = await app().http.inject({ url: file, headers: { cookie } });
    expect(fetched.statusCode).toBe(200);
    expect(fetched.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="payouts-${batch.id}-${batch.created_at.slice(0, 10)}.zip"`,
    });
    const files = readZip(fetched.rawPayload);
    expect([...files.keys()]).toEqual(['venmo-USD-001.csv', 'manifest.csv', 'held.csv']);
    const [{ id }] = history.body.payouts;
    expect(files.get('venmo-USD-001.csv')?.toString()).toBe(
      `@payee-${payee.user_id},49.99,USD,${id},Payout ${id},VENMO,PRIVATE\r\n`,
    );
    expect(files.get('held.csv')?.toString()).toContain(
      `'${odd.name},USD,49.99,The name begins like a formula\r\n`,
    );
    const { body: trail } = await ann('GET', `audit?entity=payout_batch&entity_id=${batch.id}`);
    expect(trail.audit.map(({ action, admin_id }: never) => [action, admin_id])).toContainEqual([
      'download',
      money.admin_id,
    ]);

    const refused = [
      app().call,
      await staff(['money'], program_id),
      await staff(['programadmin'], program_id),
      await staff(['users', 'audit']),
    ];
    for (const call of refused) {
      const answer = await call('GET', file);
      expect([answer.status, answer.body.code, answer.headers['cache-control']]).toEqual([
        404,
        'NOT_FOUND',
        'no-store',
      ]);
    }
    for (const name of [`${'0'.repeat(32)}.zip`, 'x.zip', '..%2fx', ''])
      expect((await money('GET', file.replace(/[^/]+$/, name))).status, name).toBe(404);
    const [bound] = await historyOf(batch.id, refused[1]);
    expect([bound.id, bound.file]).toEqual([id, null]);
    const { sealed } = await db()
      .selectFrom('payout_files')
      .select('sealed')
      .where('batch_id', '=', batch.id)
      .executeTakeFirstOrThrow();
    expect(sealed.includes(`@payee-${payee.user_id}`)).toBe(false);
  });

  test('asked for again by its key a payout is the same one, and its file the same bytes', async () => {
    const payee = await newPayee();
    const pay = () => ann('POST', 'payout', { ids: [payee.id] }, { 'idempotency-key': `pay-${payee.id}` });
    const [first, again] = [await pay(), await pay()];
    expect(again.body).toEqual(first.body);
    const bytes = async () =>
      (await app().http.inject({ url: first.body.file, headers: await cookieOf(bob) })).rawPayload;
    expect((await bytes()).equals(await bytes())).toBe(true);
    expect(await openOf(payee.id)).toBe(0);
  });

  test('is of the day on which its batch was approved, where it had to be', () => {
    const created_at = '2026-01-01T23:59:59.000Z';
    expect(dayOf({ created_at, decided_at: null })).toBe('2026-01-01');
    expect(dayOf({ created_at, decided_at: '2026-01-03T00:00:00.000Z' })).toBe('2026-01-03');
    const finished_at = '2026-01-02T00:00:01.000Z';
    expect(dayOf({ created_at, decided_at: null, finished_at })).toBe('2026-01-02');
    expect(dayOf({ created_at, decided_at: '2026-01-03T00:00:00.000Z', finished_at })).toBe('2026-01-03');
  });
});

async function cookieOf(call: Call) {
  const { headers } = await call('GET', 'payout-batches');
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
}

describe('approval', () => {
  test('is somebody else’s, once; whoever comes later is told who was first', async () => {
    const payee = await newPayee();
    const id = await propose(payee.id);
    expect(await historyOf(id)).toMatchObject([{ state: 'proposed', file: null }]);
    expect(messageOf(await approve(id, ann))).toEqual([403, SOMEBODY_ELSE]);
    expect((await approve(id, await staff(['money']))).status).toBe(403);
    expect((await approve(id, await staff(['programadmin']))).status).toBe(403);
    const { body } = await approve(id);
    const by = (await makerOf(bob.admin_id)).email;
    expect(body.batch).toMatchObject({ id, state: 'made', decided_by: by, own: 0 });
    expect((await bob('GET', body.batch.file)).status).toBe(200);
    expect(await historyOf(id)).toMatchObject([{ state: 'made', file: body.batch.file }]);
    for (const answer of [await approve(id), await cancel(id)])
      expect([answer.status, answer.body.message, answer.body.conflict]).toEqual([
        409,
        `${by} has already approved this`,
        { changed_by: by, changed_at: body.batch.decided_at },
      ]);
    expect((await approve(999_999)).status).toBe(404);
  });

  test('what needed none cannot be approved, nor taken back', async () => {
    const { id, author } = await makeBatch(db(), [(await newPayee()).id]);
    const { email } = await makerOf(author);
    for (const answer of [await approve(id), await cancel(id)])
      expect(messageOf(answer)).toEqual([409, `${email} has already made this`]);
  });

  test('pays what was claimed, where it was to go then, whatever has changed since', async () => {
    await rule({ new_account_days: 0 });
    const payee = await newPayee();
    const id = await propose(payee.id);
    await refund(payee.charge, 1000);
    await db()
      .updateTable('payment_settings')
      .set({ fields: JSON.stringify({ venmo: { user: '@somebody-else' } }) })
      .where('user_id', '=', payee.user_id)
      .execute();
    const { body } = await approve(id);
    const { body: zip, ...answer } = await app()
      .http.inject({ url: body.batch.file, headers: await cookieOf(bob) })
      .then(({ rawPayload, statusCode }) => ({ body: rawPayload, statusCode }));
    expect(answer.statusCode).toBe(200);
    expect(readZip(zip).get('venmo-USD-001.csv')?.toString()).toMatch(`@payee-${payee.user_id},49.99,USD,`);
    expect(await openOf(payee.id)).toBe(-10);
  });

  test('of fifty decisions at once one has an effect', async () => {
    const payee = await newPayee();
    const id = await propose(payee.id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? approve(id) : cancel(id, n % 4 ? ann : bob))),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const won = answers.find(({ status }) => status === 200)?.body.batch;
    const { body } = await ann('GET', `audit?entity=payout_batch&entity_id=${id}`);
    const whole = body.audit.filter(({ program_id: of }: never) => of === 0);
    expect(whole.map(({ action }: never) => action)).toEqual([
      won.state === 'made' ? 'approve' : 'cancel',
      'create',
    ]);
    expect(await openOf(payee.id)).toBe(won.state === 'made' ? 0 : 49.99);
    const files = db().selectFrom('payout_files').select('batch_id').where('batch_id', '=', id);
    expect(await files.execute()).toHaveLength(won.state === 'made' ? 1 : 0);
  });
});

const makerOf = (id: number) =>
  db().selectFrom('admins').select('email').where('id', '=', id).executeTakeFirstOrThrow();

describe('a proposal that is taken back', () => {
  test('leaves what it claimed open, what was refunded meanwhile counted once', async () => {
    const payee = await newPayee();
    const id = await propose(payee.id);
    await refund(payee.charge, 1000);
    expect(await openOf(payee.id)).toBe(-10);
    const { body } = await cancel(id, bob);
    expect(body.batch).toMatchObject({ state: 'cancelled', file: null, payees: 1 });
    expect(await historyOf(id)).toEqual([]);
    expect(await openOf(payee.id)).toBe(39.99);

    const second = await propose(payee.id);
    await refund(payee.charge, 500);
    await cancel(second);
    expect(await openOf(payee.id)).toBe(34.99);
    await rule({ payout_approval: false });
    const paid = await ann('POST', 'payout', { ids: [payee.id] });
    expect(paid.body.batch.totals).toMatchObject([{ amount: 34.99 }]);
    expect(await openOf(payee.id)).toBe(0);
    const [{ id: payout }] = await historyOf(paid.body.batch.id);
    const { transactions } = (await ann('GET', `payout/${payout}/transactions`)).body;
    const { charge } = payee;
    expect(transactions.map(({ type, amount, description }: never) => [type, amount, description])).toEqual(
      expect.arrayContaining([
        ['payment', 34.99, ''],
        ['adjustment', -10, `Refund of transaction ${charge}, already paid out`],
        ['adjustment', 10, `Refund of transaction ${charge} during a payout that was later cancelled`],
        ['adjustment', -5, `Refund of transaction ${charge}, already paid out`],
        ['adjustment', 5, `Refund of transaction ${charge} during a payout that was later cancelled`],
      ]),
    );
    expect(transactions).toHaveLength(5);
  });

  test('also where another payout has taken the debt meanwhile', async () => {
    const payee = await newPayee();
    const id = await propose(payee.id);
    await refund(payee.charge, 1000);
    await makeCharge(db(), { class_id: payee.class_id, instructor_id: payee.user_id, program_id });
    await rule({ payout_approval: false });
    expect((await ann('POST', 'payout', { ids: [payee.id] })).body.batch.totals).toMatchObject([
      { amount: 39.99 },
    ]);
    await cancel(id);
    // 49.99 twice, 10 given back of the first, 39.99 paid.
    expect(await openOf(payee.id)).toBe(49.99);
  });

  test('sets free the debts that it took, and the pool that nobody else is paid of', async () => {
    const payee = await newPayee();
    const pool = await transact(system(db(), { admin_id: ann.admin_id }), async (tx) => {
      const { id } = await tx.db
        .insertInto('membership_pools')
        .values({
          from_day: '2026-01-01',
          to_day: '2026-01-31',
          currency: 'USD',
          split_amount: 3000,
          created_by: ann.admin_id,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const parts = await tx.db
        .insertInto('membership_parts')
        .values([
          {
            pool_id: id,
            user_id: payee.user_id,
            live: 2,
            recordings: 0,
            amount: 2000,
            lens: 2000,
          },
          { pool_id: id, user_id: null, live: 1, recordings: 0, amount: 1000, lens: 1000 },
        ])
        .returning('id')
        .execute();
      return { id, part: parts[0]?.id ?? 0 };
    });
    await db()
      .insertInto('payout_adjustments')
      .values({
        user_id: payee.user_id,
        scope_program_id: program_id,
        currency: 'USD',
        amount: -500,
        kind: 'refund',
      })
      .execute();
    const batch = () =>
      transact(system(db(), { admin_id: ann.admin_id }), async (tx) => {
        await holdPayouts(tx);
        const debts = await tx.db
          .selectFrom('payout_adjustments')
          .select('id')
          .where('user_id', '=', payee.user_id)
          .where('payout_id', 'is', null)
          .execute();
        const due: Due = {
          id: payee.id,
          user_id: payee.user_id,
          program_id: null,
          currency: 'USD',
          name: payee.name,
          scope_program_id: program_id,
          method: 'venmo',
          details: { user: '@x' },
          fault: null,
          changed_at: null,
          payable_from: null,
          release: null,
          line_ids: [],
          part_id: pool.part,
          lines: 1,
          lines_amount: 2000,
          refunds: 0,
          left: NOTHING_LEFT,
          adjustment_ids: debts.map(({ id }) => id),
          debts: -500,
          credits: 0,
          amount: 1500,
          against: [],
        };
        return claim(tx, 'membership', [due], { approval: true });
      });
    const id = await batch();
    const [{ id: payout }] = await historyOf(id);
    const { transactions } = (await ann('GET', `payout/${payout}/transactions`)).body;
    expect(transactions).toMatchObject([
      { type: 'adjustment', amount: -5, description: 'Refund of a paid-out sale', payout_status: 0 },
      {
        type: 'payment',
        amount: 20,
        description: 'Memberships from 2026-01-01 to 2026-01-31: 2 live, 0 recordings',
      },
    ]);
    expect((await cancel(id)).status).toBe(200);
    const pools = db().selectFrom('membership_pools').select('id').where('id', '=', pool.id);
    expect(await pools.execute()).toEqual([]);
    expect(await openOf(payee.id)).toBe(44.99);
  });
});

describe('what stands out among those who are paid together', () => {
  const marksOf = (rows: { name: string; first: 0 | 1; largest: 0 | 1 }[]) =>
    rows.map(({ name, first, largest }) => [name.split(' ')[0], first, largest]);

  test('changed details first, then new payees, then the largest; and the difference to the batch of before', async () => {
    const [known, fresh, moved] = await Promise.all(
      ['Known', 'Fresh', 'Moved'].map((name) => newPayee(name)),
    );
    if (!known || !fresh || !moved) throw new Error('three payees');
    const before = (await ann('POST', 'payout', { ids: [known.id, moved.id] })).body.batch;
    const sell = ({ user_id, class_id }: typeof known, amount: number) =>
      makeCharge(db(), { class_id, instructor_id: user_id, program_id, amount });
    await sell(known, 9000);
    await sell(moved, 100);
    await rule({ new_account_days: 0 });
    const paying = { fields: { venmo: { user: '@moved' } }, password: ADMIN_PASSWORD };
    await ann('PATCH', `user/${moved.user_id}/payment-settings`, paying);
    const ids = [known.id, fresh.id, moved.id];
    const last = { id: before.id, totals: [{ currency: 'USD', payees: 2, amount: 99.98 }] };

    const { body: previewed } = await ann('GET', `payout-preview?ids=${ids.join()}`);
    expect(marksOf(previewed.payees)).toEqual([
      ['Known', 0, 1],
      ['Fresh', 1, 0],
      ['Moved', 0, 0],
    ]);
    expect(previewed.last_batch).toMatchObject(last);
    const bound = await staff(['money'], program_id);
    const seen = (await bound('GET', `payout-preview?ids=${ids.join()}`)).body;
    expect([seen.last_batch, marksOf(seen.payees)]).toEqual([null, marksOf(previewed.payees)]);

    const id = await propose(...ids);
    const listed = async () => (await bob('GET', `payout-batch/${id}/payees`)).body;
    const proposed = await listed();
    expect(marksOf(proposed.payees)).toEqual([
      ['Moved', 0, 0],
      ['Fresh', 1, 0],
      ['Known', 0, 1],
    ]);
    expect(proposed.payees[0]).toMatchObject({ account: '@moved', changed_at: expect.any(String) });
    expect(proposed.last_batch).toMatchObject(last);
    expect((await bob('POST', `payout-batch/${id}/approve`)).status).toBe(200);
    // As of then: it is not compared with itself, and who was new in it still was.
    const made = await listed();
    expect([marksOf(made.payees), made.last_batch]).toEqual([marksOf(proposed.payees), proposed.last_batch]);
    await sell(fresh, 300);
    const next = (await ann('GET', `payout-preview?ids=${fresh.id}`)).body;
    expect(marksOf(next.payees)).toEqual([['Fresh', 0, 0]]);
    await rule({ payout_approval: false });
    expect((await ann('POST', 'payout', { ids: [fresh.id] })).status).toBe(200);
    expect(marksOf((await listed()).payees)).toEqual(marksOf(proposed.payees));
  });
});

describe('what becomes of a payout', () => {
  test('it arrives, or comes back once: a credit of the next payout, its lines stay with it', async () => {
    const payee = await newPayee();
    const { payout } = await makeBatch(db(), [payee.id]);
    const arrived = await ann('POST', `payout/${payout}/paid`);
    expect(arrived.body.payout).toMatchObject({ id: payout, state: 'paid', paid_at: expect.any(String) });
    const by = (await makerOf(ann.admin_id)).email;
    expect(messageOf(await bob('POST', `payout/${payout}/paid`))).toEqual([
      409,
      `${by} has already marked this as paid`,
    ]);
    const back = () => ann('POST', `payout/${payout}/return`, { reason: 'Account closed' });
    expect((await back()).body.payout).toMatchObject({ state: 'returned', reason: 'Account closed' });
    for (const answer of [await back(), await bob('POST', `payout/${payout}/paid`)])
      expect(messageOf(answer)).toEqual([409, `${by} has already marked this as returned`]);
    expect(await openOf(payee.id)).toBe(49.99);
    const lines = (await ann('GET', `payout/${payout}/transactions`)).body.transactions;
    expect(lines).toMatchObject([{ type: 'payment', amount: 49.99, payout_status: 1 }]);

    const next = await makeBatch(db(), [payee.id]);
    const taken = (await ann('GET', `payout/${next.payout}/transactions`)).body.transactions;
    expect(taken).toMatchObject([
      { type: 'adjustment', amount: 49.99, description: `Payout ${payout} returned` },
    ]);
    const { batches } = (await ann('GET', `payout-batches?id=${next.id}`)).body;
    expect(batches).toMatchObject([{ payees: 1, paid: 0, returned: 0 }]);
    const { body } = await ann('GET', `audit?entity=payout&entity_id=${payout}`);
    expect(body.audit.map(({ action }: never) => action)).toEqual(['return', 'paid', 'create']);
  });

  test('many arrive at once, all or none: one that was settled since is named, and each is marked once', async () => {
    const payees = [await newPayee(), await newPayee(), await newPayee()];
    const payouts: number[] = [];
    for (const { id } of payees) payouts.push((await makeBatch(db(), [id])).payout);
    const [first = 0, second = 0, third = 0] = payouts;
    expect((await ann('POST', `payout/${second}/return`, { reason: 'x' })).status).toBe(200);
    const arrive = (ids: readonly number[], call: Call = bob) =>
      call('POST', 'payouts-history/paid', { ids });
    const states = async () => {
      const rows = await db()
        .selectFrom('payouts')
        .select(['id', 'state'])
        .where('id', 'in', payouts)
        .execute();
      return rows.toSorted((a, b) => a.id - b.id).map(({ state }) => state);
    };
    const by = (await makerOf(ann.admin_id)).email;
    expect(messageOf(await arrive(payouts))).toEqual([
      409,
      `#${second}: ${by} has already marked this as returned`,
    ]);
    expect(messageOf(await arrive([first, 2_000_000_000]))).toEqual([404, '#2000000000: Not found']);
    for (const ids of [[], Array.from({ length: 201 }, (_, n) => n + 1), ['x']])
      expect((await arrive(ids as number[])).status).toBe(400);
    expect(await states()).toEqual(['made', 'returned', 'made']);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => arrive(n % 2 ? [third, first] : [first, third, first])),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await states()).toEqual(['paid', 'returned', 'paid']);
    const { body } = await ann('GET', `audit?entity=payout&entity_id=${first}&action=paid`);
    expect(body.audit).toHaveLength(1);
  });

  test('400 while it waits for approval, and without a reason; 404 once it was taken back', async () => {
    const id = await propose((await newPayee()).id);
    const [{ id: payout }] = await historyOf(id);
    const words = 'This payout needs approval. Nothing has been sent yet';
    expect(messageOf(await ann('POST', `payout/${payout}/paid`))).toEqual([400, words]);
    expect(messageOf(await ann('POST', `payout/${payout}/return`, { reason: 'x' }))).toEqual([400, words]);
    const blank = await ann('POST', `payout/${payout}/return`, { reason: '  ' });
    expect([blank.status, blank.body.errors?.[0].path]).toEqual([400, 'reason']);
    await cancel(id);
    expect((await ann('POST', `payout/${payout}/paid`)).status).toBe(404);
    expect((await ann('GET', `payout/${payout}/transactions`)).status).toBe(404);
  });

  test('of many who say so at once one is heard', async () => {
    const payee = await newPayee();
    const { payout } = await makeBatch(db(), [payee.id]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ann('POST', `payout/${payout}/return`, { reason: 'x' })),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(await openOf(payee.id)).toBe(49.99);
  });
});

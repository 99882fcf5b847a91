/** What is left of a person who was erased: amounts, and a pseudonym. */
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asSystem } from '../../../server/context.ts';
import { makeSiteUser } from '../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../test/harness.ts';
import { makeBatch, makePayee } from '../../../test/rows/batches.ts';
import { makeRefund } from '../../../test/rows/charges.ts';
import { makeImport } from '../../../test/rows/imports.ts';
import { ledgerSums, makePersonEverywhere, placesOf } from '../../../test/rows/person-everywhere.ts';
import { refundRequestsIn } from '../../../test/rows/refund-requests.ts';
import { until } from '../../../test/until.ts';
import { sealAudit } from '../../audit/server/audit-seals.ts';
import { verifyAudit } from '../../audit/server/audit-verification.ts';
import { payeeId } from '../../payouts/rules.ts';
import { eraseDue } from './erase.ts';
import { LIST_PATH } from './erased-list.ts';

let logged = '';
const log = new Writable({
  write(piece, _, done) {
    logged += String(piece);
    done();
  },
});
const app = useTestApp({ logLevel: 'info' }, { log });
const db = () => app().platform.database.everything;
const superadmin = () => app().as({ permissions: ['superadmin'] });

/** Passes of the job, until nothing is under way. */
async function finish(): Promise<void> {
  await until(async () => {
    await eraseDue(app().platform);
    const open = await db().selectFrom('erasures').select('id').where('state', '=', 'running').execute();
    expect(open).toEqual([]);
  });
}

async function erased(call: Awaited<ReturnType<typeof superadmin>>, of: { id: number; email: string }) {
  const answer = await call('POST', `user/${of.id}/erasure`, { email: of.email });
  expect(answer.body).toMatchObject({ erasure: { state: 'running' } });
  await finish();
  return answer;
}

/** Pays what is open and marks it as paid. */
async function paid(user_id: number) {
  const batch = await makeBatch(db(), [payeeId({ user_id, program_id: null }, 'USD')], {
    paymentKey: app().platform.paymentKey,
  });
  const admin = batch.author;
  await db()
    .updateTable('payouts')
    .set({ state: 'paid', paid_at: sql<string>`provost_now()`, paid_by_admin: admin })
    .where('batch_id', '=', batch.id)
    .execute();
  return batch;
}

test('is found everywhere before and nowhere after; all sums stay', async () => {
  const call = await superadmin();
  const person = await makePersonEverywhere(app(), call);
  await paid(person.id);
  const before = await placesOf(app(), person.wanted);
  const kinds = new Set(before.map((place) => place.split(':')[0]));
  expect(kinds.size, [...kinds].join()).toBeGreaterThan(15);
  await sealAudit(asSystem(app().platform, 'test'));
  const sums = await ledgerSums(app());
  const totals = (await call('GET', `transactions?program_id=${person.program_id}`)).body.sums;
  await erased(call, person);
  expect(await placesOf(app(), person.wanted)).toEqual([]);
  expect(person.wanted.filter((text) => logged.includes(text))).toEqual([]);
  const audit = await verifyAudit(asSystem(app().platform, 'test'));
  expect(audit.broken, 'the sealed audit').toBeNull();
  expect(audit.erased).toBeGreaterThan(1);
  expect(await ledgerSums(app())).toEqual(sums);
  expect((await call('GET', `transactions?program_id=${person.program_id}`)).body.sums).toEqual(totals);
});

test('stands in lists under the pseudonym, is not found by the name, and stays so', async () => {
  const call = await superadmin();
  const person = await makePersonEverywhere(app(), call);
  await erased(call, person);
  const found = async (name: string) =>
    (await call('GET', `site-users?name=${encodeURIComponent(name)}`)).body.users.map(
      ({ id }: { id: number }) => id,
    );
  expect(await found(person.email)).toEqual([]);
  expect(await found(person.last_name)).toEqual([]);
  const { body } = await call('GET', `transactions?program_id=${person.program_id}`);
  expect(body.transactions[0].instructor_name ?? JSON.stringify(body.transactions[0])).toContain(
    `Erased person ${person.id}`,
  );
  for (const change of [{ first_name: 'Back' }, { del_status: 0 }, { email: 'back@quill.example' }])
    expect(
      (await call('PATCH', `site-user/${person.id}`, { user_data: change })).status,
    ).toBeGreaterThanOrEqual(400);
  const standing = await call('GET', `user/${person.id}/erasure`);
  expect(standing.body).toMatchObject({ erasure: { state: 'done' }, blockers: [] });
  expect(standing.body.erasure.done_at).toEqual(expect.any(String));
  expect(
    (await call('POST', `user/${person.id}/erasure`, { email: `erased-${person.id}@erased.invalid` })).status,
  ).toBe(409);
  const list = await app().platform.files.get(LIST_PATH);
  const text = (await list?.toArray())?.map(String).join('') ?? '';
  expect(JSON.parse(text)).toContainEqual(
    expect.objectContaining({ user_id: person.id, erased_by: call.admin_id }),
  );
});

test('the address is free for somebody new, whom nothing of this changes', async () => {
  const call = await superadmin();
  const person = await makePersonEverywhere(app(), call);
  await erased(call, person);
  const { email, first_name, last_name, program_id } = person;
  const { body, status } = await call('POST', 'site-user', {
    user_data: { email, first_name, last_name, password: 'secret words', site_program: program_id },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.user.id).not.toBe(person.id);
  await eraseDue(app().platform);
  expect(await placesOf(app(), [email])).not.toEqual([]);
});

test('somebody who shares the name keeps it', async () => {
  const call = await superadmin();
  const person = await makePersonEverywhere(app(), call);
  const other = await makeSiteUser(db(), { first_name: person.first_name, last_name: person.last_name });
  await db()
    .insertInto('mails')
    .values({ to_address: other.email, subject: `For ${person.whole}`, body_text: `Dear ${person.whole}` })
    .execute();
  await erased(call, person);
  const kept = await db()
    .selectFrom('mails')
    .select(['subject', 'body_text'])
    .where('to_address', '=', other.email)
    .execute();
  expect(kept).toEqual([{ subject: `For ${person.whole}`, body_text: `Dear ${person.whole}` }]);
});

test('names what stands in the way, in words, and erases nothing', async () => {
  const call = await superadmin();
  const payee = await makePayee(db(), { program_id: null });
  const { id, email } = await db()
    .selectFrom('site_users')
    .select(['id', 'email'])
    .where('id', '=', payee.user_id)
    .executeTakeFirstOrThrow();
  const batch = await makeBatch(db(), [payee.id], { approval: true });
  const refusal = await call('POST', `user/${id}/erasure`, { email });
  expect([refusal.status, refusal.body.message]).toEqual([
    409,
    `Settle this first: Payout ${batch.payout} is waiting for approval`,
  ]);
  expect((await call('GET', `user/${id}/erasure`)).body.blockers).toEqual([
    { kind: 'payout', id: batch.payout, words: `Payout ${batch.payout} is waiting for approval` },
  ]);
  const after = await db().selectFrom('site_users').select('email').where('id', '=', id).executeTakeFirst();
  expect(after).toEqual({ email });
});

const { sell } = refundRequestsIn(app);

test('waits for an undecided request and for a refund that is owed', async () => {
  const call = await superadmin();
  const sold = await sell({ amount: 4999, refunded: 0 });
  const { email } = await db()
    .selectFrom('site_users')
    .select('email')
    .where('id', '=', sold.student_id)
    .executeTakeFirstOrThrow();
  const request = await db()
    .insertInto('refund_requests')
    .values({ charge_id: sold.id, amount: 100, type: 'student', user_id: sold.student_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeRefund(db(), { charge_id: sold.id, amount: 10 });
  const { status, body } = await call('POST', `user/${sold.student_id}/erasure`, { email });
  expect([status, body.message]).toEqual([
    409,
    `Settle this first: Refund request ${request.id} is waiting for a decision; A refund of transaction ${sold.id} is to be returned by hand`,
  ]);
});

test('waits for an import that is running', async () => {
  const call = await superadmin();
  const { id, email } = await makeSiteUser(db(), {});
  const running = await makeImport(db(), {
    kind: 'users',
    mapping: { email: 'email' },
    state: 'running',
    dry_run: false,
    due_at: '2100-01-01T00:00:00Z',
  });
  const { status, body } = await call('POST', `user/${id}/erasure`, { email });
  expect([status, body.message]).toEqual([409, `Settle this first: Import ${running} is running`]);
  await db().updateTable('imports').set({ state: 'failed' }).where('id', '=', running).execute();
  await erased(call, { id, email });
});

test('the address has to be that of the user', async () => {
  const call = await superadmin();
  const { id } = await makeSiteUser(db(), {});
  const { status, body } = await call('POST', `user/${id}/erasure`, { email: 'somebody@else.example' });
  expect([status, body.errors[0].path]).toEqual([400, 'email']);
});

test('with a second approver, another superadmin approves; whoever asked cannot', async () => {
  const [one, other] = [await superadmin(), await superadmin()];
  await db()
    .updateTable('settings')
    .set({ value: sql`jsonb_set(value, '{rules,payout_approval}', 'true')` })
    .where('name', '=', 'money')
    .execute();
  try {
    const { id, email } = await makeSiteUser(db(), {});
    const asked = await one('POST', `user/${id}/erasure`, { email });
    expect(asked.body).toMatchObject({ erasure: { state: 'proposed', own: 1 }, needs_approval: 1 });
    expect((await one('POST', `user/${id}/erasure/approve`)).status).toBe(403);
    expect((await one('POST', `user/${id}/erasure`, { email })).status).toBe(409);
    const race = await Promise.all([
      other('POST', `user/${id}/erasure/approve`),
      other('POST', `user/${id}/erasure/approve`),
    ]);
    expect(statusesOf(race)).toEqual([200, 409]);
    await finish();
    expect(await placesOf(app(), [email])).toEqual([]);
  } finally {
    await db()
      .updateTable('settings')
      .set({ value: sql`jsonb_set(value, '{rules,payout_approval}', 'false')` })
      .where('name', '=', 'money')
      .execute();
  }
});

test('stopped after every table, it goes on and comes to the same', async () => {
  const call = await superadmin();
  const person = await makePersonEverywhere(app(), call);
  await paid(person.id);
  await call('POST', `user/${person.id}/erasure`, { email: person.email });
  const step = async () =>
    await db()
      .selectFrom('erasures')
      .select(['step', 'state'])
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
  let stops = 0;
  for (let last = await step(); last.state === 'running'; last = await step()) {
    // Ends with the first table that is done.
    const stopping = new AbortController();
    const watched = setInterval(
      () => void step().then(({ step: now }) => now !== last.step && stopping.abort()),
      2,
    );
    await eraseDue(app().platform, stopping.signal);
    clearInterval(watched);
    stops += 1;
  }
  expect(stops).toBeGreaterThan(1);
  expect(await placesOf(app(), person.wanted)).toEqual([]);
});

test('waits for a transaction that has read the person, and erases what that writes', async () => {
  const call = await superadmin();
  const person = await makePersonEverywhere(app(), call);
  const { promise: beginning, resolve: begun } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
  const writer = db()
    .transaction()
    .execute(async (trx) => {
      const { email } = await trx
        .selectFrom('site_users')
        .select('email')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow();
      begun();
      await goOn;
      await trx
        .insertInto('mails')
        .values({ to_address: 'late@example.com', subject: email, body_text: `Of ${email}` })
        .execute();
    });
  await beginning;
  await call('POST', `user/${person.id}/erasure`, { email: person.email });
  await eraseDue(app().platform);
  expect(await placesOf(app(), person.wanted)).not.toEqual([]);
  letGo();
  await writer;
  await finish();
  expect(await placesOf(app(), person.wanted)).toEqual([]);
});

test('of a payout and an erasure at once, one is first, and nothing is left half', async () => {
  const call = await superadmin();
  for (let round = 0; round < 5; round++) {
    const person = await makePersonEverywhere(app(), call);
    const payee = payeeId({ user_id: person.id, program_id: null }, 'USD');
    const [payout, erasure] = await Promise.all([
      call('POST', 'payout', { ids: [payee] }),
      call('POST', `user/${person.id}/erasure`, { email: person.email }),
    ]);
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([payout.status, erasure.status]);
    await finish();
    const places = await placesOf(app(), person.wanted);
    expect(places.length === 0).toBe(erasure.status === 200);
  }
});

test('an export in the making leaves no file that names the person', async () => {
  const call = await superadmin();
  const person = await makePersonEverywhere(app(), call);
  const [exported] = await Promise.all([
    call('GET', 'site-users/csv'),
    call('POST', `user/${person.id}/erasure`, { email: person.email }),
  ]);
  expect(exported.status).toBe(200);
  await finish();
  await until(async () => {
    const open = await db().selectFrom('exports').select('state').where('state', '=', 'running').execute();
    expect(open).toEqual([]);
  });
  expect(await placesOf(app(), person.wanted)).toEqual([]);
});

test('nobody but a superadmin erases or exports a person', async () => {
  const { id, email } = await makeSiteUser(db(), { program_id: null });
  for (const permissions of [['programadmin'], ['users', 'money']] as const) {
    const call = await app().as({ permissions: [...permissions] });
    for (const [method, path, body] of [
      ['GET', `user/${id}/erasure`, undefined],
      ['POST', `user/${id}/erasure`, { email }],
      ['POST', `user/${id}/erasure/approve`, undefined],
      ['GET', `user/${id}/data`, undefined],
    ] as const)
      expect((await call(method, path, body)).status).toBe(403);
  }
});

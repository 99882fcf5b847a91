/** What holds of every provider, whatever it answers and whether it does: provider and ledger agree in the end. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../../server/context.ts';
import { inDepth } from '../../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Fault, useFaultyStripe } from '../../../../test/peers/faulty-stripe.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { platformOn, system } from '../../../../test/system.ts';
import { until } from '../../../../test/until.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { recordCharge } from '../../server/charges.ts';
import type { ManualBehaviour } from './manual-provider.ts';
import { reserveRefund } from './reserve.ts';
import { sendDueRefunds } from './send-refunds.job.ts';

const database = useDatabase();
const stripe = useFaultyStripe();
const db = () => database().everything;
const platform = () => platformOn(database(), { stripeSecretKey: stripe.key, stripeApiBase: stripe.url });

let class_id: number;

beforeEach(async () => {
  stripe.faults.length = 0;
  stripe.nextStatus = '';
  await behave('succeeded');
  const program_id = (await makeProgram(db())).id;
  const instructor_id = (await makeInstructor(db(), { program_id })).id;
  class_id = (await makeClass(db(), { instructor_id, program_id })).id;
  await setRows(db(), 'instructor', instructor_id, [{ type: 0, commission: 30 }]);
});

const behave = (how: ManualBehaviour) =>
  sql`insert into settings (name, value) values ('manual_provider', ${JSON.stringify(how)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(db());

type Provider = {
  /** What it takes the money with: the charge's columns. */
  taken(amount: number): Promise<{ provider: 'manual' | 'stripe'; provider_charge: string | null }>;
  next(how: ManualBehaviour): Promise<unknown>;
  /** What it has given back of a charge, each once. */
  given(charge: number): Promise<number[]>;
  /** It finds out about one that was pending. */
  decide(refund: number, state: 'succeeded' | 'failed'): Promise<unknown>;
};

const providers: Record<'manual' | 'stripe', Provider> = {
  manual: {
    taken: async () => ({ provider: 'manual', provider_charge: null }),
    next: behave,
    async given(charge) {
      const { rows } = await sql<{ amount: number }>`
        select m.amount from manual_refunds m join refunds r on r.id = m.refund_id
        where r.charge_id = ${charge} and m.outcome <> 'failed' order by m.refund_id`.execute(db());
      return rows.map(({ amount }) => amount);
    },
    decide: (refund, state) =>
      sql`update manual_refunds set outcome = ${state} where refund_id = ${refund}`.execute(db()),
  },
  stripe: {
    taken: async (amount) => ({ provider: 'stripe', provider_charge: await stripe.charge(amount) }),
    async next(how) {
      stripe.nextStatus = how === 'pending' || how === 'failed' ? how : '';
      stripe.faults.length = 0;
      if (how === 'lost' || how === 'silent') stripe.faults.push(...Array.from({ length: 50 }, () => how));
    },
    async given(charge) {
      const { provider_charge } = await chargeOf(charge);
      const refunds = await stripe.refundsOf(provider_charge ?? '');
      return refunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount);
    },
    async decide(refund, state) {
      const { provider_refund } = await refundOf(refund);
      stripe.statuses.set(provider_refund ?? '', state);
    },
  },
};

const chargeOf = (id: number) =>
  db().selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const refundOf = (id: number) =>
  db().selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** As when the wait is over. */
const pass = async () => {
  await sql`update refunds set due_at = provost_now() where due_at is not null`.execute(db());
  await sendDueRefunds(platform());
};

async function sold(provider: Provider, amount = 10_000): Promise<number> {
  const charge = await recordCharge(system(db()), { class_id, amount, currency: 'USD' });
  await db()
    .updateTable('charges')
    .set(await provider.taken(amount))
    .where('id', '=', charge)
    .execute();
  return charge;
}

function asked(charge_id: number, amount: number): Promise<number> {
  return transact(system(db()), (tx) =>
    reserveRefund(tx, { charge_id, amount, cancel_registration: false, class_id: null, reason: '' }),
  );
}

describe.each(Object.entries(providers))('%s', (_, provider) => {
  test('it succeeds: once, whatever runs at once', async () => {
    const charge = await sold(provider);
    const id = await asked(charge, 2500);
    await Promise.all(Array.from({ length: 5 }, () => sendDueRefunds(platform())));
    // Calls may be without an answer where the machine has much else to do.
    await until(async () => {
      await pass();
      expect(await refundOf(id)).toMatchObject({ state: 'succeeded', due_at: null });
    });
    expect(await chargeOf(charge)).toMatchObject({ refunded: 2500, reserved: 0 });
    await pass();
    expect(await provider.given(charge)).toEqual([2500]);
  });

  test.each(['succeeded', 'failed'] as const)('it is pending, then it has %s', async (end) => {
    const charge = await sold(provider);
    await provider.next('pending');
    const id = await asked(charge, 2500);
    await pass();
    expect(await refundOf(id)).toMatchObject({ state: 'pending' });
    expect(await chargeOf(charge)).toMatchObject({ refunded: 0, reserved: 2500 });
    await pass();
    expect(await refundOf(id)).toMatchObject({ state: 'pending' });
    await provider.decide(id, end);
    await pass();
    expect(await refundOf(id)).toMatchObject({ state: end, due_at: null });
    expect(await chargeOf(charge)).toMatchObject({ refunded: end === 'failed' ? 0 : 2500, reserved: 0 });
  });

  test('it fails: nothing is set aside any more, and the reason is kept', async () => {
    const charge = await sold(provider);
    await provider.next('failed');
    const id = await asked(charge, 2500);
    await pass();
    expect(await refundOf(id)).toMatchObject({ state: 'failed' });
    expect((await refundOf(id)).failure).not.toBe('');
    expect(await chargeOf(charge)).toMatchObject({ refunded: 0, reserved: 0 });
    expect(await provider.given(charge)).toEqual([]);
  });

  test.each(['lost', 'silent'] as const)('no answer (%s): asked again with the same key', async (how) => {
    const charge = await sold(provider);
    await provider.next(how);
    const id = await asked(charge, 2500);
    for (let times = 0; times < 3; times++) await pass();
    expect(await refundOf(id)).toMatchObject({ state: 'unknown', tries: 3 });
    expect(await chargeOf(charge)).toMatchObject({ refunded: 0, reserved: 2500 });
    await provider.next('succeeded');
    await pass();
    expect(await refundOf(id)).toMatchObject({ state: 'succeeded' });
    expect(await provider.given(charge)).toEqual([2500]);
  });

  test.each(['lost', 'silent'] as const)('after a day (%s) it is only looked for', async (how) => {
    const charge = await sold(provider);
    await provider.next(how);
    const id = await asked(charge, 2500);
    await pass();
    await sql`update refunds set asked_at = asked_at - interval '25 hours' where id = ${id}`.execute(db());
    await provider.next('succeeded');
    await pass();
    const found = how === 'silent';
    expect(await refundOf(id)).toMatchObject({ state: found ? 'succeeded' : 'unknown' });
    expect(await provider.given(charge)).toEqual(found ? [2500] : []);
  });

  test('a process that dies while it asks: the lease ends, and the same is asked again', async () => {
    const charge = await sold(provider);
    const id = await asked(charge, 2500);
    await sql`update refunds set state = 'sending', asked_at = provost_now() where id = ${id}`.execute(db());
    await pass();
    expect(await refundOf(id)).toMatchObject({ state: 'succeeded' });
    expect(await provider.given(charge)).toEqual([2500]);
  });
});

test('Stripe refuses: its words are kept, and nothing is set aside any more', async () => {
  const charge = await sold(providers.stripe);
  await db().updateTable('charges').set({ provider_charge: 'ch_nobody' }).where('id', '=', charge).execute();
  const id = await asked(charge, 100);
  await pass();
  expect(await refundOf(id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Stripe refused the refund'),
  });
  expect(await chargeOf(charge)).toMatchObject({ refunded: 0, reserved: 0 });
});

test('answers that are lost, late, broken and doubled: provider and ledger agree in the end', async () => {
  const charges = await Promise.all(Array.from({ length: 50 }, () => sold(providers.stripe, 100_000)));
  const kinds: Fault[] = ['none', 'lost', 'silent', 'broken', 'double', 'late', 'error'];
  const many = inDepth(150, 500);
  for (let index = 0; index < many; index++) {
    stripe.faults.push(kinds[(index * 31 + (index >> 3)) % kinds.length] ?? 'none');
    await asked(charges[index % charges.length] ?? 0, 100 + index);
  }
  // An error of Stripe's own is kept with the key: the refund is looked for after a day, and then there is none.
  for (let times = 0; times < 6; times++) await pass();
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from refunds where charge_id = any (${charges}::integer[])
    group by state order by state`.execute(db());
  expect(rows).toEqual([{ state: 'succeeded', count: many }]);
  for (const charge of charges) {
    const given = await providers.stripe.given(charge);
    expect(given.reduce((sum, amount) => sum + amount, 0)).toBe((await chargeOf(charge)).refunded);
    expect(new Set(given).size).toBe(given.length);
  }
});

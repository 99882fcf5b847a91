/** Random histories of sales, refunds, requests, silences, late news, payouts, proposals, returns, disputes, saves and deaths, beside models of their own. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Refusal } from '../../../../core/errors.ts';
import { transact } from '../../../../server/context.ts';
import { inDepth } from '../../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSettledAdmin } from '../../../../test/factories.ts';
import { giveMethod } from '../../../../test/models/paying.ts';
import { PayoutModel } from '../../../../test/models/payout-model.ts';
import { RefundModel } from '../../../../test/models/refund-model.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { platformOn, system } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import type { RuleRow } from '../../../commissions/rules.ts';
import { splitCharges } from '../../../commissions/server/split.ts';
import { approveBatch, cancelBatch } from '../../../payouts/batches/server/decide-batch.ts';
import { payeeId } from '../../../payouts/rules.ts';
import { paySales } from '../../../payouts/server/pay-sales.ts';
import { payoutArrived, returnPayout } from '../../../payouts/server/settle-payout.ts';
import { approveRefundRequest, rejectRefundRequest } from '../../requests/server/refund-requests-decided.ts';
import { requestRefund } from '../../requests/server/refund-requests-made.ts';
import { recordCharge } from '../../server/charges.ts';
import { reserveRefund } from './reserve.ts';
import { sendDueRefunds } from './send-refunds.job.ts';
import { settleRefund } from './settle.ts';

const database = useDatabase();
const db = () => database().everything;
const platform = () => platformOn(database());

const behaviour = fc.constantFrom('succeeded', 'succeeded', 'pending', 'failed', 'lost', 'silent');
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('sell'),
      amount: fc.integer({ min: 0, max: 90_000 }),
      of: fc.nat(2),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask'),
      charge: fc.nat(30),
      percent: fc.constantFrom(1, 10, 33, 50, 100, 101),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rollBack'), charge: fc.nat(30) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass'), behaviour }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('tell'),
      refund: fc.nat(60),
      said: fc.constantFrom('pending', 'succeeded', 'failed', 'failed'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay'), payee: fc.nat(3), by: fc.nat(1), proposed: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      batch: fc.nat(5),
      by: fc.nat(1),
      approve: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('settle'), payout: fc.nat(5), returned: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('request'),
      charge: fc.nat(30),
      percent: fc.constantFrom(10, 60, 100),
      by: fc.nat(1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decideRequest'),
      request: fc.nat(5),
      by: fc.nat(1),
      approve: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute'), charge: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('save'),
      of: fc.nat(1),
      platform: fc.nat(60),
      program: fc.nat(40),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const [HISTORIES, STEPS] = inDepth([20, 100], [250, 100]);

let program: number;
let instructors: number[];
let classes: number[];
/** Two superadmins, who decide what the other one proposes. */
let admins: number[];

beforeAll(async () => {
  const made = [0, 1].map(() => makeSettledAdmin(database().owner, { permissions: ['superadmin'] }));
  admins = (await Promise.all(made)).map(({ id }) => id);
});

/** A program of its own for each history, so that the thousandth saves and pays no more than the first. */
async function makeWorld(): Promise<void> {
  program = (await makeProgram(db())).id;
  instructors = [
    (await makeInstructor(db(), { program_id: program })).id,
    (await makeInstructor(db(), { program_id: program })).id,
  ];
  for (const user_id of instructors) await giveMethod(db(), user_id);
  classes = await Promise.all(
    [...instructors, instructors[0]].map(
      async (instructor_id = 0, index) =>
        (await makeClass(db(), { instructor_id, program_id: program, is_bundle: index === 2 })).id,
    ),
  );
  const [a = 0, b = 0, bundle = 0] = classes;
  await sql`update classes set class_price = case id when ${a} then 2999 else 1001 end where id in (${a}, ${b})`.execute(
    db(),
  );
  await db()
    .insertInto('bundle_classes')
    .values([
      { bundle_id: bundle, class_id: a, position: 0 },
      { bundle_id: bundle, class_id: b, position: 1 },
    ])
    .execute();
}

test(`${HISTORIES} histories of ${STEPS} steps`, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), async (steps) => {
      await makeWorld();
      const model = new RefundModel();
      const payouts = new PayoutModel();
      const before = await sentSoFar();
      for (const one of steps) {
        await play(model, payouts, one);
        await check(model);
      }
      for (const { state } of model.refunds.values()) seen.add(state);
      // Whatever was open is known in the end.
      await play(model, payouts, { do: 'pass', behaviour: 'succeeded' });
      await check(model);
      await checkLedger(instructors);
      await checkPayouts(payouts, before);
    }),
    { numRuns: HISTORIES, seed: 20_261_122, endOnFailure: true },
  );
  await checkLedger();
  expect([...seen].sort()).toEqual(['failed', 'pending', 'requested', 'sending', 'succeeded', 'unknown']);
});

async function play(model: RefundModel, payouts: PayoutModel, one: Step): Promise<void> {
  const charges = [...model.charges.keys()];
  switch (one.do) {
    case 'sell': {
      const class_id = classes[one.of] ?? 0;
      const id = await recordCharge(system(db()), { class_id, amount: one.amount, currency: 'USD' });
      return model.sell(id, one.amount);
    }
    case 'ask': {
      const charge = charges[one.charge % Math.max(1, charges.length)];
      if (charge === undefined) return;
      const amount = Math.ceil((model.left(charge) * one.percent) / 100);
      const id = await reserve(charge, amount).catch((error: Refusal) => -error.status);
      const fits = model.fits(charge, amount);
      if (fits ? id < 0 : id !== -400) throw new Error(`${amount} of charge ${charge} answered ${id}`);
      if (fits) model.ask(charge, id, amount);
      return;
    }
    case 'rollBack': {
      const charge = charges[one.charge % Math.max(1, charges.length)];
      if (charge === undefined || model.left(charge) === 0) return;
      const died = transact(system(db()), async (tx) => {
        await reserve(charge, 1, tx);
        throw new Error('died');
      });
      await died.catch(() => undefined);
      return;
    }
    case 'pass': {
      await sql`insert into settings (name, value) values ('manual_provider', ${JSON.stringify(one.behaviour)}::jsonb)
        on conflict (name) do update set value = excluded.value`.execute(db());
      await sql`update refunds set due_at = provost_now() where due_at is not null and id = any (${[...model.refunds.keys()]}::integer[])`.execute(
        db(),
      );
      await sendDueRefunds(platform());
      return model.pass(one.behaviour as 'succeeded');
    }
    case 'die': {
      await sql`update refunds set state = 'sending', asked_at = provost_now(), due_at = provost_now() + interval '1 hour'
        where state = 'requested' and id = any (${[...model.refunds.keys()]}::integer[])`.execute(db());
      return model.die();
    }
    case 'tell': {
      const ids = [...model.refunds.keys()];
      const id = ids[one.refund % Math.max(1, ids.length)];
      const said = one.said as 'pending';
      if (id === undefined || !model.refunds.get(id)?.provider) return;
      const told = await transact(system(db()), (tx) => settleRefund(tx, id, { state: said }));
      if (told !== model.tell(id, said))
        throw new Error(`${said} was ${told ? '' : 'not '}taken of refund ${id}`);
      if (told) await sql`update manual_refunds set outcome = ${said} where refund_id = ${id}`.execute(db());
      return;
    }
    case 'pay':
      return pay(payouts, one);
    case 'decide': {
      const batch = at([...payouts.batches.keys()].toReversed(), one.batch);
      if (batch === undefined) return;
      const decided = (one.approve ? approveBatch : cancelBatch)(as(one.by), batch);
      return void (await expectStatus(decided, payouts.decide(batch, `${one.by}`, one.approve)));
    }
    case 'settle': {
      const id = at([...payouts.payouts.keys()].toReversed(), one.payout);
      if (id === undefined) return;
      if (one.returned)
        await expectStatus(returnPayout(as(0), { id, reason: 'Account closed' }), payouts.comeBack(id));
      else await expectStatus(payoutArrived(as(1), id), payouts.arrive(id));
      return;
    }
    case 'request': {
      const charge = at(charges, one.charge);
      if (charge === undefined) return;
      const amount = Math.ceil((model.left(charge) * one.percent) / 100);
      if (amount === 0) return;
      const wish = { charge_id: charge, amount, class_id: null, cancel_registration: false, reason: '' };
      const { id } = await transact(as(one.by), (tx) => requestRefund(tx, { ...wish, type: 'admin' }));
      return void payouts.requests.set(id, { charge, amount, by: `${one.by}`, decided: false });
    }
    case 'decideRequest': {
      const id = at([...payouts.requests.keys()].toReversed(), one.request);
      const request = payouts.requests.get(id ?? 0);
      if (id === undefined || !request) return;
      const expected = payouts.decideRequest(id, `${one.by}`, one.approve, model.left(request.charge));
      const decided = (one.approve ? approveRefundRequest : rejectRefundRequest)(as(one.by), id);
      const made = await expectStatus(decided, expected);
      if (made?.refund_id) model.ask(request.charge, made.refund_id, request.amount);
      return;
    }
    case 'dispute': {
      const charge = at(charges, one.charge);
      if (charge === undefined) return;
      payouts.dispute(charge);
      return void (await sql`update charges set disputed_at = case when disputed_at is null then now() end
        where id = ${charge}`.execute(db()));
    }
    default: {
      const owner_id = instructors[one.of] ?? 0;
      const rows: RuleRow[] = [
        { type: 0, commission: one.platform },
        { type: 1, commission: one.program },
      ];
      await setRows(db(), 'instructor', owner_id, rows);
      await db()
        .transaction()
        .execute((trx) => splitCharges(trx, { level: 'instructor', owner_id }));
    }
  }
}

const as = (admin: number) => system(db(), { admin_id: admins[admin] ?? 0 });
const at = (ids: readonly number[], index: number) => ids[index % Math.max(1, ids.length)];

/** What it answered where it was to go through; null where it was refused as it should be. */
async function expectStatus<Made>(work: Promise<Made>, expected: number): Promise<Made | null> {
  const outcome = await work.then(
    (made) => ({ made, status: 200 }),
    (error: Refusal) => ({ made: null, status: error.status ?? error }),
  );
  expect(outcome.status).toBe(expected);
  return outcome.made;
}

/** The site, the program or one of the instructors; a proposal where a second superadmin has to look. */
async function pay(
  payouts: PayoutModel,
  one: { payee: number; by: number; proposed: boolean },
): Promise<void> {
  const user_id = instructors[one.payee] ?? null;
  const key = { user_id, program_id: one.payee === 2 ? program : null };
  await sql`update settings set value = jsonb_set(value, '{rules,payout_approval}', ${String(one.proposed)}::jsonb)
    where name = 'money'`.execute(db());
  const paid = await paySales(as(one.by), { ids: [payeeId(key, 'USD')] }).catch((error: Refusal) => {
    if (error.status !== 400) throw error;
    return null;
  });
  if (paid === null) return;
  const { rows } = await sql<{ id: number; amount: number; charges: number[] }>`
    select p.id, p.amount, array(select l.charge_id from charge_lines l where l.payout_id = p.id) as charges
    from payouts p where p.batch_id = ${paid}`.execute(db());
  payouts.pay(paid, { by: `${one.by}`, charges: rows.flatMap(({ charges }) => charges) }, one.proposed);
  for (const { id, amount } of rows)
    payouts.sent(id, { batch: paid, payee: JSON.stringify([key.user_id, key.program_id]), amount });
}

async function sentSoFar(): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: number | null; program_id: number | null; paid: number }>`
    select user_id, program_id, sum(amount)::bigint as paid from payouts
    where state in ('proposed', 'made', 'paid') group by 1, 2`.execute(db());
  return new Map(rows.map(({ user_id, program_id, paid }) => [JSON.stringify([user_id, program_id]), paid]));
}

/** What counts as paid is what the model says of this history. */
async function checkPayouts(model: PayoutModel, before: ReadonlyMap<string, number>): Promise<void> {
  const after = await sentSoFar();
  for (const payee of new Set([...before.keys(), ...after.keys()]))
    expect((after.get(payee) ?? 0) - (before.get(payee) ?? 0), payee).toBe(model.paid(payee));
}

function reserve(charge_id: number, amount: number, context = system(db())): Promise<number> {
  const asked = { charge_id, amount, cancel_registration: false, class_id: null, reason: '' };
  return transact(context, (tx) => reserveRefund(tx, asked));
}

async function check(model: RefundModel): Promise<void> {
  const { rows } = await sql<{ id: number; refunded: number; reserved: number }>`
    select id, refunded, reserved from charges where id = any (${[...model.charges.keys()]}::integer[])`.execute(
    db(),
  );
  for (const { id, ...standing } of rows) expect(standing, `charge ${id}`).toEqual(model.standing(id));
  const { rows: refunds } = await sql<{ id: number; state: string; done: string | null; asked: number }>`
    select r.id, r.state, m.outcome as done, m.amount = r.amount as exact from refunds r
    left join manual_refunds m on m.refund_id = r.id where r.id = any (${[...model.refunds.keys()]}::integer[])`.execute(
    db(),
  );
  for (const { id, state, done } of refunds) {
    const expected = model.refunds.get(id);
    expect([state, done], `refund ${id}`).toEqual([expected?.state, expected?.provider]);
  }
}

/** Of every charge and every payee there is, or of what was sold of these and the payees of that: nothing comes from nowhere, nothing is lost. */
async function checkLedger(sellers: readonly number[] | null = null): Promise<void> {
  const sold = sql`(${sellers}::integer[] is null or c.instructor_id = any (${sellers}::integer[]))`;
  const broken = await sql`
    select c.id from charges c
    left join lateral (select sum(amount) as amount, sum(refunded) as refunded, min(amount - refunded) as least
      from charge_lines l where l.charge_id = c.id) l on true
    left join lateral (select sum(amount) as given from refund_lines f where f.charge_id = c.id) f on true
    left join lateral (select count(*) as parts, sum(amount) as amount, sum(refunded) as refunded, sum(reserved) as reserved
      from charge_parts p where p.charge_id = c.id) p on true
    where ${sold} and (l.amount <> c.amount or l.refunded <> c.refunded or l.least < 0 or coalesce(f.given, 0) <> c.refunded
      or c.charge_type = 'bundle_payment'
        and (p.parts <> 2 or p.amount <> c.amount or p.refunded <> c.refunded or p.reserved <> c.reserved))`.execute(
    db(),
  );
  expect(broken.rows).toEqual([]);
  const payees = await sql`
    with payee as materialized (
      select distinct l.user_id, l.program_id from charge_lines l join charges c on c.id = l.charge_id where ${sold}
    )
    select p.user_id, p.program_id from payee p
    cross join lateral (select sum(l.amount - l.refunded) filter (where l.payout_id is not null) as held
      from charge_lines l where (l.user_id, l.program_id) is not distinct from (p.user_id, p.program_id)) l
    where coalesce(l.held, 0) <> coalesce((select sum(o.amount) from payouts o where o.state in ('proposed', 'made', 'paid')
          and (o.user_id, o.program_id) is not distinct from (p.user_id, p.program_id)), 0)
      + coalesce((select sum(a.amount) from payout_adjustments a where a.payout_id is null and (a.user_id, a.program_id)
          is not distinct from (p.user_id, p.program_id)), 0)`.execute(db());
  expect(payees.rows).toEqual([]);
}

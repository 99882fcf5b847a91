/** Money as it stood: after any history of sales, refunds, rates, divisions and payouts, each moment is answered as it was. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toMajor } from '../../../../core/money.ts';
import { inDepth } from '../../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { payAll } from '../../../../test/models/paying.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { system } from '../../../../test/system.ts';
import { splitCharges } from '../../../commissions/server/split.ts';
import { refundCharge } from '../../../transactions/refunds/server/refunds.ts';
import { recordCharge } from '../../../transactions/server/charges.ts';
import { approveBatch, cancelBatch } from '../../batches/server/decide-batch.ts';
import type { MoneyAsOf } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

const percent = fc.constantFrom(0, 5, 12.5, 33.33);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sale' as const),
      amount: fc.integer({ min: 1, max: 90_000 }),
      currency: fc.constantFrom('USD', 'JPY'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(30),
      part: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('divide' as const),
      site: percent,
      program: percent,
      other: percent,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      payee: fc.nat(2),
      proposes: fc.boolean(),
      currency: fc.constantFrom('USD', 'JPY'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'approve' as const), which: fc.nat(9) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mark' as const), which: fc.nat(9) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const HISTORIES = inDepth(6, 60);
const STEPS = 40;

test(`${HISTORIES} random histories of ${STEPS} steps are answered as they were`, async () => {
  const superadmin = await app().as({ permissions: ['superadmin'] });
  const admin = superadmin.admin_id;
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const program = (await makeProgram(db())).id;
      const instructor = (await makeInstructor(db(), { program_id: program })).id;
      const referrer = (await makeSiteUser(db(), { program_id: program })).id;
      const class_id = (await makeClass(db(), { instructor_id: instructor, program_id: program })).id;
      const world = { program, instructor, referrer, class_id, admin, charges: [] as number[] };
      const paths = [
        `site-user/${instructor}`,
        `site-user/${referrer}`,
        `program/${program}`,
        `class/${class_id}`,
      ];
      const taken: { at: string; figures: Figures[][] }[] = [];
      const take = async () => {
        const figures = [
          await figuresOf(sql`l.user_id = ${instructor}`, { user_id: instructor }),
          await figuresOf(sql`l.user_id = ${referrer}`, { user_id: referrer }),
          await figuresOf(sql`l.program_id = ${program}`, { program_id: program }),
          await figuresOf(sql`c.class_id = ${class_id}`, null),
        ];
        await pause();
        taken.push({ at: new Date().toISOString(), figures });
        await pause();
      };
      await take();
      for (const one of steps) {
        if (await play(world, one)) done.add(one.do);
        await take();
      }
      for (const [index, { at, figures }] of taken.entries())
        for (const [which, path] of paths.entries()) {
          const { status, body } = await superadmin('GET', `${path}/money-as-of?at=${at}`);
          const said = `${path} after step ${index} (${JSON.stringify(steps[index - 1])})`;
          expect(status, said).toBe(200);
          expect((body.money as MoneyAsOf[]).map(compared), said).toEqual(figures[which]);
        }
    }),
    { numRuns: HISTORIES, seed: 20_261_126 },
  );
  expect([...done].sort()).toEqual(['approve', 'cancel', 'divide', 'mark', 'pay', 'refund', 'sale']);
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 3));

type Figures = Pick<MoneyAsOf, 'currency' | 'shares' | 'sales' | 'refunded' | 'open' | 'corrections'> & {
  taken: number | null;
  paid: number | null;
};

/** `taken` and payouts without those that are cancelled later, of which a moment before knows more than today. */
function compared({
  currency,
  shares,
  sales,
  refunded,
  open,
  corrections,
  taken,
  payouts,
}: MoneyAsOf): Figures {
  return { currency, shares, sales, refunded, open, corrections, taken, paid: payouts && payouts.paid };
}

/** Sums over the rows of now, by currency in its order. */
async function figuresOf(
  matching: ReturnType<typeof sql>,
  payee: { user_id?: number; program_id?: number } | null,
): Promise<Figures[]> {
  const { rows } = await sql<{
    currency: string;
    n: number;
    sales: number;
    refunded: number;
    open: number;
    taken: number;
  }>`
    select c.currency, count(*)::int as n, sum(l.amount)::bigint as sales, sum(l.refunded)::bigint as refunded,
      coalesce(sum(l.amount - l.refunded) filter (where l.payout_id is null), 0)::bigint as open,
      coalesce(sum(l.paid), 0)::bigint as taken
    from charge_lines l join charges c on c.id = l.charge_id where ${matching} group by 1 order by 1`.execute(
    db(),
  );
  const beside = async (currency: string) => {
    if (!payee) return { corrections: 0, paid: null };
    const of = (table: 'a' | 'p') =>
      payee.user_id
        ? sql<boolean>`${sql.ref(`${table}.user_id`)} = ${payee.user_id}`
        : sql<boolean>`${sql.ref(`${table}.program_id`)} = ${payee.program_id}`;
    const { rows: sums } = await sql<{ corrections: number; paid: number }>`
      select (select coalesce(sum(a.amount), 0)::bigint from payout_adjustments a
          where a.payout_id is null and a.currency = ${currency} and ${of('a')}) as corrections,
        (select coalesce(sum(p.amount), 0)::bigint from payouts p
          where p.state = 'paid' and p.currency = ${currency} and ${of('p')}) as paid`.execute(db());
    return sums[0] ?? { corrections: 0, paid: 0 };
  };
  return Promise.all(
    rows.map(async ({ currency, n, ...sums }) => {
      const { corrections, paid } = await beside(currency);
      const major = (amount: number) => toMajor(amount, currency);
      return {
        currency,
        shares: n,
        sales: major(sums.sales),
        refunded: major(sums.refunded),
        open: major(sums.open + corrections),
        corrections: major(corrections),
        taken: major(sums.taken),
        paid: paid === null ? null : major(paid),
      };
    }),
  );
}

type World = {
  program: number;
  instructor: number;
  referrer: number;
  class_id: number;
  admin: number;
  charges: number[];
};

/** Returns true where anything was done. */
async function play(world: World, one: Step): Promise<boolean> {
  if (one.do === 'sale') {
    const { amount, currency } = one;
    world.charges.push(
      await recordCharge(system(db()), {
        class_id: world.class_id,
        amount,
        currency: currency as 'USD',
        code: null,
      }),
    );
    return true;
  }
  if (one.do === 'refund') {
    const charge_id = world.charges[one.which % Math.max(1, world.charges.length)];
    if (charge_id === undefined) return false;
    const { amount, refunded, reserved } = await db()
      .selectFrom('charges')
      .select(['amount', 'refunded', 'reserved'])
      .where('id', '=', charge_id)
      .executeTakeFirstOrThrow();
    const part = Math.ceil(((amount - refunded - reserved) * one.part) / 100);
    if (part <= 0) return false;
    await refundCharge(system(db()), { charge_id, amount: part });
    return true;
  }
  if (one.do === 'divide') {
    await setRows(db(), 'class', world.class_id, [
      { type: 0, commission: one.site },
      { type: 1, commission: one.program },
      { type: 2, commission: one.other, referrer_id: world.referrer },
    ]);
    const changed = await db()
      .transaction()
      .execute((trx) => splitCharges(trx, { level: 'class', owner_id: world.class_id }));
    return changed > 0;
  }
  if (one.do === 'pay') {
    const payee = [{ user_id: world.instructor }, { user_id: world.referrer }, { program_id: world.program }][
      one.payee
    ];
    const rule = JSON.stringify({ payout_approval: one.proposes });
    await sql`update settings set value = jsonb_set(value, '{rules}', value -> 'rules' || ${rule}::jsonb)
      where name = 'money'`.execute(db());
    return (await payAll(db(), payee ?? {}, one.currency as 'USD')) !== null;
  }
  const { rows } = await sql<{ id: number; batch_id: number }>`
    select p.id, p.batch_id from payouts p where p.state = ${one.do === 'mark' ? 'made' : 'proposed'}
      and (p.user_id = any (${[world.instructor, world.referrer]}::integer[]) or p.program_id = ${world.program})
    order by p.id`.execute(db());
  const payout = rows[one.which % Math.max(1, rows.length)];
  if (!payout) return false;
  const other = system(db(), { admin_id: world.admin });
  if (one.do === 'approve') await approveBatch(other, payout.batch_id);
  else if (one.do === 'cancel') await cancelBatch(other, payout.batch_id);
  else
    await sql`update payouts set state = 'paid', paid_at = provost_now(), paid_by_admin = ${world.admin}
      where id = ${payout.id}`.execute(db());
  return true;
}

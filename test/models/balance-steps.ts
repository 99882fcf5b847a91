/** Whatever changes what is open of a payee, as steps in any order and at once, for the balances that are kept of it. */
import { type RawBuilder, sql } from 'kysely';
import type { RuleRow } from '../../features/commissions/rules.ts';
import { splitCharges } from '../../features/commissions/server/split.ts';
import { approveBatch, cancelBatch } from '../../features/payouts/batches/server/decide-batch.ts';
import { payeeId } from '../../features/payouts/rules.ts';
import { switchLine } from '../../features/payouts/server/open-transactions.ts';
import { paySales } from '../../features/payouts/server/pay-sales.ts';
import { foldBalances } from '../../features/payouts/server/payees/fold-balances.job.ts';
import { returnPayout } from '../../features/payouts/server/settle-payout.ts';
import { refundCharge } from '../../features/transactions/refunds/server/refunds.ts';
import { settleRefund } from '../../features/transactions/refunds/server/settle.ts';
import { recordCharge } from '../../features/transactions/server/charges.ts';
import { foldSales } from '../../features/transactions/server/fold-sales.job.ts';
import { type Context, transact } from '../../server/context.ts';
import type { Db } from '../../server/db/client.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../factories.ts';
import { setRows } from '../rows/commission-groups.ts';
import { giveMethod } from './paying.ts';

/** Two programs with two instructors and four classes each, one of them a bundle of classes of both programs. */
export type BalanceWorld = {
  programs: number[];
  instructors: number[];
  classes: number[];
  referrer: number;
};

export async function makeBalanceWorld(db: Db): Promise<BalanceWorld> {
  const world: BalanceWorld = { programs: [], instructors: [], classes: [], referrer: 0 };
  for (let n = 0; n < 2; n++) {
    const { id: program_id } = await makeProgram(db);
    world.programs.push(program_id);
    for (let m = 0; m < 2; m++) {
      const { id: instructor_id } = await makeInstructor(db, { program_id });
      await giveMethod(db, instructor_id);
      world.instructors.push(instructor_id);
      for (let k = 0; k < 2; k++)
        world.classes.push(
          (await makeClass(db, { instructor_id, program_id, class_price: 5000, is_bundle: n + m + k === 0 }))
            .id,
        );
    }
  }
  world.referrer = (await makeSiteUser(db, { program_id: world.programs[0] })).id;
  await giveMethod(db, world.referrer);
  const [bundle = 0, ...parts] = world.classes;
  for (const [position, class_id] of [parts[0] ?? 0, parts[5] ?? 0].entries())
    await db.insertInto('bundle_classes').values({ bundle_id: bundle, class_id, position }).execute();
  await setRows(db, 'site', 0, [{ type: 0, commission: 12.34 }]);
  return world;
}

export const BALANCE_STEPS = [
  'sell',
  'sell',
  'sell',
  'sell_at_once',
  'sell_bundle',
  'sell_membership',
  'refund',
  'refund_all',
  'reverse',
  'dispute',
  'settle_dispute',
  'switch',
  'session',
  'cancel_session',
  'hold_days',
  'age',
  'rows',
  'clash',
  'recalculate',
  'pay',
  'propose',
  'approve',
  'cancel',
  'return',
  'fold',
] as const;
export type BalanceStep = (typeof BALANCE_STEPS)[number];

/** Takes one step within the context; `n` chooses of whom, `amount` how much, in minor units. Refusals are thrown. */
export async function takeBalanceStep(
  context: Context,
  world: BalanceWorld,
  what: BalanceStep,
  { n, amount }: { n: number; amount: number },
): Promise<void> {
  const { db } = context;
  const pick = <Value>(values: readonly Value[], by = n) => values[by % values.length] as Value;
  const class_id = pick(world.classes);
  const currency = pick(['USD', 'JPY'] as const, n >> 3);
  const one = async (query: RawBuilder<{ id: number }>) => {
    const { rows } = await query.execute(db);
    return rows.length === 0 ? null : pick(rows).id;
  };
  switch (what) {
    case 'sell':
      await recordCharge(context, { class_id, amount, currency, code: n % 2 ? 'spring' : null });
      return;
    case 'sell_at_once':
      await Promise.all(
        Array.from({ length: db.isTransaction ? 1 : 3 }, (_, at) =>
          recordCharge(context, { class_id, amount: amount + at, currency }),
        ),
      );
      return;
    case 'sell_bundle':
      await recordCharge(context, { class_id: pick(world.classes, 0), amount, currency });
      return;
    case 'sell_membership':
      await transact(context, async (tx) => {
        const { rows } = await sql<{ id: number }>`
          insert into charges (program_id, instructor_id, amount, currency, charge_type, subscription)
          values (${pick(world.programs)}, ${pick(world.instructors)}, ${amount}, ${currency}, 'membership_payment', 'month')
          returning id`.execute(tx.db);
        await splitCharges(tx.db, { charge_ids: rows.map(({ id }) => id) });
      });
      return;
    case 'refund':
    case 'refund_all': {
      const id = await one(
        sql`select id from charges where refunded + reserved < amount order by id desc limit 20`,
      );
      if (id === null) return;
      const { left } = await db
        .selectFrom('charges')
        .select(sql<number>`(amount - refunded - reserved)::bigint`.as('left'))
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await refundCharge(context, {
        charge_id: id,
        amount: what === 'refund' ? Math.min(amount, left) : left,
      });
      return;
    }
    case 'reverse': {
      const id = await one(sql`select id from refunds where state = 'succeeded' order by id desc limit 5`);
      if (id !== null)
        await transact(context, (tx) =>
          settleRefund(tx, id, { state: 'failed', failure: 'The account is closed' }),
        );
      return;
    }
    case 'dispute':
    case 'settle_dispute': {
      const opened = what === 'dispute';
      const id = await one(
        sql`select id from charges where (disputed_at is null) = ${opened}::boolean order by id desc limit 20`,
      );
      if (id !== null)
        await sql`update charges set disputed_at = case when ${opened}::boolean then provost_now() end where id = ${id}`.execute(
          db,
        );
      return;
    }
    case 'switch': {
      const id = await one(sql`select id from open_lines where held is null order by id desc limit 20`);
      if (id !== null) await switchLine(context, { id });
      return;
    }
    case 'session':
      // Some are over soon, while others go on.
      await sql`insert into class_sessions (class_id, start_at, end_at)
        values (${class_id}, provost_now() + ${amount % 2 ? 300 : 86_400_000} * interval '1 ms',
          provost_now() + interval '2 days')`.execute(db);
      return;
    case 'cancel_session':
      await sql`update class_sessions set cancelled = 1 where class_id = ${class_id} and cancelled = 0`.execute(
        db,
      );
      return;
    case 'hold_days':
      await sql`update settings set value = jsonb_set(value, '{rules,hold_days}', to_jsonb(${n % 3 ? n % 5 : 0}::integer))
        where name = 'money'`.execute(db);
      return;
    case 'age':
      // As if days had passed since these sales.
      await sql`
        with aged as (
          select id from charges where id % 3 = ${n % 3} and id > (select max(id) - 20 from charges) order by id for no key update)
        update charges c set created_at = c.created_at - make_interval(days => ${n % 4}, secs => ${amount % 100})
        from aged a where a.id = c.id`.execute(db);
      return;
    case 'rows':
    case 'clash': {
      const rows: RuleRow[] = [
        { type: 1, commission: what === 'clash' ? 80 : (amount % 4000) / 100 },
        { type: 2, commission: 7.5, referrer_id: world.referrer } as RuleRow,
        ...(n % 2
          ? []
          : [{ type: 3, commission: 5, referrer_id: world.referrer, code: 'spring' } as RuleRow]),
      ];
      if (db.isTransaction) return;
      await setRows(db, 'program', pick(world.programs), rows);
      // Levels that clash: what is divided by both is held.
      if (what === 'clash') await setRows(db, 'class', class_id, [{ type: 0, commission: 40 }]);
      return;
    }
    case 'recalculate':
      await transact(context, (tx) =>
        splitCharges(tx.db, {
          level: 'program',
          owner_id: pick(world.programs),
          ...(n % 2 ? { held: true } : {}),
        }),
      );
      return;
    case 'pay':
    case 'propose': {
      await sql`update settings set value = jsonb_set(value, '{rules,payout_approval}', ${what === 'propose' ? 'true' : 'false'}::jsonb)
        where name = 'money'`.execute(db);
      const payees = [
        ...world.instructors.map((user_id) => ({ user_id, program_id: null })),
        { user_id: world.referrer, program_id: null },
        ...world.programs.map((program_id) => ({ user_id: null, program_id })),
        { user_id: null, program_id: null },
      ];
      const ids = payees.filter((_, at) => (amount >> at) % 2 === 0).map((key) => payeeId(key, currency));
      if (ids.length > 0) await paySales(context, { ids });
      return;
    }
    case 'approve':
    case 'cancel': {
      const id = await one(
        sql`select id from payout_batches where state = 'proposed' order by id desc limit 5`,
      );
      if (id === null) return;
      if (what === 'cancel') await cancelBatch(context, id);
      else await approveBatch(context, id);
      return;
    }
    case 'return': {
      const id = await one(
        sql`select id from payouts where state in ('made', 'paid') order by id desc limit 5`,
      );
      if (id !== null) await returnPayout(context, { id, reason: 'x' });
      return;
    }
    case 'fold':
      await foldBalances(db);
      await foldSales(db);
  }
}

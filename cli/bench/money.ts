/** Measures lists of charges and payees over bare handlers, and paying over one plain UPDATE of the same lines. */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { payeeId } from '../../features/payouts/rules.ts';
import { paySales } from '../../features/payouts/server/pay-sales.ts';
import { asSystem, type TransactionContext, transact } from '../../server/context.ts';
import { asOwner } from '../../server/db/migrate.ts';
import type { Platform } from '../../server/platform.ts';
import { makeAdmin } from '../../test/factories.ts';
import type { MoneySize } from './money-database.ts';
import { bareHandler, benchPages, median, recorded } from './pages.ts';
import { superadminToken } from './sign-in.ts';
import type { Figure } from './table.ts';

const MONEY_PAGES = [
  ['transactions of all programs', 'transactions'],
  ['transactions of a program', 'transactions?program_id=7'],
  ['transactions of a program, page 100', 'transactions?program_id=7&page=100'],
  ['transactions of a month', 'transactions?dates=2026-01-01,2026-01-31'],
  ['payouts', 'payouts'],
  ['payouts by amount', 'payouts?sort_by=amount&sort_dest=desc'],
  ['payouts, what can be paid by amount', 'payouts?payable=1&sort_by=payout&sort_dest=desc'],
  ['sales of a year by week', 'dashboard/charts'],
  ['sales of 30 days', 'dashboard/lately'],
] as const;

const AT_ONCE = 16;
const PAGES_AT_ONCE = 160;
const ROUNDS_AT_ONCE = 9;
/** Aim of a page's time with its sums over a bare handler without them, at once: three quarters of its throughput. */
const AIM_AT_ONCE = 1 / 0.75;

/** Aim: paying all payees at once takes at most twice as long as marking their lines, both rolled back. */
const AIM = 2;
const ROUNDS = 3;

export function benchMoneyPages(platform: Platform, http: FastifyInstance, url: string): Promise<Figure[]> {
  return benchPages(platform, http, url, MONEY_PAGES);
}

export async function benchPagesAtOnce(
  platform: Platform,
  http: FastifyInstance,
  url: string,
): Promise<Figure[]> {
  const authorization = `Bearer ${await superadminToken(platform)}`;
  const request = () =>
    http.inject({ url: '/api/wladmin/transactions?program_id=7', headers: { authorization } });
  await request();
  const queries = (await recorded(request)).filter(({ text }) => !text.includes('sale_sums'));
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const bare = bareHandler(pool, queries);
  const turn = async (run: () => Promise<unknown>) => {
    let left = PAGES_AT_ONCE;
    const began = performance.now();
    const work = async () => {
      while (left-- > 0) await run();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return performance.now() - began;
  };
  const times: Record<'product' | 'bare', number[]> = { product: [], bare: [] };
  for (let round = 0; round <= ROUNDS_AT_ONCE; round++) {
    const measured = { bare: await turn(() => bare.inject({ url: '/page' })), product: await turn(request) };
    // The first warms both up.
    if (round === 0) continue;
    times.bare.push(measured.bare);
    times.product.push(measured.product);
  }
  await bare.close();
  await pool.end();
  const product = median(times.product);
  return [
    {
      what: `${AT_ONCE} pages of a program at once: time over a bare handler without sums`,
      ratio: product / median(times.bare),
      aim: AIM_AT_ONCE,
      note: `${Math.round((PAGES_AT_ONCE / product) * 1000)} a second`,
    },
  ];
}

export async function benchPaying(
  platform: Platform,
  ownerUrl: string,
  { open_payees }: MoneySize,
): Promise<Figure[]> {
  const { id: admin_id } = await makeAdmin(platform.database.everything, { permissions: ['superadmin'] });
  const system = asSystem(platform, 'bench');
  // In one transaction, as the UPDATE that it is compared with: slices commit, and could not be rolled back.
  const whole = { ...platform, config: { ...platform.config, payoutSliceLines: 10_000_000 } };
  const context = { ...system, platform: whole, actor: { ...system.actor, admin_id } };
  const users = Array.from({ length: open_payees }, (_, index) => index + 1);
  const ids = users.map((user_id) => payeeId({ user_id, program_id: null }, 'USD'));
  const runs: { plain: number; paid: number; lines: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let lines = 0;
    await vacuum(ownerUrl);
    const plain = await rolledBack(context, async ({ db }) => {
      const { numAffectedRows } = await sql`
        update charge_lines set payout_id = 1, paid = amount - refunded
        where user_id = any (${users}::integer[]) and payout_id is null`.execute(db);
      lines = Number(numAffectedRows ?? 0);
    });
    await vacuum(ownerUrl);
    const paid = await rolledBack(context, (tx) => paySales(tx, { ids }));
    runs.push({ plain, paid, lines });
  }
  const run = runs.toSorted((a, b) => a.paid / a.plain - b.paid / b.plain)[Math.floor(ROUNDS / 2)];
  if (!run) throw new Error('nothing was measured');
  const what = `paying ${open_payees} payees: time over one plain UPDATE`;
  const note = `${run.paid.toFixed(1)} s for ${run.lines} lines, ${run.plain.toFixed(1)} s the UPDATE`;
  return [{ what, ratio: run.paid / run.plain, aim: AIM, note }];
}

/** Removes the dead rows of a rollback, which would slow the next measurement. */
async function vacuum(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (run) => {
    await run('vacuum charge_lines, charges, payouts');
    await run('checkpoint');
  });
}

/** Returns seconds, deferred constraints included. */
async function rolledBack(
  context: Parameters<typeof paySales>[0],
  work: (tx: TransactionContext) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  let took = 0;
  const undone = new Error('undone');
  await transact(context, async (tx) => {
    await work(tx);
    await sql`set constraints all immediate`.execute(tx.db);
    took = (performance.now() - began) / 1000;
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return took;
}

/** Measures the recalculation of every line over one plain UPDATE, its longest transaction, and its rerun with nothing to change. */
import pg from 'pg';
import { takeStep } from '../../features/commissions/server/recalculation/recalculation-runs.ts';
import { asOwner } from '../../server/db/migrate.ts';
import type { Platform } from '../../server/platform.ts';
import { setRows } from '../../test/rows/commission-groups.ts';
import type { Figure } from './table.ts';

const AIM = 1.7;
const RERUN_AIM = 0.1;
/** Aim of the longest transaction, in seconds. */
const LONGEST_AIM = 5;
const ROUNDS = 3;

export async function benchRecalculation(platform: Platform, ownerUrl: string): Promise<Figure[]> {
  const db = platform.database.everything;
  const recalculate = () => inSlices(platform);
  // The first run brings the lines, made by hand, to what the product makes of them.
  await setRows(db, 'site', 0, [{ type: 0, commission: 21 }]);
  await recalculate();
  const runs: { plain: number; run: number; rerun: number; charges: number; longest: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const plain = await plainUpdate(ownerUrl);
    await setRows(db, 'site', 0, [{ type: 0, commission: 22 + round }]);
    let answer = { charges: 0, longest: 0 };
    const run = await seconds(async () => {
      answer = await recalculate();
    });
    const rerun = await seconds(recalculate);
    runs.push({ plain, run, rerun, ...answer });
    await vacuum(ownerUrl);
  }
  const best = runs.toSorted((a, b) => a.run / a.plain - b.run / b.plain)[Math.floor(ROUNDS / 2)];
  if (!best) return [];
  const note = `${best.run.toFixed(1)} s for ${best.charges} charges, ${best.plain.toFixed(1)} s the UPDATE`;
  return [
    { what: 'all lines', ratio: best.run / best.plain, aim: AIM, note },
    {
      what: 'its longest transaction over 5 s',
      ratio: Math.max(...runs.map(({ longest }) => longest)) / LONGEST_AIM,
      aim: 1,
      note: `${Math.max(...runs.map(({ longest }) => longest)).toFixed(2)} s`,
    },
    {
      what: 'again, nothing to change',
      ratio: best.rerun / best.plain,
      aim: RERUN_AIM,
      note: `${best.rerun.toFixed(2)} s`,
    },
  ];
}

/** Runs it as the job does, step by step. */
async function inSlices(platform: Platform): Promise<{ charges: number; longest: number }> {
  const db = platform.database.everything;
  const { id } = await db
    .insertInto('recalculations')
    .values({ level: 0, owner_id: 0, run_at: new Date(Date.now() - 60_000).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const windows = new Map<number, number>();
  let longest = 0;
  let goesOn = true;
  while (goesOn)
    longest = Math.max(
      longest,
      await seconds(async () => {
        goesOn = await takeStep(platform, id, { held: 'wait', windows });
      }),
    );
  const { charges } = await db
    .selectFrom('recalculations')
    .select('charges')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { charges: charges ?? 0, longest };
}

async function plainUpdate(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const taken = await seconds(() => client.query('update charge_lines set split_at = now()'));
  await client.end();
  await vacuum(ownerUrl);
  return taken;
}

async function vacuum(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (run) => {
    await run('vacuum analyze charge_lines, charges, commission_rows');
    await run('checkpoint');
  });
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

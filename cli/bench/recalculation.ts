/** Measures the recalculation of every line over one plain UPDATE, and its rerun with nothing to change. */
import pg from 'pg';
import { splitCharges } from '../../features/commissions/server/split.ts';
import { asOwner } from '../../server/db/migrate.ts';
import type { Platform } from '../../server/platform.ts';
import { setRows } from '../../test/rows/commission-groups.ts';
import type { Figure } from './table.ts';

const AIM = 1.7;
const RERUN_AIM = 0.1;
const ROUNDS = 3;

/** Measures a recalculation; each round sets another percentage for the site, so that nearly every line changes. */
export async function benchRecalculation(platform: Platform, ownerUrl: string): Promise<Figure[]> {
  const db = platform.database.everything;
  const recalculate = () =>
    db.transaction().execute((trx) => splitCharges(trx, { level: 'site', owner_id: 0 }));
  // The first run brings the lines, made by hand, to what the product makes of them.
  await setRows(db, 'site', 0, [{ type: 0, commission: 21 }]);
  await recalculate();
  const runs: { plain: number; run: number; rerun: number; charges: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const plain = await plainUpdate(ownerUrl);
    await setRows(db, 'site', 0, [{ type: 0, commission: 22 + round }]);
    let charges = 0;
    const run = await seconds(async () => {
      charges = await recalculate();
    });
    const rerun = await seconds(recalculate);
    runs.push({ plain, run, rerun, charges });
    await vacuum(ownerUrl);
  }
  const best = runs.toSorted((a, b) => a.run / a.plain - b.run / b.plain)[Math.floor(ROUNDS / 2)];
  if (!best) return [];
  const note = `${best.run.toFixed(1)} s for ${best.charges} charges, ${best.plain.toFixed(1)} s the UPDATE`;
  return [
    { what: 'all lines', ratio: best.run / best.plain, aim: AIM, note },
    {
      what: 'again, nothing to change',
      ratio: best.rerun / best.plain,
      aim: RERUN_AIM,
      note: `${best.rerun.toFixed(2)} s`,
    },
  ];
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

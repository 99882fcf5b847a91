/** A recalculation of many charges: a transaction that begins it, and one for each slice. It ends as one transaction at its beginning would have. docs/decisions/240-recalculations-in-slices.md */
import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import {
  type Context,
  type TransactionContext,
  transact,
  transactWithoutTenantScope,
  withoutTenantScope,
} from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import type { Platform } from '../../../../server/platform.ts';
import { ofGroup } from '../split.ts';
import {
  type BegunRun,
  begunBefore,
  finish,
  type Group,
  groupOf,
  inNameOf,
  lockBegun,
  lockDue,
  RUNS,
  type Waiting,
} from './due-runs.ts';
import { splitSlice } from './split-slice.ts';

/** Charges that the next slice of each run looks at: more where few of them change. */
export type Windows = Map<number, number>;

/** Seconds within which a slice is short, and after which it is long: the next one looks at twice, or half, as many charges. */
const SLICE_SECONDS = { short: 0.5, long: 1.5 };

/** The largest window, in slices: 20 times 5,000 charges that do not change are looked at within a second. */
const MOST_SLICES = 20;

/** True of a group with more charges, changed or not, than one transaction divides. */
export async function isOfManyCharges({ db, platform }: Context, group: Group): Promise<boolean> {
  const { rows } = await sql`
    select from charges c where ${ofGroup(group)} limit 1 offset ${platform.config.recalculationSliceCharges}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Numbers it among splits and rows, so that every slice divides by the rows of now and leaves later sales alone. Returns whether it began. */
export async function begin(context: Context, id: number, held: Waiting): Promise<boolean> {
  return transactWithoutTenantScope(context, async (tx) => {
    await lock(tx.db, RUNS);
    // No save is half done: what it sets has either a smaller number or a larger one. Sales read rows only, and go on.
    await sql`lock table commission_rows in share mode`.execute(tx.db);
    if (!(await lockDue(tx, id, 'waiting', held))) return false;
    await tx.db
      .updateTable('recalculations')
      .set({
        status: 'running',
        number: sql`nextval('split_numbers')`,
        started_at: sql`provost_now()`,
        last_charge: sql`(select coalesce(max(id), 0) from charges)`,
        charges: 0,
      })
      .where('id', '=', id)
      .execute();
    return true;
  });
}

/** Divides the next slice, the last one with the mark that it is done. Returns whether there are more. */
export async function takeSlice(
  context: Context,
  id: number,
  { held, windows }: { held: Waiting; windows: Windows },
): Promise<boolean> {
  const most = context.platform.config.recalculationSliceCharges;
  const run = await readBegun(context, id);
  if (!run) return false;
  const earlier = await begunBefore(withoutTenantScope(context), run.number);
  const window = earlier.length > 0 ? most : (windows.get(id) ?? most);
  const began = performance.now();
  const to = await endOfWindow(context, run, window);
  await divideEarlier(context.platform, earlier, { ...run, to });
  const goesOn = await transact(context, (tx) => divideSlice(tx, id, { held, after: run.after, to, most }));
  const seconds = (performance.now() - began) / 1000;
  if (seconds < SLICE_SECONDS.short) windows.set(id, Math.min(window * 2, most * MOST_SLICES));
  if (seconds > SLICE_SECONDS.long) windows.set(id, Math.max(Math.floor(window / 2), 1));
  return goesOn;
}

/** Charges of a later run, by id; `after` exclusive. */
type Part = Group & { scope_program_id: number; after: number; to: number };

/** Divides these charges as runs that began earlier would have, each in a transaction of its own in the name of who asked for it. */
export async function divideEarlier(
  platform: Platform,
  earlier: readonly BegunRun[],
  part: Part,
): Promise<void> {
  const { after, to, scope_program_id: scope } = part;
  const within = scope === 0 ? ofGroup(part) : sql`${ofGroup(part)} and c.program_id = ${scope}`;
  for (const run of earlier) {
    await transact(inNameOf(platform, run), async (tx) => {
      await lock(tx.db, RUNS, 'shared');
      const begun = await lockBegun(tx, run.id);
      if (!begun) return;
      const number = must(run.number, 'number of a run that has begun');
      const { charges } = await splitSlice(tx.db, groupOf(run), { number, after, to, most: null, within });
      if (charges === 0) return;
      await tx.db
        .updateTable('recalculations')
        .set({ charges: sql`charges + ${charges}::integer` })
        .where('id', '=', run.id)
        .execute();
    });
  }
}

async function divideSlice(
  tx: TransactionContext,
  id: number,
  { held, after, to, most }: { held: Waiting; after: number; to: number; most: number },
): Promise<boolean> {
  await lock(tx.db, RUNS, 'shared');
  const run = await lockDue(tx, id, 'running', held);
  if (!run) return false;
  // Another process has divided it meanwhile.
  if (run.reached !== after) return true;
  const number = must(run.number, 'number of a run that has begun');
  const last = must(run.last_charge, 'last charge of a run that has begun');
  const slice = { number, after, to, most, within: sql`true` };
  const { charges, reached } = await splitSlice(tx.db, groupOf(run), slice);
  await tx.db
    .updateTable('recalculations')
    .set({ reached, charges: run.charges + charges, failures: 0 })
    .where('id', '=', id)
    .execute();
  if (reached < last) return true;
  await finish(tx, run, run.charges + charges);
  return false;
}

async function readBegun({ db }: Context, id: number) {
  const run = await db
    .selectFrom('recalculations')
    .select(['level', 'owner_id', 'scope_program_id', 'number', 'reached', 'last_charge'])
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (!run) return undefined;
  const { scope_program_id, number, reached, last_charge } = run;
  const last = must(last_charge, 'last charge of a run that has begun');
  return { ...groupOf(run), scope_program_id, number, after: reached, last };
}

async function endOfWindow(
  { db }: Context,
  { after, last, ...group }: Group & { after: number; last: number },
  window: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select c.id from charges c where ${ofGroup(group)} and c.id > ${after} and c.id <= ${last}
    order by c.id offset ${window - 1} limit 1`.execute(db);
  return rows[0]?.id ?? last;
}

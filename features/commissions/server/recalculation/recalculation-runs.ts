import { sql } from 'kysely';
import { type TransactionContext, transact, withoutTenantScope } from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import type { Platform } from '../../../../server/platform.ts';
import { splitCharges } from '../split.ts';
import {
  type BegunRun,
  begunBefore,
  finish,
  groupOf,
  inNameOf,
  lockDue,
  RUNS,
  type Waiting,
} from './due-runs.ts';
import { begin, divideEarlier, isOfManyCharges, takeSlice, type Windows } from './slices.ts';

/** Seconds after which a pass starts no other run and leaves the rest to the next one. */
const PASS_SECONDS = 30;

const BATCH = 100;

/** The largest id of a charge that there can be. */
const LAST_ID = 2_147_483_647;

/** Seconds until a run that failed is tried again: doubled each time, up to an hour. */
const RETRY = { first: 5, most: 3600 };

/** Takes step after step of all that are due, the oldest first, without those that another process holds; one that fails is put off, longer each time. */
export async function runDueRecalculations(
  platform: Platform,
  { seconds = PASS_SECONDS, stopping }: { seconds?: number; stopping?: AbortSignal } = {},
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const windows: Windows = new Map();
  const isOver = () => stopping?.aborted || performance.now() > end;
  // One step of each in turn: what is small does not wait for what is large.
  while (await takeSteps(platform, windows, isOver));
}

/** Takes a step of each that is due; returns whether any of them goes on. */
async function takeSteps(platform: Platform, windows: Windows, isOver: () => boolean | undefined) {
  let goesOn = false;
  let after = { run_at: '-infinity', id: 0 };
  for (;;) {
    const due = await dueAfter(platform, after);
    if (due.length === 0) return goesOn;
    for (const next of due) {
      if (isOver()) return false;
      after = next;
      try {
        if (await takeStep(platform, next.id, { held: 'leave', windows })) goesOn = true;
      } catch (error) {
        platform.log.error({ err: error, recalculation: next.id }, 'a recalculation failed');
        await putOff(platform, next.id);
      }
    }
  }
}

/** Runs it to its end: again it is done, killed it goes on from its last step. One put off, stopped, cancelled or held by others is left alone. */
export async function runRecalculation(platform: Platform, id: number): Promise<void> {
  const windows: Windows = new Map();
  while (await takeStep(platform, id, { held: 'wait', windows }));
}

/** Takes the next step of a run: all of a small one, the beginning or a slice of a large one. Returns whether it goes on. */
export async function takeStep(
  platform: Platform,
  id: number,
  { held, windows }: { held: Waiting; windows: Windows },
): Promise<boolean> {
  const asked = await platform.database.everything
    .selectFrom('recalculations')
    .select(['level', 'owner_id', 'scope_program_id', 'requested_by', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (asked?.status !== 'waiting' && asked?.status !== 'running') return false;
  // Where somebody else has asked since, the next pass runs it in their name.
  const context = inNameOf(platform, asked);
  if (asked.status === 'running') return takeSlice(context, id, { held, windows });
  if (await isOfManyCharges(context, groupOf(asked))) return begin(context, id, held);
  const earlier = await begunBefore(withoutTenantScope(context));
  await divideEarlier(platform, earlier, { ...asked, ...groupOf(asked), after: 0, to: LAST_ID });
  return transact(context, (tx) => runAtOnce(tx, id, { held, earlier }));
}

/** Divides all of a small one, as one that comes after all that have begun. Returns whether another has begun meanwhile, and it has to be tried again. */
async function runAtOnce(
  tx: TransactionContext,
  id: number,
  { held, earlier }: { held: Waiting; earlier: readonly BegunRun[] },
): Promise<boolean> {
  await lock(tx.db, RUNS);
  const due = await lockDue(tx, id, 'waiting', held);
  if (!due) return false;
  const known = new Set(earlier.map((run) => run.id));
  if ((await begunBefore(tx)).some((run) => !known.has(run.id))) return true;
  const charges = await splitCharges(tx.db, groupOf(due));
  await finish(tx, due, charges);
  return false;
}

/** Returns the next due one after the last of this pass, so that none is tried twice. */
function dueAfter({ database }: Pick<Platform, 'database'>, last: { run_at: string; id: number }) {
  return database.everything
    .selectFrom('recalculations')
    .select(['id', 'run_at'])
    .where('status', 'in', ['waiting', 'running'])
    .where('run_at', '<=', sql<string>`clock_timestamp()`)
    .where(sql<boolean>`(run_at, id) > (${last.run_at}::timestamptz, ${last.id}::integer)`)
    .orderBy('run_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

async function putOff({ database }: Pick<Platform, 'database'>, id: number): Promise<void> {
  await database.everything
    .updateTable('recalculations')
    .set({
      failures: sql`failures + 1`,
      run_at: sql`provost_now() + make_interval(secs => least(${RETRY.most}, ${RETRY.first} * 2 ^ least(failures, 20)))`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .where('run_at', '<=', sql<string>`clock_timestamp()`)
    .execute();
}

/** Makes the files that are waited for, in whichever process has room (docs/decisions/055-exports.md). */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { isOutage } from '../../../server/db/outages.ts';
import { readCaughtUp } from '../../../server/db/replica/reads.ts';
import type { Exports } from '../../../server/db/types.ts';
import { actorNow } from '../../../server/http/session.ts';
import type { Platform } from '../../../server/platform.ts';
import { leaseOf, NEW_RUNNER, takeLease } from '../../../server/work/lease.ts';
import { ENDING, workerOf } from '../../../server/work/worker.ts';
import { kindNamed, knownKinds } from './kinds.ts';
import { storedPath } from './stored-path.ts';
import { writeRows } from './write-rows.ts';

/** Files that one process makes at a time, each over a connection of its own, and how many of them for one person. */
const AT_ONCE = 3;
const PER_PERSON = 2;

export const LAST_ATTEMPT = 3;

/** True 15 seconds after the last poll: nobody waits for the file any longer. */
export const SILENT = sql<boolean>`polled_at < provost_now() - interval '15 seconds'`;

const A_DAY_ON = sql<string>`provost_now() + interval '1 day'`;

/** Values of an export that ended before it was whole; it is looked at again when nothing can be writing its file. */
export const STOPPED = {
  state: 'stopped',
  runner: null,
  bytes: null,
  due_at: sql<string>`provost_now() + interval '1 hour'`,
} as const;

type ExportRow = Selectable<Exports>;

const EXPORT_LEASE = {
  table: 'exports',
  key: ['file_name'],
  seconds: 5,
  beat_ms: 300,
  fence: ['runner'],
  mark: NEW_RUNNER,
} as const;
const LEASE = leaseOf<'exports', ExportRow>(EXPORT_LEASE);

/** Takes as many of those that wait as there is room for; they go on by themselves, and the next ones after them. */
export const { run: runExports, end: endExports } = workerOf<ExportRow>({
  called: 'exports',
  most: AT_ONCE,
  take,
  work: runOne,
  traceOf: ({ trace_id }) => trace_id,
});

export async function deleteFiles({ files }: Platform, { file_name, attempts }: ExportRow): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++)
    await files.delete(storedPath({ file_name, attempts: attempt }));
}

/** The oldest first, after those of people who have fewer under way; also what a process has let fall. */
function take(platform: Platform): Promise<ExportRow | undefined> {
  const next = sql`
    select w.file_name from exports w
    cross join lateral (select count(*) as running from exports r
      where r.admin_id = w.admin_id and r.state = 'running' and r.due_at > provost_now()) mine
    where w.state in ('waiting', 'running') and w.due_at <= provost_now() and w.attempts < ${LAST_ATTEMPT}
      and w.kind = any (${knownKinds()}::text[]) and w.polled_at >= provost_now() - interval '15 seconds'
      and mine.running < ${PER_PERSON}
    order by mine.running, w.created_at limit 1 for update of w skip locked`;
  return takeLease<ExportRow>(platform, EXPORT_LEASE, next, { set: sql`, state = 'running', count = 0` });
}

/** Never throws: what went wrong stands in the row, and where even that could not be written, the lease ends by itself. */
async function runOne(platform: Platform, row: ExportRow, ending: AbortController): Promise<void> {
  const known = { count: 0, total: null as number | null };
  const beat = async (longer: { due_at: RawBuilder<string> }) => {
    const told = await LEASE.held(platform, row)
      .set({ ...known, ...longer })
      .returning(SILENT.as('silent'))
      .executeTakeFirst();
    // Where nobody waits for it any more, or somebody else has taken it over.
    return told?.silent === false ? undefined : 'unwanted';
  };
  const work = async () => {
    const actor = await askerOf(platform, row);
    if (!actor) return void (await LEASE.done(platform, row, STOPPED));
    const written = await readCaughtUp(platform, (through) => {
      Object.assign(known, { count: 0, total: null });
      return writeRows(through, row, actor, known, ending.signal);
    });
    const done = { state: 'done', ...known, ...written, due_at: A_DAY_ON };
    if (!(await LEASE.done(platform, row, done))) await platform.files.delete(storedPath(row));
  };
  await LEASE.keep(ending, beat, work, (why) => breakOff(platform, row, why));
}

async function breakOff(platform: Platform, row: ExportRow, why: unknown): Promise<unknown> {
  if (why === 'unwanted') return LEASE.done(platform, row, STOPPED);
  if (why === ENDING) return LEASE.giveUp(platform, row, { state: 'waiting' });
  const isLast = !isOutage(why) || row.attempts >= LAST_ATTEMPT;
  platform.log[isLast ? 'error' : 'warn']({ err: why, kind: row.kind }, 'an export broke off');
  return isLast
    ? LEASE.done(platform, row, { state: 'failed', due_at: A_DAY_ON })
    : LEASE.putOff(platform, row, { state: 'waiting' });
}

/** Returns the actor who asked, with present rights; null where these no longer suffice. */
async function askerOf({ database }: Platform, row: ExportRow): Promise<Actor | null> {
  const actor = await actorNow(database.everything, row.admin_id);
  return actor?.program_id === row.program_id && kindNamed(row.kind) ? actor : null;
}

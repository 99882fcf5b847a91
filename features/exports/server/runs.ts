/** Makes the files that are waited for, in whichever process has room (docs/decisions/055-exports.md). */
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import type { Database } from '../../../server/db/client.ts';
import { isOutage } from '../../../server/db/outages.ts';
import type { Exports } from '../../../server/db/types.ts';
import { actorNow } from '../../../server/http/session.ts';
import type { Platform } from '../../../server/platform.ts';
import { deskFor, ENDING } from '../../../server/work/desk.ts';
import { kindNamed, knownKinds } from './kinds.ts';
import { storedPath } from './stored-path.ts';
import { writeRows } from './write-rows.ts';

/** Files that one process makes at a time, each over a connection of its own, and how many of them for one person. */
const AT_ONCE = 3;
const PER_PERSON = 2;

/** How often a file is begun at most, where its process or its database died. */
export const LAST_ATTEMPT = 3;

/** Milliseconds between two signs of life. */
const BEAT = 300;

/** Nobody has asked for it for so long: nobody waits for it. */
export const SILENT = sql<boolean>`polled_at < provost_now() - interval '15 seconds'`;

const LEASE = sql<string>`provost_now() + interval '5 seconds'`;
const NOW = sql<string>`provost_now()`;
const A_SECOND_ON = sql<string>`provost_now() + interval '1 second'`;
const A_DAY_ON = sql<string>`provost_now() + interval '1 day'`;

/** What is over before it was whole; looked at once more when nothing can be writing its file any longer. */
export const STOPPED = {
  state: 'stopped',
  runner: null,
  bytes: null,
  due_at: sql<string>`provost_now() + interval '1 hour'`,
} as const;

type Row = Selectable<Exports>;
/** Takes as many of those that wait as there is room for; they go on by themselves, and the next ones after them. */
export const { run: runExports, end: endExports } = deskFor<Row>({
  called: 'exports',
  most: AT_ONCE,
  claim,
  work: runOne,
});

/** Takes away whatever any attempt has left. */
export async function deleteFiles({ files }: Platform, { file_name, attempts }: Row): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++)
    await files.delete(storedPath({ file_name, attempts: attempt }));
}

/** The oldest first, after those of people who have fewer under way; also what a process has let fall. */
async function claim({ database }: Platform): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update exports e set state = 'running', runner = gen_random_uuid(), attempts = e.attempts + 1, count = 0, due_at = ${LEASE}
    where e.file_name = (
      select w.file_name from exports w
      cross join lateral (select count(*) as running from exports r
        where r.admin_id = w.admin_id and r.state = 'running' and r.due_at > provost_now()) mine
      where w.state in ('waiting', 'running') and w.due_at <= provost_now() and w.attempts < ${LAST_ATTEMPT}
        and w.kind = any (${knownKinds()}::text[]) and w.polled_at >= provost_now() - interval '15 seconds'
        and mine.running < ${PER_PERSON}
      order by mine.running, w.created_at limit 1 for update of w skip locked)
    returning e.*`.execute(database.everything);
  return rows[0];
}

/** Never throws: what went wrong stands in the row, and where even that could not be written, the lease ends by itself. */
async function runOne(platform: Platform, row: Row, ending: AbortController): Promise<void> {
  const known = { count: 0, total: null as number | null };
  const beat = setInterval(() => {
    tellProgress(platform, row, known).then(
      (wanted) => !wanted && ending.abort('unwanted'),
      () => {},
    );
  }, BEAT);
  try {
    const actor = await askerOf(platform, row);
    if (!actor) return void (await mark(platform, row, STOPPED));
    const written = await writeRows(platform, row, actor, known, ending.signal);
    const done = { state: 'done', runner: null, ...known, ...written, due_at: A_DAY_ON };
    if (!(await mark(platform, row, done))) await platform.files.delete(storedPath(row));
  } catch (error) {
    await giveUp(platform, row, ending.signal.reason ?? error).catch(() => {});
  } finally {
    clearInterval(beat);
  }
}

/** False where nobody waits for it any more, or somebody else has taken it over. */
async function tellProgress(
  { database }: Platform,
  row: Row,
  known: { count: number; total: number | null },
): Promise<boolean> {
  const told = await mine(database, row)
    .set({ ...known, due_at: LEASE })
    .returning(SILENT.as('silent'))
    .executeTakeFirst();
  return told?.silent === false;
}

async function giveUp(platform: Platform, row: Row, why: unknown): Promise<void> {
  if (why === 'unwanted') return void (await mark(platform, row, STOPPED));
  if (why === ENDING) {
    const again = { state: 'waiting', runner: null, attempts: row.attempts - 1, due_at: NOW };
    return void (await mark(platform, row, again));
  }
  const isLast = !isOutage(why) || row.attempts >= LAST_ATTEMPT;
  platform.log[isLast ? 'error' : 'warn']({ err: why, kind: row.kind }, 'an export broke off');
  const next = isLast ? { state: 'failed', due_at: A_DAY_ON } : { state: 'waiting', due_at: A_SECOND_ON };
  await mark(platform, row, { ...next, runner: null });
}

/** Writes what became of it, unless it is no longer this run's; answers whether it was. */
async function mark({ database }: Platform, row: Row, values: object): Promise<boolean> {
  const { numUpdatedRows } = await mine(database, row).set(values).executeTakeFirst();
  return numUpdatedRows > 0n;
}

function mine({ everything }: Database, { file_name, runner }: Row) {
  return everything.updateTable('exports').where('file_name', '=', file_name).where('runner', '=', runner);
}

/** Who asked, with the rights of now; null where those no longer reach so far. */
async function askerOf({ database }: Platform, row: Row): Promise<Actor | null> {
  const actor = await actorNow(database.everything, row.admin_id);
  return actor?.program_id === row.program_id && kindNamed(row.kind) ? actor : null;
}

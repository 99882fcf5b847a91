import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { notFound, refuse } from '../../../core/errors.ts';
import { type Call, type Context, transactWithoutTenantScope } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import type { Exports } from '../../../server/db/types.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { traceNow } from '../../../server/trace/trace.ts';
import { type Progress, REPORTS } from '../contract.ts';
import { giveReportsCookie } from './cookie.ts';
import type { Kind } from './kinds.ts';
import { deleteFiles, runExports, STOPPED } from './runs.ts';

const MOST_OF_ONE = 5;

/** The most rows for which a call that wants the file itself waits. */
const ROWS_AT_ONCE = 20_000;

/** Milliseconds: the first answer's wait for a short export, the wait for a file, and the interval of checks. */
const FIRST_WAIT_MS = 250;
const FILE_WAIT_MS = 20_000;
const CHECK_INTERVAL_MS = 50;

type Asked = { file_name: string; page?: unknown };

/** Starts an export without `file_name`, else returns its progress; `filters` count at first. 404 for an unknown file, 409 where it failed, 429 for too many. */
export async function pollExport<Filters extends object>(
  context: Call,
  kind: Kind<Filters>,
  asked: Asked & Filters,
): Promise<Progress> {
  const { file_name, page: _, ...filters } = asked;
  giveReportsCookie(context);
  if (file_name !== '') return lookAt(context, kind, file_name);
  const name = await beginExport(context, kind, filters);
  return waitFor(context, kind, name, isLarge, FIRST_WAIT_MS);
}

export async function fileOfExport<Filters extends object>(
  context: Call,
  kind: Kind<Filters>,
  asked: Asked & Filters,
): Promise<Progress & { file?: string }> {
  const { file_name, page: _, ...filters } = asked;
  giveReportsCookie(context);
  const known =
    file_name === ''
      ? await waitFor(context, kind, await beginExport(context, kind, filters), isLarge, FILE_WAIT_MS)
      : await lookAt(context, kind, file_name);
  return known.result ? known : { ...known, file: `${REPORTS}${known.file_name}` };
}

export async function cancelExport(context: Context, file_name: string): Promise<void> {
  const { actor, platform } = context;
  const stopped = await platform.database.everything
    .updateTable('exports')
    .set(STOPPED)
    .where('file_name', '=', file_name)
    .where('admin_id', '=', actor.admin_id)
    .returningAll()
    .executeTakeFirst();
  if (stopped) await deleteFiles(platform, stopped);
}

type ExportRow = Selectable<Exports>;

async function beginExport(context: Context, kind: Kind<never>, filters: object): Promise<string> {
  const file_name = `${randomBytes(16).toString('hex')}.${'zip' in kind ? 'zip' : 'csv'}`;
  // Refuses a list that is too long for a file of this kind, before anything waits for it.
  if ('cells' in kind) await kind.cells(context, filters as never, 1);
  await transactWithoutTenantScope(context, async (tx) => {
    const { db, actor } = tx;
    await lock(db, `exports of ${actor.admin_id}`);
    const { open } = await db
      .selectFrom('exports')
      .select(sql<number>`count(*)`.as('open'))
      .where('admin_id', '=', actor.admin_id)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirstOrThrow();
    if (open >= MOST_OF_ONE)
      refuse(429, 'Too many exports are running. Wait for an export or cancel one.', { retry_after: 5 });
    const { admin_id, program_id } = actor;
    const asked = { kind: kind.name, filters: JSON.stringify(filters) };
    await db
      .insertInto('exports')
      .values({ file_name, admin_id, program_id, ...asked, trace_id: traceNow() ?? null })
      .execute();
    const after = { kind: kind.name, filters };
    await audit(tx, { entity: 'export', entity_id: kind.name, action: 'create', program_id, after });
  });
  await runExports(context.platform);
  return file_name;
}

function isLarge({ total }: Progress): boolean {
  return total !== null && total > ROWS_AT_ONCE;
}

/** Polls until it is done, `enough` holds, or the given milliseconds are over. */
async function waitFor(
  context: Context,
  kind: Kind<never>,
  file_name: string,
  enough: (known: Progress) => boolean,
  milliseconds: number,
): Promise<Progress> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const known = await lookAt(context, kind, file_name);
    if (!known.result || enough(known) || performance.now() > end) return known;
    await wait(CHECK_INTERVAL_MS);
  }
}

/** Records the poll, which keeps the export running. */
async function lookAt(context: Context, kind: Kind<never>, file_name: string): Promise<Progress> {
  const { actor, platform } = context;
  const found = await platform.database.everything
    .updateTable('exports')
    .set({ polled_at: sql`provost_now()` })
    .where('file_name', '=', file_name)
    .where('kind', '=', kind.name)
    .where('admin_id', '=', actor.admin_id)
    .where('program_id', '=', actor.program_id)
    .where('state', '<>', 'stopped')
    .returning(['state', 'count', 'total', sql<boolean>`due_at <= provost_now()`.as('due')])
    .executeTakeFirst();
  if (!found) notFound();
  const { state, count, total, due } = found;
  if (state === 'failed') refuse(409, 'The export failed. Start it again.');
  if (state !== 'done' && due) await runExports(platform);
  return { result: state !== 'done', file_name, count, total };
}

/** Returns a complete file that the actor may fetch; null without one. */
export async function finishedExport(context: Context, file_name: string): Promise<ExportRow | null> {
  const found = await context.platform.database.everything
    .selectFrom('exports')
    .selectAll()
    .where('file_name', '=', file_name)
    .where('admin_id', '=', context.actor.admin_id)
    .where('program_id', '=', context.actor.program_id)
    .where('state', '=', 'done')
    .where(sql<boolean>`due_at > provost_now()`)
    .executeTakeFirst();
  return found ?? null;
}

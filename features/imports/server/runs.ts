/** Does the work of imports that waits, in whichever process has room, and goes on where another one died. */
import { sql } from 'kysely';
import { Refusal, refuse } from '../../../core/errors.ts';
import { asSystem, type Context, transact } from '../../../server/context.ts';
import { isOutage } from '../../../server/db/outages.ts';
import { audit, auditWhole } from '../../../server/nouns/audit.ts';
import type { Platform } from '../../../server/platform.ts';
import { leaseOf, NEW_RUNNER, takeLease } from '../../../server/work/lease.ts';
import { ENDING, workerOf } from '../../../server/work/worker.ts';
import { batchesOf } from './batches.ts';
import { beginnerOf } from './beginner.ts';
import { kindOf, knownKinds } from './import-kinds.ts';
import { type ImportRow, NOTHING_YET } from './import-row.ts';
import { Superseded, Unreadable } from './refused-parts.ts';

/** Imports that one process works on at a time, and how many of them for one person. */
const AT_ONCE = 3;
const PER_PERSON = 2;

/** The most attempts without progress. */
export const LAST_ATTEMPT = 5;

const NOW = sql<string>`provost_now()`;

const IMPORT_LEASE = {
  table: 'imports',
  key: ['id'],
  seconds: 5,
  beat_ms: 1000,
  fence: ['runner'],
  mark: NEW_RUNNER,
} as const;
const LEASE = leaseOf<'imports', ImportRow>(IMPORT_LEASE);

/** Takes as many of those that wait as there is room for; they go on by themselves, and the next ones after them. */
export const { run: runImports, end: endImports } = workerOf<ImportRow>({
  called: 'imports',
  most: AT_ONCE,
  take,
  work: runOne,
  traceOf: ({ trace_id }) => trace_id,
});

/** Waits for whoever holds the row for a moment, as who has just asked for it in vain. */
function take(platform: Platform): Promise<ImportRow | undefined> {
  const next = sql`
    select w.id from imports w
    where w.state in ('checking', 'running') and w.kind = any (${knownKinds()}::text[]) and w.due_at <= provost_now() and w.attempts < ${LAST_ATTEMPT}
      and (select count(*) from imports r where r.admin_id is not distinct from w.admin_id
        and r.runner is not null and r.due_at > provost_now()) < ${PER_PERSON}
    order by w.due_at, w.id limit 1 for update of w`;
  return takeLease<ImportRow>(platform, IMPORT_LEASE, next);
}

/** Never throws: what went wrong stands in the row, and where even that could not be written, the lease ends by itself. */
async function runOne(platform: Platform, row: ImportRow, ending: AbortController): Promise<void> {
  const beat = async (longer: object) =>
    (await LEASE.write(platform, row, longer)) ? undefined : 'superseded';
  const work = async () => {
    const actor = await beginnerOf(platform, row);
    if (!actor) return fail(platform, row, kindOf(row).former);
    const context = asSystem(platform, `${kindOf(row).entity} ${row.id}`, actor);
    return (row.state === 'checking' ? check : row.undoing ? undo : run)(context, row, ending.signal);
  };
  await LEASE.keep(ending, beat, work, (why) => breakOff(platform, row, why));
}

async function check(context: Context, row: ImportRow, ending: AbortSignal): Promise<void> {
  const { platform } = context;
  const { preview, ...counts } = await kindOf(row).check(context, row, async (found) => {
    ending.throwIfAborted();
    const { preview: _, ...known } = { preview: null, ...found };
    if (!(await LEASE.write(platform, row, { ...known, attempts: 1 }))) throw new Superseded();
  });
  const checked = {
    ...counts,
    total: counts.rows,
    preview: JSON.stringify(preview),
    due_at: NOW,
  };
  if (row.dry_run || kindOf(row).problemOf(row))
    return void (await LEASE.done(platform, row, { ...checked, state: 'ready' }));
  await LEASE.done(platform, row, { ...checked, ...NOTHING_YET, state: 'running', attempts: 0 });
}

async function run(context: Context, row: ImportRow, ending: AbortSignal): Promise<void> {
  const { platform } = context;
  const kind = kindOf(row);
  // What the check has left of rejected rows goes before the first of the run's own.
  if (row.rows === 0) await transact(context, (tx) => kind.forgetRows(tx, row.id));
  const audit_id = row.audit_id ?? (await openAudit(context, row, 'run'));
  const write = await kind.write(context, row, audit_id);
  for await (const rows of batchesOf(platform, row, row.line, kind.rowsPerPart(row))) {
    ending.throwIfAborted();
    await refuseFormer(context, row);
    await write(rows);
  }
  await finish(context, row, 'done');
}

async function undo(context: Context, row: ImportRow, ending: AbortSignal): Promise<void> {
  const audit_id = row.audit_id ?? (await openAudit(context, row, 'undo'));
  while (await kindOf(row).undoPart(context, row, audit_id)) {
    ending.throwIfAborted();
    await refuseFormer(context, row);
  }
  await finish(context, row, 'undone');
}

/** Asked before every batch: a long import ends with the rights of whoever began it. */
async function refuseFormer({ platform }: Context, row: ImportRow): Promise<void> {
  if (!(await beginnerOf(platform, row))) refuse(403, kindOf(row).former);
}

async function openAudit(context: Context, row: ImportRow, action: 'run' | 'undo'): Promise<number> {
  const { id, program_id, file_name, total, mapping } = row;
  const { entity, optionsOf } = kindOf(row);
  const after = action === 'run' ? { file_name, rows: total, mapping, ...optionsOf(row) } : { file_name };
  const audit_id = await auditWhole(context, { entity, entity_id: id, action, program_id, after });
  if (!(await LEASE.write(context.platform, row, { audit_id }))) throw new Superseded();
  return audit_id;
}

async function finish(context: Context, row: ImportRow, state: 'done' | 'undone'): Promise<void> {
  const { platform } = context;
  const over = { state, undoing: false, runner: null, finished_at: NOW, due_at: NOW };
  const after = await LEASE.held(platform, row)
    .set(over)
    .returning([
      'rows',
      'created',
      'updated',
      'unchanged',
      'rejected',
      'enrolled',
      'restored',
      'deleted',
      'kept',
    ])
    .executeTakeFirst();
  if (!after) return;
  const { id: entity_id, program_id } = row;
  await audit(context, { entity: kindOf(row).entity, entity_id, action: state, program_id, after });
}

async function breakOff(platform: Platform, row: ImportRow, why: unknown): Promise<unknown> {
  if (why === 'superseded' || why instanceof Superseded) return undefined;
  if (why === ENDING) return LEASE.giveUp(platform, row);
  if (why instanceof Unreadable || why instanceof Refusal) return fail(platform, row, why.message);
  platform.log[isOutage(why) ? 'warn' : 'error']({ err: why, import: row.id }, 'an import broke off');
  return LEASE.putOff(platform, row);
}

async function fail(platform: Platform, row: ImportRow, reason: string): Promise<void> {
  const nothing = row.state === 'checking' ? NOTHING_YET : {};
  await LEASE.done(platform, row, { state: 'failed', undoing: false, reason, finished_at: NOW, ...nothing });
}

/** Does the work of imports that waits, in whichever process has room, and goes on where another one died. */
import { sql } from 'kysely';
import { Refusal, refuse } from '../../../core/errors.ts';
import { asSystem, type Context } from '../../../server/context.ts';
import { isOutage } from '../../../server/db/outages.ts';
import { audit, auditWhole } from '../../../server/nouns/audit.ts';
import type { Platform } from '../../../server/platform.ts';
import { leaseOf } from '../../../server/work/lease.ts';
import { ENDING, workerOf } from '../../../server/work/worker.ts';
import type { Field } from '../rules.ts';
import { batchesOf } from './batches.ts';
import { checkFile, Unreadable } from './check-file.ts';
import { beginnerOf, ENTITY, type ImportRow, NOTHING_YET, problemOf } from './import-row.ts';
import { type Rules, readPeople } from './judge-rows.ts';
import { readPlaces } from './places.ts';
import type { Reader } from './read-person.ts';
import { undoBatch } from './undo-batch.ts';
import { Superseded, writeBatch } from './write-batch.ts';

/** Imports that one process works on at a time, and how many of them for one person. */
const AT_ONCE = 3;
const PER_PERSON = 2;

/** The most attempts without progress. */
export const LAST_ATTEMPT = 5;

const NOW = sql<string>`provost_now()`;

const LEASE = leaseOf<'user_imports', ImportRow>({
  table: 'user_imports',
  key: 'id',
  seconds: 5,
  beat_ms: 1000,
});

/** Takes as many of those that wait as there is room for; they go on by themselves, and the next ones after them. */
export const { run: runImports, end: endImports } = workerOf<ImportRow>({
  called: 'imports',
  most: AT_ONCE,
  take,
  work: runOne,
});

/** Waits for whoever holds the row for a moment, as who has just asked for it in vain. */
function take(platform: Platform): Promise<ImportRow | undefined> {
  const next = sql`
    select w.id from user_imports w
    where w.state in ('checking', 'running') and w.due_at <= provost_now() and w.attempts < ${LAST_ATTEMPT}
      and (select count(*) from user_imports r where r.admin_id is not distinct from w.admin_id
        and r.runner is not null and r.due_at > provost_now()) < ${PER_PERSON}
    order by w.due_at, w.id limit 1 for update of w`;
  return LEASE.take(platform, next);
}

/** Never throws: what went wrong stands in the row, and where even that could not be written, the lease ends by itself. */
async function runOne(platform: Platform, row: ImportRow, ending: AbortController): Promise<void> {
  const beat = async (longer: object) =>
    (await LEASE.write(platform, row, longer)) ? undefined : 'superseded';
  const work = async () => {
    const actor = await beginnerOf(platform, row);
    if (!actor) return fail(platform, row, FORMER);
    const context = asSystem(platform, `${ENTITY} ${row.id}`, actor);
    return (row.state === 'checking' ? check : row.undoing ? undo : run)(context, row, ending.signal);
  };
  await LEASE.keep(ending, beat, work, (why) => breakOff(platform, row, why));
}

async function check(context: Context, row: ImportRow, ending: AbortSignal): Promise<void> {
  const { platform } = context;
  const work = { row, ...(await howToRead(context, row)) };
  const { preview, ...counts } = await checkFile(context, work, async (found) => {
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
  if (row.dry_run || problemOf(row))
    return void (await LEASE.done(platform, row, { ...checked, state: 'ready' }));
  await LEASE.done(platform, row, { ...checked, ...NOTHING_YET, state: 'running', attempts: 0 });
}

async function run(context: Context, row: ImportRow, ending: AbortSignal): Promise<void> {
  const { platform, db } = context;
  const { reader, rules } = await howToRead(context, row);
  // What the check has left of rejected rows goes before the first of the run's own.
  if (row.rows === 0) await db.deleteFrom('user_import_rows').where('import_id', '=', row.id).execute();
  const done = await db
    .selectFrom('user_import_rows')
    .select('email_key')
    .where('import_id', '=', row.id)
    .where('email_key', 'is not', null)
    .execute();
  const seen = new Set(done.map(({ email_key }) => email_key ?? ''));
  const audit_id = row.audit_id ?? (await openAudit(context, row, 'run'));
  for await (const batch of batchesOf(platform, row, row.line)) {
    ending.throwIfAborted();
    await refuseFormer(context, row);
    await writeBatch(context, { row, rules, seen, audit_id }, await readPeople(batch, reader));
  }
  await finish(context, row, 'done');
}

async function undo(context: Context, row: ImportRow, ending: AbortSignal): Promise<void> {
  const audit_id = row.audit_id ?? (await openAudit(context, row, 'undo'));
  while (await undoBatch(context, row, audit_id)) {
    ending.throwIfAborted();
    await refuseFormer(context, row);
  }
  await finish(context, row, 'undone');
}

/** Asked before every batch: a long import ends with the rights of whoever began it. */
async function refuseFormer({ platform }: Context, row: ImportRow): Promise<void> {
  if (!(await beginnerOf(platform, row))) refuse(403, FORMER);
}

const FORMER = 'Whoever began it may no longer import users';

async function openAudit(context: Context, row: ImportRow, action: 'run' | 'undo'): Promise<number> {
  const { id, program_id, file_name, total, mapping } = row;
  const { import_create, import_update, import_send_email, import_class_enrol } = row;
  const switches = { import_create, import_update, import_send_email, import_class_enrol };
  const after = action === 'run' ? { file_name, rows: total, mapping, ...switches } : { file_name };
  const audit_id = await auditWhole(context, { entity: ENTITY, entity_id: id, action, program_id, after });
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
  await audit(context, { entity: ENTITY, entity_id, action: state, program_id, after });
}

async function howToRead(context: Context, row: ImportRow): Promise<{ reader: Reader; rules: Rules }> {
  const { headers, mapping, import_create, import_update, import_class_enrol } = row;
  const places = await readPlaces(context);
  const byField = new Map(Object.entries(mapping).map(([header, field]) => [field, header]));
  return {
    reader: { headers, mapping, places, classes: import_class_enrol },
    rules: {
      create: import_create,
      update: import_update,
      enrol: import_class_enrol,
      inactive: (program_id) => places.inactive(program_id),
      columnOf: (field: Field) => byField.get(field) ?? field,
    },
  };
}

async function breakOff(platform: Platform, row: ImportRow, why: unknown): Promise<unknown> {
  if (why === 'superseded' || why instanceof Superseded) return undefined;
  if (why === ENDING) return LEASE.giveUp(platform, row);
  if (why instanceof Unreadable || why instanceof Refusal) return fail(platform, row, why.message);
  platform.log[isOutage(why) ? 'warn' : 'error']({ err: why, import: row.id }, 'an import broke off');
  return LEASE.putOff(platform, row);
}

/** Marks the import as failed; finished batches stay, and can be undone. */
async function fail(platform: Platform, row: ImportRow, reason: string): Promise<void> {
  const nothing = row.state === 'checking' ? NOTHING_YET : {};
  await LEASE.done(platform, row, { state: 'failed', undoing: false, reason, finished_at: NOW, ...nothing });
}

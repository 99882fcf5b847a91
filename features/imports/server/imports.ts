import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { withoutUndefined } from '../../../core/without-undefined.ts';
import {
  type Context,
  type TransactionContext,
  transact,
  transactWithoutTenantScope,
  visibleTo,
} from '../../../server/context.ts';
import { keepFile } from '../../../server/files/orphaned-files.ts';
import { StoredFile } from '../../../server/files/stored-file.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { traceNow } from '../../../server/trace/trace.ts';
import { type FileMapping, type ImportKindName, isTooOldToUndo, UNDO_DAYS, whyNotMapped } from '../rules.ts';
import type { ImportKind } from './import-kinds.ts';
import { type ImportRow, NOTHING_YET } from './import-row.ts';
import { readHeader } from './read-file.ts';
import { type ReadImport, readImport } from './read-imports.ts';
import { runImports } from './runs.ts';

/** Milliseconds that an answer waits for a file to be read, and between two looks. */
const LONGEST_WAIT_MS = 60_000;
const CHECK_INTERVAL_MS = 50;

const NOW = sql<string>`provost_now()`;

type Options = {
  import_send_email?: boolean;
  import_update?: boolean;
  import_create?: boolean;
  import_class_enrol?: boolean;
  paid_out_before?: string | null;
};

type Wish = {
  kind: ImportKindName;
  /** 0: of all programs. */
  program_id: number;
  file: File;
  dry_run: boolean;
  mapping?: FileMapping | undefined;
  options: Options;
};

/** Takes a stored file as an import, once by a key: with `dry_run` it is read and waits, else it runs at once. 400 names what cannot be used. */
export async function createImport(
  context: Context,
  of: ImportKind,
  wish: Wish,
  key?: string,
): Promise<ReadImport> {
  const { kind, program_id, file, dry_run, mapping: given, options } = wish;
  const stored = storedCsv(file);
  const known = key === undefined ? undefined : await byKey(context, key, stored);
  if (known !== undefined) return dry_run ? checked(context, of, known) : readImport(context, of, known);
  const { path, encoding, storedBytes: bytes, sha256 } = stored;
  const header = await readHeader(context.platform, path, encoding);
  const mapping = given
    ? wholeMapping(given, header.headers, of.titles(kind))
    : of.guess(kind, header.headers, header.samples);
  const problem = of.problemOf({ kind, mapping });
  if (!dry_run && problem) refuseField('mapping', problem);
  const { admin_id } = context.actor;
  // Above the walls, where alone it is said which file an import reads and in whose name.
  const id = await transactWithoutTenantScope(context, async (tx) => {
    const made = await tx.db
      .insertInto('imports')
      .values({
        ...options,
        kind,
        program_id: program_id || null,
        admin_id: admin_id || null,
        idempotency_key: key ?? null,
        file_name: shownName(file.name),
        file_path: path,
        bytes,
        sha256,
        encoding,
        separator: header.separator,
        headers: JSON.stringify(header.headers),
        samples: JSON.stringify(of.shownSamples(header.samples, mapping)),
        mapping: JSON.stringify(mapping),
        dry_run,
        trace_id: traceNow() ?? null,
      })
      // The same call, at the same moment, under the same key: whoever comes second waits here for the first.
      .onConflict((conflict) => conflict.columns(['admin_id', 'idempotency_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return undefined;
    const { id } = made;
    await keepFile(tx, path);
    const after = {
      ...(of.names.length > 1 && { kind }),
      file_name: shownName(file.name),
      bytes,
      sha256: sha256.toString('hex'),
      dry_run,
      ...options,
    };
    await audit(tx, { entity: of.entity, entity_id: id, action: 'create', program_id, after });
    return id;
  });
  if (id === undefined) return createImport(context, of, wish, key);
  stored.isKept = true;
  await runImports(context.platform);
  return dry_run ? checked(context, of, id) : readImport(context, of, id);
}

/** Checks the file again under another mapping or other switches. 400 where the mapping is none, 409 where it is too late for one. */
export async function mapImport(
  context: Context,
  of: ImportKind,
  id: number,
  { mapping, ...options }: { [Name in keyof Options]?: Options[Name] | undefined } & { mapping: FileMapping },
): Promise<ReadImport> {
  await transact(context, async (tx) => {
    const row = await lockRow(tx, of, id);
    if (row.state !== 'ready') refuse(400, 'Only an import that is ready for review can be mapped');
    const chosen = wholeMapping(mapping, row.headers, of.titles(row.kind));
    const values = {
      ...withoutUndefined(options),
      ...NOTHING_YET,
      mapping: JSON.stringify(chosen),
      samples: JSON.stringify(of.shownSamples(row.samples, chosen)),
      state: 'checking',
      total: null,
      attempts: 0,
      due_at: NOW,
    };
    await tx.db.updateTable('imports').set(values).where('id', '=', id).execute();
  });
  await runImports(context.platform);
  return checked(context, of, id);
}

export async function runImport(context: Context, of: ImportKind, id: number): Promise<ReadImport> {
  await transact(context, async (tx) => {
    const row = await lockRow(tx, of, id);
    if (row.state !== 'ready') refuse(400, 'Only an import that is ready for review can be run');
    const problem = of.problemOf(row);
    if (problem) refuse(400, problem);
    const values = { ...NOTHING_YET, state: 'running', dry_run: false, attempts: 0, due_at: NOW };
    await tx.db.updateTable('imports').set(values).where('id', '=', id).execute();
  });
  await runImports(context.platform);
  return readImport(context, of, id);
}

/** Cancels: finished batches of a run stay; a dry run leaves nothing. */
export async function cancelImport(context: Context, of: ImportKind, id: number): Promise<ReadImport> {
  await transact(context, async (tx) => {
    const row = await lockRow(tx, of, id);
    const isOpen = ['checking', 'ready', 'running'].includes(row.state) && !row.undoing;
    if (!isOpen) refuse(400, row.undoing ? "An undo can't be cancelled" : 'This import is over');
    const nothing = row.state === 'running' ? {} : NOTHING_YET;
    const over = { ...nothing, state: 'done', cancelled: true, runner: null, finished_at: NOW, due_at: NOW };
    await tx.db.updateTable('imports').set(over).where('id', '=', id).execute();
    if (row.state !== 'running') await of.forgetRows(tx, id);
    await audit(tx, { entity: of.entity, entity_id: id, action: 'cancel', program_id: row.program_id });
  });
  return readImport(context, of, id);
}

export async function undoImport(context: Context, of: ImportKind, id: number): Promise<ReadImport> {
  await transact(context, async (tx) => {
    const row = await lockRow(tx, of, id);
    if (row.state === 'undone' || row.undoing) refuse(400, 'This import is already undone');
    if (row.state !== 'done' && row.state !== 'failed') refuse(400, 'Only a finished import can be undone');
    const why = of.whyNotUndone(row);
    if (why) refuse(400, why);
    if (isTooOldToUndo(row)) refuse(400, `An import can be undone for ${UNDO_DAYS} days`);
    const values = {
      state: 'running',
      undoing: true,
      audit_id: null,
      attempts: 0,
      reason: null,
      due_at: NOW,
    };
    await tx.db.updateTable('imports').set(values).where('id', '=', id).execute();
  });
  await runImports(context.platform);
  return readImport(context, of, id);
}

async function lockRow(
  { db, actor }: TransactionContext,
  { names }: ImportKind,
  id: number,
): Promise<ImportRow> {
  const { rows } = await sql<ImportRow>`
    select i.* from imports i where i.id = ${id} and i.kind = any (${names}::text[])
      and ${visibleTo(actor, 'i.program_id')} for update`.execute(db);
  return rows[0] ?? notFound();
}

/** Answers once it is no longer being read, or takes long. */
async function checked(context: Context, of: ImportKind, id: number): Promise<ReadImport> {
  const end = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const known = await readImport(context, of, id);
    if (known.state === 'failed') refuseField('file', known.reason ?? 'The file cannot be read');
    if (known.state !== 'checking' || performance.now() > end) return known;
    await wait(CHECK_INTERVAL_MS);
  }
}

async function byKey(
  { db, actor }: Context,
  key: string,
  { sha256 }: StoredFile,
): Promise<number | undefined> {
  if (key.length > 200) refuse(400, 'Idempotency-Key is longer than 200 characters');
  const known = await db
    .selectFrom('imports')
    .select(['id', 'sha256'])
    .where('admin_id', '=', actor.admin_id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (known && !sha256.equals(known.sha256))
    refuse(400, 'This Idempotency-Key was used for another request', { code: 'IDEMPOTENCY_KEY_REUSED' });
  return known?.id;
}

function storedCsv(file: File): StoredFile {
  if (!(file instanceof StoredFile)) refuseField('file', 'must be sent as a form');
  if (!/\.csv$/i.test(file.name)) refuseField('file', 'Only .csv files can be imported');
  if (file.storedBytes === 0) refuseField('file', 'The file is empty');
  if (file.head.toString('latin1', 0, 2) === 'PK') refuseField('file', 'Save as CSV UTF-8');
  return file;
}

function wholeMapping(
  given: FileMapping,
  headers: readonly string[],
  titles: Readonly<Record<string, string>>,
): FileMapping {
  const wrong = whyNotMapped(given, headers, titles);
  if (wrong) refuseField('mapping', wrong);
  return Object.fromEntries(headers.map((header) => [header, given[header] ?? '']));
}

function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .toWellFormed()
      .slice(-200) || 'file.csv'
  );
}

/** Takes over an office that has moved out, into an installation in which nobody has ever been. Specification: Moving out. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { buffer, text } from 'node:stream/consumers';
import pg from 'pg';
import { Refusal, refuse } from '../../core/errors.ts';
import { must } from '../../core/must.ts';
import type { FileStore } from '../files/files.ts';
import { copyIn } from './copy.ts';
import { refuseOtherCounts } from './counts.ts';
import {
  type FileFacts,
  MANIFEST,
  type Manifest,
  manifestSchema,
  type PayeeSum,
  readSums,
} from './manifest.ts';
import { type MovedTable, readSchema, type Schema } from './moved-tables.ts';
import { openEntries, type ZipEntries } from './zip-entries.ts';

/** Bytes of a manifest, and of the first line of a file, at most. */
const MANIFEST_BYTES = 64 * 1024 * 1024;
const HEADER_BYTES = 64 * 1024;

const FILLED = ['settings', 'timezones'];

export type TakeOver = { ownerUrl: string; files: FileStore; path: string };

/**
 * Reads the ZIP of `moveOut` with the same ids, and compares files, rows and the money of everybody with its manifest at
 * the end. All or nothing: throws a 400 in words for a ZIP that is broken or was changed, and for an installation that is
 * not empty, with nothing written.
 */
export async function takeOver({ ownerUrl, files, path }: TakeOver): Promise<Manifest> {
  const { size } = await stat(path);
  const entries = await openEntries(path, size);
  const client = new pg.Client({ connectionString: ownerUrl });
  const put: string[] = [];
  try {
    const manifest = await readManifest(entries);
    await client.connect();
    await client.query('begin');
    const schema = await readSchema(client);
    refuseOthers(manifest, schema, entries);
    await refuseUsed(client, schema);
    await withoutRules(client, schema, async () => {
      for (const table of schema.tables) await fill(client, table, manifest, entries);
    });
    await client.query('select sum_payee_balances(), sum_sales()');
    await setSequences(client);
    // What was recorded elsewhere is sealed here as it came.
    await client.query('insert into unsealed_audit_entries (entry_id) select id from audit_entries');
    refuseOtherSums(manifest.sums, await readSums(client));
    await refuseOtherCounts(client);
    await putImages(client, { files, put, manifest, entries });
    await client.query('commit');
    // So that lists are quick at once.
    await client.query('analyze');
    return manifest;
  } catch (error) {
    for (const image of put) await files.delete(image).catch(() => {});
    throw inWords(error);
  } finally {
    // A connection that is closed takes its transaction back.
    await client.end().catch(() => {});
    entries.close();
  }
}

async function readManifest(entries: ZipEntries): Promise<Manifest> {
  const json = await text(bounded(entries.read(MANIFEST), MANIFEST_BYTES, MANIFEST));
  let said: unknown;
  try {
    said = JSON.parse(json);
  } catch {
    refuse(400, `The file is broken: ${MANIFEST} is no JSON`);
  }
  const read = manifestSchema.safeParse(said);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  refuse(400, `${MANIFEST}: ${issue?.path.join('.')} ${issue?.message}`);
}

/** Refuses files that the manifest does not name, and the other way about, and those of no table. */
function refuseOthers({ files }: Manifest, { tables }: Schema, { names }: ZipEntries): void {
  const known = new Set(tables.map(({ file }) => `${file}.csv`));
  for (const name of names)
    if (name !== MANIFEST && !Object.hasOwn(files, name)) refuse(400, `The manifest does not name ${name}`);
  for (const name of Object.keys(files)) {
    if (!names.has(name)) refuse(400, `The file is broken: ${name} is missing`);
    if (!name.startsWith('images/') && !known.has(name))
      refuse(400, `There is no table for ${name}: it comes from another version of Provost`);
  }
}

async function refuseUsed(client: pg.Client, { tables }: Schema): Promise<void> {
  for (const { name } of tables) {
    if (FILLED.includes(name)) continue;
    const { rowCount } = await client.query(`select from "${name}" limit 1`);
    if (rowCount)
      refuse(
        400,
        `This installation is not empty, there is something in ${name}: take a new database for what moves in`,
      );
  }
}

/** Works without foreign keys and triggers, which count what the rows hold already; keys are checked at the end. No superuser is needed. */
async function withoutRules(
  client: pg.Client,
  { tables, foreignKeys }: Schema,
  work: () => Promise<void>,
): Promise<void> {
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  for (const name of FILLED) await client.query(`delete from "${name}"`);
  await work();
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint "${name}" ${definition}`);
}

async function fill(
  client: pg.Client,
  table: MovedTable,
  { files }: Manifest,
  entries: ZipEntries,
): Promise<void> {
  const name = `${table.file}.csv`;
  const facts = files[name];
  // A table that the office did not have yet.
  if (!facts) return;
  const hash = createHash('sha256');
  const pieces = hashed(entries.read(name), hash);
  const { header, rest } = await headed(pieces, name);
  const columns = columnsOf(table, header, name);
  await copyIn(client, { table: table.name, columns }, rest);
  refuseOther(name, facts, hash.digest('hex'));
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from "${table.name}"`,
  );
  const { count } = must(rows[0], 'count');
  if (count !== facts.rows) refuse(400, `${name} holds ${count} rows, and the manifest says ${facts.rows}`);
}

function columnsOf({ columns }: MovedTable, header: string, name: string): string[] {
  const known = new Set(columns.map((column) => column.name));
  const named = header.split(',');
  const wrong = named.find((column, index) => !known.has(column) || named.indexOf(column) !== index);
  if (wrong !== undefined)
    refuse(400, `${name} has a column "${wrong.slice(0, 100)}" that is not known here`);
  return named;
}

/** Returns the first line, and all of it again. */
async function headed(pieces: AsyncIterable<Buffer>, name: string) {
  const iterator = pieces[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!head.includes(10)) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
    if (head.length > HEADER_BYTES && !head.includes(10))
      refuse(400, `${name} does not begin with its columns`);
  }
  async function* rest() {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { header: head.toString('utf8').split(/\r?\n/, 1)[0] ?? '', rest: rest() };
}

async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select t.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(t.relname), a.attname) as sequence
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and a.attidentity <> ''`);
  for (const { table, column, sequence } of rows)
    await client.query(
      `select setval('${sequence}', (select coalesce(max("${column}"), 0) + 1 from "${table}"), false)`,
    );
}

function refuseOtherSums(told: readonly PayeeSum[], found: readonly PayeeSum[]): void {
  const written = (sums: readonly PayeeSum[]) =>
    new Map(
      sums.map((sum) => [
        `${sum.payee} in ${sum.program ?? 'no program'}, ${sum.currency}`,
        JSON.stringify(sum),
      ]),
    );
  const [before, after] = [written(told), written(found)];
  for (const key of new Set([...before.keys(), ...after.keys()]))
    if (before.get(key) !== after.get(key))
      refuse(
        400,
        `The sums of ${key} are not those of the manifest: ${after.get(key)} instead of ${before.get(key)}`,
      );
}

async function putImages(
  client: pg.Client,
  {
    files,
    put,
    manifest,
    entries,
  }: Pick<TakeOver, 'files'> & { put: string[]; manifest: Manifest; entries: ZipEntries },
): Promise<void> {
  const { rows } = await client.query<{ id: number; path: string }>('select id, path from uploads');
  const pathOf = new Map(rows.map(({ id, path }) => [String(id), path]));
  for (const [name, facts] of Object.entries(manifest.files)) {
    const [, id = '', extension = ''] = /^images\/(\d+)\.(\w+)$/.exec(name) ?? [];
    if (id === '') continue;
    const path = pathOf.get(id);
    if (!path?.endsWith(`.${extension}`)) refuse(400, `${name} is an image that nothing names`);
    const hash = createHash('sha256');
    // An image is drawn in memory wherever it is shown.
    const bytes = await buffer(hashed(entries.read(name), hash));
    refuseOther(name, facts, hash.digest('hex'));
    const stored = path.replace(/^\/storage\//, '');
    await files.put(stored, bytes);
    put.push(stored);
  }
}

function refuseOther(name: string, { sha256 }: FileFacts, found: string): void {
  if (sha256 !== found) refuse(400, `${name} has been changed since it was made: its SHA-256 is another`);
}

async function* hashed(
  stream: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const piece of stream) {
    hash.update(piece);
    yield piece;
  }
}

async function* bounded(stream: AsyncIterable<Buffer>, most: number, name: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > most) refuse(400, `${name} is too large`);
    yield piece;
  }
}

/** Returns a refusal for what PostgreSQL refuses of the rows: it is the file's fault. */
function inWords(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const { code = '', message, table } = error as { code?: string; message: string; table?: string };
  if (/^(?:22|23|42703|08P01)/.test(code) || code === '57014')
    return new Refusal(400, `The file does not fit together: ${message}${table ? ` (${table})` : ''}`);
  return error;
}

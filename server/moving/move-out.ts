/** An office as one ZIP: a CSV a table and the images, of one moment. Specification: Moving out. */
import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { ZipFile } from 'yazl';
import { refuse } from '../../core/errors.ts';
import { must } from '../../core/must.ts';
import type { FileStore } from '../files/files.ts';
import { copyOut } from './copy.ts';
import { expressionOf } from './foreign-rows.ts';
import { type FileFacts, MANIFEST, type Manifest, readSums, VERSION } from './manifest.ts';
import { noteRows } from './moved-rows.ts';
import { type MovedTable, readSchema } from './moved-tables.ts';

export type MoveOut = { ownerUrl: string; files: Pick<FileStore, 'get'>; program_id: number | null };

/**
 * Writes an office, or one program of it, into `out` as a ZIP; answers its manifest and the images that are gone. What
 * is read is of one snapshot; a table and an image at a time go through memory in pieces. 404 for the program; a 409 while
 * somebody is being erased.
 */
export async function moveOut(
  { ownerUrl, files, program_id }: MoveOut,
  out: NodeJS.WritableStream,
): Promise<{ manifest: Manifest; missing: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream as Readable, out);
  // Awaited at the end; a disk that is full meanwhile must not be nobody's.
  written.catch(() => {});
  try {
    await client.query('begin isolation level repeatable read');
    const made = await writeFiles(client, zip, { files, program_id, written });
    await client.query('commit');
    zip.end();
    await written;
    return made;
  } catch (error) {
    (zip.outputStream as PassThrough).destroy();
    throw error;
  } finally {
    await client.end();
  }
}

/** Refuses while somebody is being erased: half of them would move, and what is left to be done would stay here. */
async function refuseErasing(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ user_id: number }>(
    `select user_id from erasures where state = 'running' order by user_id limit 1`,
  );
  if (rows[0])
    refuse(
      409,
      `User ${rows[0].user_id} is being erased. Move the office when that is over: a server does it`,
    );
}

/** Refuses while a batch of payouts is claimed in slices: the other office would go on with it, without its accounts. */
async function refuseMaking(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select id from payout_batches where state = 'making' order by id limit 1`,
  );
  if (rows[0])
    refuse(
      409,
      `Payout batch ${rows[0].id} is being processed. Move the office when that is over, or cancel it`,
    );
}

type Writing = Pick<MoveOut, 'files' | 'program_id'> & { written: Promise<void> };

async function writeFiles(client: pg.Client, zip: ZipFile, { files, program_id, written }: Writing) {
  await refuseErasing(client);
  await refuseMaking(client);
  const schema = await readSchema(client);
  const { rows: programs } = await client.query<{ id: number; tag: string }>(
    'select id, program_tag as tag from programs where $1::integer is null or id = $1 order by id',
    [program_id],
  );
  if (program_id !== null && programs.length === 0) refuse(404, `There is no program ${program_id}`);
  if (program_id !== null) await noteRows(client, schema, program_id);
  const facts: Record<string, FileFacts> = {};
  const add = async (name: string, source: Readable, rows?: () => number) => {
    const hash = createHash('sha256');
    const end = new PassThrough();
    // Nobody knows yet how long it becomes.
    zip.addReadStream(end, name, { forceZip64Format: true });
    await Promise.race([
      pipeline(source, hashing(hash), end),
      written.then(() => Promise.reject(new Error('the file was closed'))),
    ]);
    facts[name] = { rows: rows?.() ?? 1, sha256: hash.digest('hex') };
  };
  for (const table of schema.tables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from "${table.name}" t ${whereMoved(table.name, program_id)}`,
    );
    await add(
      `${table.file}.csv`,
      copyOut(client, queryOf(table, program_id)),
      () => must(rows[0], 'count').count,
    );
  }
  const { rows: images } = await client.query<{ id: number; path: string }>(
    `select t.id, t.path from uploads t ${whereMoved('uploads', program_id)} order by t.id`,
  );
  const missing: string[] = [];
  for (const { id, path } of images) {
    const image = await files.get(path.replace(/^\/storage\//, ''));
    if (image) await add(`images/${id}.${path.slice(path.lastIndexOf('.') + 1)}`, image);
    else missing.push(path);
  }
  const sums = await readSums(
    client,
    program_id === null
      ? 'true'
      : `l.ctid in (select place from moved_rows where of = 'charge_lines'::regclass)`,
  );
  const manifest: Manifest = {
    version: VERSION,
    created_at: new Date().toISOString(),
    programs,
    files: facts,
    sums,
  };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), MANIFEST);
  return { manifest, missing };
}

function whereMoved(table: string, program_id: number | null): string {
  if (program_id !== null) return `join moved_rows m on m.of = '${table}'::regclass and m.place = t.ctid`;
  return table === 'settings' ? `where t.name <> 'demo'` : '';
}

function queryOf({ name, columns, key, cut }: MovedTable, program_id: number | null): string {
  const listed = columns.map((column) => {
    const quoted = `"${column.name}"`;
    if (cut.has(column.name)) return `null as ${quoted}`;
    return program_id === null ? `t.${quoted}` : `${expressionOf(name, column, program_id)} as ${quoted}`;
  });
  const order = key === null ? 't::text' : key.map((column) => `t."${column}"`).join(', ');
  return `select ${listed.join(', ')} from "${name}" t ${whereMoved(name, program_id)} order by ${order}`;
}

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
}

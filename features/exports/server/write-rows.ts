import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { csvLine } from '../../../core/csv/csv.ts';
import { must } from '../../../core/must.ts';
import { asSystem } from '../../../server/context.ts';
import { CopiedRows, inlined } from '../../../server/db/bulk/copy-rows.ts';
import type { Snapshot } from '../../../server/db/client.ts';
import type { Exports } from '../../../server/db/types.ts';
import type { Platform } from '../../../server/platform.ts';
import { MOST_CELL_ROWS } from './cell-export.ts';
import {
  type CodeKind,
  headerOf,
  kindNamed,
  type QueryKind,
  statementsOf,
  titlesFor,
  type ZipKind,
} from './kinds.ts';
import { storedPath } from './stored-path.ts';

type ExportRow = Selectable<Exports>;

/** Writes the rows the actor may see, of one snapshot, and returns bytes and column titles; `known` reports progress. Throws, and then leaves no file. */
export async function writeRows(
  platform: Platform,
  row: ExportRow,
  actor: Actor,
  known: { count: number; total: number | null },
  ending: AbortSignal,
): Promise<{ bytes: number; columns: string[] }> {
  const kind = kindNamed(row.kind);
  if (!kind) throw new Error(`there is no export called ${row.kind}`);
  if ('zip' in kind) return writeZip(platform, { row, kind, actor, known, ending });
  return 'cells' in kind
    ? writeCells(platform, { row, kind, actor, known, ending })
    : writeQuery(platform, { row, kind, actor, known, ending });
}

type Written = { bytes: number; columns: string[] };
type Work<Of> = {
  row: ExportRow;
  kind: Of;
  actor: Actor;
  known: { count: number; total: number | null };
  ending: AbortSignal;
};

async function writeQuery(
  platform: Platform,
  { row, kind, actor, known, ending }: Work<QueryKind>,
): Promise<Written> {
  const columns = titlesFor(kind, actor);
  const { count, rows } = statementsOf(kind, actor, row.filters as object);
  const snapshot = await platform.database.snapshot(actor.program_id);
  const { client } = snapshot;
  const leave = () => void cutShort(platform, actor, snapshot);
  ending.addEventListener('abort', leave, { once: true });
  try {
    ending.throwIfAborted();
    const counted = await client.query<{ count: number }>(inlined(count));
    known.total = must(counted.rows[0], 'count').count;
    let bytes = 0;
    const whole = async function* () {
      const header = headerOf(columns);
      bytes += header.length;
      yield header;
      const copied = client.query(new CopiedRows(rows, () => known.count++));
      for await (const piece of copied as AsyncIterable<Buffer>) {
        bytes += piece.length;
        yield piece;
      }
    };
    await platform.files.putStream(storedPath(row), whole());
    ending.throwIfAborted();
    return { bytes, columns };
  } finally {
    ending.removeEventListener('abort', leave);
    await client.end().catch(() => {});
  }
}

/** Lines between two looks at whether anybody still waits for the file. */
const LINES_PER_PIECE = 500;

async function writeCells(
  platform: Platform,
  { row, kind, actor, known, ending }: Work<CodeKind>,
): Promise<Written> {
  const columns = titlesFor(kind, actor);
  const context = asSystem(platform, 'export', actor);
  const { rows } = await kind.cells(context, row.filters as object, MOST_CELL_ROWS);
  known.total = rows.length;
  let bytes = 0;
  const whole = async function* () {
    for (let from = -LINES_PER_PIECE; from < rows.length; from += LINES_PER_PIECE) {
      ending.throwIfAborted();
      const lines = rows.slice(Math.max(from, 0), from + LINES_PER_PIECE);
      const piece = from < 0 ? headerOf(columns) : Buffer.from(lines.map(csvLine).join(''));
      known.count += lines.length;
      bytes += piece.length;
      yield piece;
    }
  };
  await platform.files.putStream(storedPath(row), whole());
  ending.throwIfAborted();
  return { bytes, columns };
}

async function writeZip(
  platform: Platform,
  { row, kind, actor, known, ending }: Work<ZipKind>,
): Promise<Written> {
  let bytes = 0;
  const whole = async function* () {
    for await (const piece of kind.zip(asSystem(platform, 'export', actor), row.filters as object)) {
      ending.throwIfAborted();
      bytes += piece.length;
      yield piece;
    }
  };
  await platform.files.putStream(storedPath(row), whole());
  ending.throwIfAborted();
  known.count = known.total = 1;
  return { bytes, columns: [] };
}

/** Cancels PostgreSQL's query, which would notice the end only when it sends. */
async function cutShort({ database }: Platform, actor: Actor, { client, pid }: Snapshot): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } };
  connection.stream.destroy(new Error('nobody waits for it any more'));
  await sql`select pg_cancel_backend(${pid})`.execute(database.forProgram(actor.program_id)).catch(() => {});
}

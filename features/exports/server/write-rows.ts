/** Streams one snapshot of rows into one stored file. Specification: Exports. */
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { must } from '../../../core/must.ts';
import type { Snapshot } from '../../../server/db/client.ts';
import { CopiedRows, inlined } from '../../../server/db/copy-rows.ts';
import type { Exports } from '../../../server/db/types.ts';
import type { Platform } from '../../../server/platform.ts';
import { headerOf, kindNamed, statementsOf, titlesFor } from './kinds.ts';
import { storedPath } from './stored-path.ts';

type ExportRow = Selectable<Exports>;

/**
 * Writes the rows the actor may see, under row-level security, and returns the bytes and the column titles;
 * `known` reports progress. Throws the failure, or the reason of `ending`, and then leaves no file.
 */
export async function writeRows(
  platform: Platform,
  row: ExportRow,
  actor: Actor,
  known: { count: number; total: number | null },
  ending: AbortSignal,
): Promise<{ bytes: number; columns: string[] }> {
  const kind = kindNamed(row.kind);
  if (!kind) throw new Error(`there is no export called ${row.kind}`);
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

/** Cancels PostgreSQL's query, which would notice the end only when it sends. */
async function cutShort({ database }: Platform, actor: Actor, { client, pid }: Snapshot): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } };
  connection.stream.destroy(new Error('nobody waits for it any more'));
  await sql`select pg_cancel_backend(${pid})`.execute(database.forProgram(actor.program_id)).catch(() => {});
}

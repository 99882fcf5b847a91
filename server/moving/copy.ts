/** COPY as PostgreSQL speaks it: the rows of a query out of a connection, and rows into a table, as CSV. Specification: Moving out. */
import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** The part of pg's connection that a query of one's own speaks to. */
type Wire = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  stream: NodeJS.WritableStream & { pause(): void; resume(): void; writableNeedDrain: boolean };
};

/** Streams the CSV of `query`, its header first; the connection waits where nobody reads. */
export function copyOut(client: pg.Client, query: string): Readable {
  let wire: Wire | undefined;
  const out = new Readable({ read: () => wire?.stream.resume() });
  submit(client, {
    submit: (connection) => {
      wire = connection;
      connection.query(`copy (${query}) to stdout (format csv, header true)`);
    },
    handleCopyData: ({ chunk }) => {
      // The connection's buffer is written over by what comes next.
      if (!out.push(Buffer.from(chunk))) wire?.stream.pause();
    },
    handleError: (error) => out.destroy(error),
    handleReadyForQuery: () => {
      // Nobody reads behind the end, and the next answer comes the same way.
      wire?.stream.resume();
      out.push(null);
    },
  });
  return out;
}

/** Reads CSV with a header into columns of a table; throws what PostgreSQL says, and what reading throws. */
export async function copyIn(
  client: pg.Client,
  { table, columns }: { table: string; columns: readonly string[] },
  csv: AsyncIterable<Uint8Array>,
): Promise<void> {
  const told = new EventEmitter();
  const done = new Promise<void>((resolve, reject) => {
    let failure: Error | null = null;
    submit(client, {
      submit: (connection) => {
        const names = columns.map((name) => `"${name}"`).join(', ');
        connection.query(`copy "${table}" (${names}) from stdin (format csv, header true)`);
      },
      handleCopyInResponse: (connection) => told.emit('ready', connection),
      handleError: (error) => {
        failure = error;
        reject(error);
      },
      handleReadyForQuery: () => {
        if (!failure) resolve();
      },
    });
  });
  // It is awaited below, and where PostgreSQL refuses before that it must not be nobody's.
  done.catch(() => {});
  const ready = once(told, 'ready') as Promise<[Wire]>;
  const connection = await Promise.race([ready.then(([wire]) => wire), done.then(() => null)]);
  if (!connection) throw new Error('COPY ended before it began');
  try {
    for await (const piece of csv) {
      connection.sendCopyFromChunk(piece);
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), done]);
    }
  } catch (error) {
    connection.sendCopyFail('cannot be read');
    await done.catch(() => {});
    throw error;
  }
  connection.endCopyFrom();
  await done;
}

/** A query of pg's own protocol; what COPY does not use does nothing. */
type CopyQuery = {
  submit(connection: Wire): void;
  handleCopyData?(message: { chunk: Buffer }): void;
  handleCopyInResponse?(connection: Wire): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
};

function submit(client: pg.Client, query: CopyQuery): void {
  const ignored = () => {};
  // pg submits whatever handles its messages, and names no type for those of COPY.
  client.query({
    handleCommandComplete: ignored,
    handleRowDescription: ignored,
    ...query,
  } as unknown as pg.Submittable);
}

/** The stored proofs of draws: written once, compressed, and handed out in parts. Specification: Draws. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGzip, type Gzip } from 'node:zlib';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { type Db, lock } from '../../../../server/db/client.ts';
import { readProof } from './proofs.ts';

/** Bytes of a part, which is what a reader holds of the proof at a time. */
const PART = 64 * 1024;

const BATCH = 5000;

/** Stores the proof in the confirming transaction; does nothing where it exists or the draw is unconfirmed. */
export async function keepProof({ db }: Pick<TransactionContext, 'db'>, eventId: number): Promise<void> {
  await lock(db, `draw proof ${eventId}`);
  if (await isKept(db, eventId)) return;
  const proof = await readProof(db, eventId);
  if (!proof) return;
  let part = 0;
  for await (const { bytes, last } of partsOf(compressed(proof))) {
    await db.insertInto('draw_proofs').values({ event_id: eventId, part, bytes, last }).execute();
    part++;
  }
}

/** A stream of gzip, read part by part. A draw confirmed before proofs were kept has its own written now. */
export async function openProof(context: Context, eventId: number): Promise<Readable> {
  if (!(await isKept(context.db, eventId))) await catchUp(context, eventId);
  return Readable.from(keptParts(context.db, eventId), { objectMode: false, highWaterMark: PART });
}

/** Proofs being written, so that readers of the same one wait for each other without a connection each. */
const underWay = new Map<number, Promise<void>>();

async function catchUp(context: Context, eventId: number): Promise<void> {
  const known = underWay.get(eventId);
  if (known) return known;
  const writing = transact(context, (tx) => keepProof(tx, eventId)).finally(() => underWay.delete(eventId));
  underWay.set(eventId, writing);
  return writing;
}

async function isKept(db: Db, eventId: number): Promise<boolean> {
  const kept = await db
    .selectFrom('draw_proofs')
    .select('part')
    .where('event_id', '=', eventId)
    .where('part', '=', 0)
    .executeTakeFirst();
  return kept !== undefined;
}

async function* keptParts(db: Db, eventId: number): AsyncGenerator<Buffer> {
  for (let part = 0, last = false; !last; part++) {
    const kept = await db
      .selectFrom('draw_proofs')
      .select(['bytes', 'last'])
      .where('event_id', '=', eventId)
      .where('part', '=', part)
      .executeTakeFirstOrThrow();
    yield kept.bytes;
    last = kept.last;
  }
}

/** The JSON of the proof, compressed while it is written: the tickets, which are nearly all of it, in batches. */
function compressed({ tickets, ...about }: NonNullable<Awaited<ReturnType<typeof readProof>>>): Gzip {
  const gzip = createGzip();
  const write = async () => {
    gzip.write(`${JSON.stringify(about).slice(0, -1)},"tickets":[`);
    for (let at = 0; at < tickets.length; at += BATCH) {
      const batch = JSON.stringify(tickets.slice(at, at + BATCH)).slice(1, -1);
      if (!gzip.write(at === 0 ? batch : `,${batch}`)) await once(gzip, 'drain');
    }
    gzip.end(']}');
  };
  write().catch((error: Error) => gzip.destroy(error));
  return gzip;
}

async function* partsOf(stream: Readable): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let held = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held = Buffer.concat([held, chunk]);
    while (held.length > PART) {
      yield { bytes: held.subarray(0, PART), last: false };
      held = held.subarray(PART);
    }
  }
  yield { bytes: held, last: true };
}

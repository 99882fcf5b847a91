/** Webhooks, and receivers that listen for them. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Insertable, sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect } from 'vitest';
import { makeSecret } from '../../features/programs/webhooks/server/webhook-secrets.ts';
import type { Db } from '../../server/db/client.ts';
import type { Webhooks } from '../../server/db/types.ts';
import type { Platform } from '../../server/platform.ts';
import { system } from '../system.ts';

/** Makes a webhook of all kinds of changes of users, without a secret. */
export function makeWebhook(db: Db, values: Partial<Insertable<Webhooks>> & { program_id: number }) {
  return db
    .insertInto('webhooks')
    .values({ url: 'https://hooks.example.com/provost', kinds: ['user.changed'], ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes a webhook with a secret that is told of what changes from now on, and of nothing before. */
export async function makeListening(
  db: Db,
  platform: Platform,
  values: Partial<Insertable<Webhooks>> & { program_id: number; url: string },
): Promise<{ id: number; secret: string }> {
  const { id } = await makeWebhook(db, values);
  await sql`update webhooks set xid = pg_snapshot_xmin(pg_current_snapshot()) where id = ${id}`.execute(db);
  const secret = await db
    .transaction()
    .execute((trx) => makeSecret({ ...system(db), platform, db: trx }, id));
  return { id, secret };
}

/** As when the waits of what was refused are over; what is under way stays with who has it. */
export async function passWaits(db: Db): Promise<void> {
  await sql`update webhook_deliveries set next_at = provost_now()
    where state = 'waiting' and taken_until is null and next_at > provost_now()`.execute(db);
}

/** Lists the messages of a webhook in the order in which they were made. */
export function messagesOf(db: Db, webhook_id: number) {
  return db
    .selectFrom('webhook_deliveries')
    .select(['message_id', 'type', 'object', 'object_id', 'payload', 'state', 'taken_until'])
    .where('webhook_id', '=', webhook_id)
    .orderBy('id')
    .execute();
}

/** Expects each message at the receiver, and of no object an earlier one behind a later one, whatever came twice. */
export function expectInOrder(
  received: readonly Received[],
  made: readonly { message_id: string; object: string }[],
): void {
  const place = new Map(made.map(({ message_id, object }, index) => [message_id, { index, object }]));
  const came = received.flatMap(({ headers }) => place.get(String(headers['webhook-id'])) ?? []);
  expect(new Set(came.map(({ index }) => index)).size, 'messages that came').toBe(made.length);
  const last = new Map<string, number>();
  const behind = came.filter(({ index, object }) => {
    const isBehind = index < (last.get(object) ?? -1);
    last.set(object, index);
    return isBehind;
  });
  expect(behind, 'messages behind later ones').toEqual([]);
}

/** True for a message that was signed with this secret within the last minutes: ask as it comes. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  try {
    new Verifier(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

export type Received = { headers: IncomingHttpHeaders; body: string };

/** Listens on a port of its own; `answer` says what it answers, and with which headers. */
export async function openReceiver(
  answer: (message: Received) => number | { status: number; headers?: Record<string, string>; body?: string },
) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(message);
      const said = answer(message);
      const { status, headers = {}, body = '' } = typeof said === 'number' ? { status: said } : said;
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

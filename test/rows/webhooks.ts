/** Webhooks, and receivers that listen for them. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Insertable } from 'kysely';
import type { Db } from '../../server/db/client.ts';
import type { Webhooks } from '../../server/db/types.ts';

/** Makes a webhook of all kinds of changes of users, without a secret. */
export function makeWebhook(db: Db, values: Partial<Insertable<Webhooks>> & { program_id: number }) {
  return db
    .insertInto('webhooks')
    .values({ url: 'https://hooks.example.com/provost', kinds: ['user.changed'], ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
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

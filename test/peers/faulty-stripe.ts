/** A stateful Stripe on loopback behind a proxy that loses, delays, breaks and doubles. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createExpressApp } from 'stripe-stateful-mock';
import { afterAll, beforeAll } from 'vitest';

/**
 * What becomes of a call: `lost` never reaches it, `silent` does and its answer is lost, `broken` is answered by half of
 * it, `double` reaches it twice, `late` after a while, `error` is a failure of its own before anything was done.
 */
export type Fault = 'none' | 'lost' | 'silent' | 'broken' | 'double' | 'late' | 'error';

export type FaultyStripe = {
  url: string;
  key: string;
  /** Of the next calls that make a refund, one after the other; none when they are used up. */
  faults: Fault[];
  /** The status of refunds as it is answered; `succeeded` unless it is here. */
  statuses: Map<string, string>;
  /** What a refund is answered as from its making on; empty: it succeeds. */
  nextStatus: string;
  /** Makes a charge and answers its id. */
  charge(amount: number): Promise<string>;
  /** All refunds of a charge, as Stripe has them. */
  refundsOf(charge: string): Promise<{ id: string; amount: number; status: string; metadata: object }[]>;
};

/** Listens before the tests of a file and stops after them. */
export function useFaultyStripe(): FaultyStripe {
  const behind = createServer(createExpressApp());
  // The mock keeps the keys of a whole process, and the files of a worker number their refunds alike.
  const ownKeys = randomUUID();
  const stripe: FaultyStripe = {
    url: '',
    key: 'sk_test_faulty',
    faults: [],
    statuses: new Map(),
    nextStatus: '',
    async charge(amount) {
      const { id } = await forward('POST', '/v1/charges', `amount=${amount}&currency=usd&source=tok_visa`);
      return id as string;
    },
    async refundsOf(charge) {
      const { data } = await forward('GET', `/v1/refunds?charge=${charge}&limit=100`, '');
      return (data as { id: string; amount: number; status: string; metadata: object }[]).map(withStatus);
    },
  };
  const proxy = createServer((incoming, response) => void pass(incoming, response));
  const listen = (server: typeof proxy) =>
    new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      );
    });
  let target = '';
  beforeAll(async () => {
    target = await listen(behind);
    stripe.url = await listen(proxy);
  });
  afterAll(async () => {
    for (const server of [proxy, behind]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
  return stripe;

  function withStatus<Of extends { id: string; status: string }>(refund: Of): Of {
    return { ...refund, status: stripe.statuses.get(refund.id) ?? refund.status };
  }

  async function forward(
    method: string,
    path: string,
    body: string,
    idempotencyKey?: string | string[],
  ): Promise<Record<string, unknown> & { statusCode: number }> {
    const headers = {
      authorization: `Bearer ${stripe.key}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(idempotencyKey ? { 'idempotency-key': `${ownKeys}:${String(idempotencyKey)}` } : {}),
    };
    return new Promise((resolve, reject) => {
      request(target + path, { method, headers }, (answer) => {
        void textOf(answer).then((text) =>
          resolve({ ...(JSON.parse(text) as object), statusCode: answer.statusCode ?? 0 }),
        );
      })
        .on('error', reject)
        .end(body);
    });
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '', headers } = incoming;
    const body = await textOf(incoming);
    const makes = method === 'POST' && url === '/v1/refunds';
    const fault = makes ? (stripe.faults.shift() ?? 'none') : 'none';
    if (fault === 'lost') return void incoming.socket.destroy();
    if (fault === 'error')
      return void response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"error":{"type":"api_error","message":"An unknown error occurred"}}');
    const ask = () => forward(method, url, body, headers['idempotency-key']);
    if (fault === 'double') await ask();
    const { statusCode, ...answer } = await ask();
    if (makes && stripe.nextStatus && statusCode === 200 && !stripe.statuses.has(String(answer.id)))
      stripe.statuses.set(String(answer.id), stripe.nextStatus);
    if (fault === 'silent') return void incoming.socket.destroy();
    if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, 30));
    const text = JSON.stringify(dressed(answer));
    response.writeHead(statusCode, { 'content-type': 'application/json' });
    response.end(fault === 'broken' ? text.slice(0, text.length / 2) : text);
  }

  function dressed(answer: Record<string, unknown>): Record<string, unknown> {
    if (answer.object === 'refund') return withStatus(answer as { id: string; status: string });
    if (answer.object !== 'list') return answer;
    return { ...answer, data: (answer.data as { id: string; status: string }[]).map(withStatus) };
  }
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** How long the body of a request may take to arrive, and that nothing else counts towards it. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundArrivals } from '../connections.ts';

const LIMIT_MS = 100;

let app: FastifyInstance;
beforeEach(async () => {
  app = Fastify();
  boundArrivals(app, LIMIT_MS);
  app.post('/', async ({ body }) => {
    await wait(4 * LIMIT_MS);
    return body;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const port = () => (app.server.address() as AddressInfo).port;

test('an answer that takes longer than a body may is given, to a call that was injected too', async () => {
  const injected = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } });
  expect([injected.statusCode, injected.json()]).toEqual([200, { a: 1 }]);
  const answer = await fetch(`http://127.0.0.1:${port()}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":2}',
  });
  expect([answer.status, await answer.json()]).toEqual([200, { a: 2 }]);
});

test('half a body is answered 408', async () => {
  const socket = connect(port(), '127.0.0.1').on('error', () => {});
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a": "',
  );
  const [said] = (await once(socket, 'data')) as [Buffer];
  expect(said.toString()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"REQUEST_TIMEOUT"/);
  socket.destroy();
});

/** A real process whose database cannot be reached for a while: how much it writes of it. */
import { rm } from 'node:fs/promises';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import {
  endServer,
  endServers,
  newDataDir,
  type ServerProcess,
  signInAt,
  startServer,
} from '../test/server-process.ts';
import { copyTemplate } from '../test/test-database.ts';
import { until } from '../test/until.ts';

const ends: (() => void)[] = [];
afterAll(async () => {
  await endServers();
  for (const end of ends) end();
});

/** Requests in the outage, and how many of them at a time. */
const REQUESTS = 300;
const AT_ONCE = 6;

/** Lines of an outage that is over within a minute; without bounds it is one for each request, or three. */
const MOST_LINES = 30;

/** A way to the database that can be cut, connections and all. */
async function cuttable(url: string) {
  const { hostname, port } = new URL(url);
  let isCut = false;
  const sockets = new Set<net.Socket>();
  const way = net.createServer((socket) => {
    if (isCut) return void socket.destroy();
    const on = net.connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, on],
      [on, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((way.address() as net.AddressInfo).port);
  const cut = (now: boolean) => {
    isCut = now;
    if (now) for (const socket of sockets) socket.destroy();
  };
  ends.push(() => {
    cut(true);
    way.close();
  });
  return { url: through.href, cut };
}

/** Asks for lists, for a sign-in and for readiness; answers how often which status came. */
async function ask(server: ServerProcess, token: string): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const headers = { authorization: `Bearer ${token}` };
  let left = REQUESTS;
  const askers = Array.from({ length: AT_ONCE }, async (_, asker) => {
    while (left-- > 0) {
      const status = await (asker % 3 === 0
        ? signInAt(server.address).then((answer) => answer.status)
        : fetch(`${server.address}${asker % 3 === 1 ? '/readyz' : '/api/wladmin/users?page=1'}`, {
            headers,
          }).then(async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          }));
      statuses[status] = (statuses[status] ?? 0) + 1;
      await wait(40);
    }
  });
  await Promise.all(askers);
  return statuses;
}

test.each([['info'], ['warn']])('an outage under load takes few lines at level %s', async (level) => {
  const dataDir = await newDataDir();
  const { owner } = await copyTemplate(inject('testDatabase'));
  const way = await cuttable(owner);
  const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: way.url, LOG_LEVEL: level });
  const { token } = await signInAt(server.address);
  // The line of that request's end.
  await wait(500);
  const before = server.output().length;
  way.cut(true);
  const statuses = await ask(server, token);
  way.cut(false);
  const written = () => server.output().slice(before).trim().split('\n');
  expect(statuses[503]).toBeGreaterThan(REQUESTS / 2);
  expect(written().length, written().join('\n')).toBeLessThan(MOST_LINES);
  await until(() => expect(server.output()).toContain('the database answers again'));
  expect(written().length, written().join('\n')).toBeLessThan(MOST_LINES);
  const lines = written().map((line) => JSON.parse(line) as { msg: string; seconds: number; held: object });
  expect(lines.filter(({ msg }) => msg.startsWith('the database does not answer: from'))).toHaveLength(1);
  // Nor what the queues of jobs say of it, which are copies of errors.
  expect(lines.map(({ msg }) => msg)).not.toContain('job queue');
  const last = lines.find(({ msg }) => msg === 'the database answers again');
  expect(last?.seconds).toBeGreaterThan(0);
  expect(last?.held).toHaveProperty('the database does not answer');
  expect((await signInAt(server.address)).status).toBe(200);
  expect((await endServer(server)).code).toBe(0);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

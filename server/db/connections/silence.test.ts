/** A host that vanishes: the network takes what is sent and never answers. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { useShortLimits } from '../../../test/short-limits.ts';
import { copyTemplate } from '../../../test/test-database.ts';
import { type Database, openDatabase } from '../client.ts';
import { isOutage } from '../outages.ts';

useShortLimits();

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A network between us and the database that can fall silent, and talk again. */
async function network() {
  const { global, scoped, site } = await copyTemplate(inject('testDatabase'));
  const far = new URL(global);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const on = connect(Number(far.port), far.hostname);
    for (const [from, to] of [
      [near, on],
      [on, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => !isSilent && to.destroy());
      from.on('data', (bytes) => !isSilent && to.write(bytes));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const through = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
  const database = openDatabase({ global: through(global), scoped: through(scoped), site: through(site) });
  ends.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
    return database.close();
  });
  return { database, silence: (silent: boolean) => (isSilent = silent) };
}

const sleep = (database: Database, seconds: number) =>
  sql`select pg_sleep(${seconds})`.execute(database.everything);

test('queries on a host that vanished fail as in an outage, and their connections come free', async () => {
  const { database, silence } = await network();
  await sleep(database, 0);
  silence(true);
  const held = await Promise.allSettled(Array.from({ length: 10 }, () => sleep(database, 0)));
  for (const { status, reason } of held as PromiseRejectedResult[]) {
    expect(status).toBe('rejected');
    expect(isOutage(reason)).toBe(true);
  }
  silence(false);
  await sleep(database, 0);
  expect(database.pools().find(({ name }) => name === 'global')).toMatchObject({ waiting: 0 });
});

test('whoever merely works for long goes on', async () => {
  const { database } = await network();
  expect((await sleep(database, 12)).rows).toHaveLength(1);
});

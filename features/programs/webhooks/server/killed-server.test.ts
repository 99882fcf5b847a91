/** A server that dies while it sends messages: the next one goes on, nothing is lost, and each object keeps its order. Specification: Sites, webhooks. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { settledChanges, useSettledFeed } from '../../../../test/rows/site-changes.ts';
import {
  expectInOrder,
  isSigned,
  makeListening,
  messagesOf,
  openReceiver,
  passWaits,
} from '../../../../test/rows/webhooks.ts';
import { endServer, endServers, newDataDir, startServer } from '../../../../test/server-process.ts';
import { platformOn } from '../../../../test/system.ts';
import { until } from '../../../../test/until.ts';
import { useDatabase } from '../../../../test/use-database.ts';

afterAll(endServers);

useSettledFeed();
const database = useDatabase();
const db = () => database().owner;

const USERS = 6;
const KILLS = inDepth(2, 20);
/** Saves of each user at least, and messages that a server has sent before it is killed. */
const SAVES = inDepth(8, 200);
const SENT_BEFORE_A_KILL = 8;
/** Messages behind which nothing more is saved: each refused one waits for the next pass. */
const MOST_WAITING = 12;

test(`killed ${KILLS} times while it sends to a receiver that fails one time in three`, async () => {
  const { id: program_id } = await makeProgram(db());
  const users: number[] = [];
  for (let user = 0; user < USERS; user++) users.push((await makeSiteUser(db(), { program_id })).id);
  await settledChanges(db());

  // Killed in turn before a message is answered and as soon as it is: sent in both, noted down in neither or in one.
  let [calls, kills, sentByThisServer, unsigned] = [0, 0, 0, 0];
  let secret = '';
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  const taken: string[] = [];
  const kill = () => {
    server?.child.kill('SIGKILL');
    server = undefined;
  };
  await using receiver = await openReceiver((message) => {
    if (!isSigned(message, secret)) unsigned += 1;
    calls += 1;
    sentByThisServer += 1;
    // Its first messages may come before it has said that it is up.
    if (server && kills < KILLS && sentByThisServer >= SENT_BEFORE_A_KILL) {
      sentByThisServer = 0;
      kills += 1;
      if (kills % 2 === 0) kill();
      else setImmediate(kill);
    }
    if (calls % 3 === 0) return 500;
    taken.push(String(message.headers['webhook-id']));
    return 200;
  });
  const hook = await makeListening(db(), platformOn(database()), {
    program_id,
    url: receiver.url,
  });
  const { id } = hook;
  secret = hook.secret;

  const env = { DATABASE_URL: database().urls.owner, DATA_DIR: await newDataDir(), WEBHOOKS_PRIVATE: '1' };
  const underWay: number[] = [];
  const serving = async () => {
    for (let run = 0; run < KILLS; run++) {
      const started = await startServer(env);
      const exited = once(started.child, 'exit');
      server = started;
      const [, signal] = await exited;
      expect(signal, started.output()).toBe('SIGKILL');
      sentByThisServer = 0;
      underWay.push(await leftUnderWay(id));
      if (inDepth(true, false)) await passLeases(id);
    }
    server = await startServer(env);
  };
  let isServing = true;
  const served = serving().finally(() => {
    isServing = false;
  });
  let saves = 0;
  while (isServing || saves < SAVES) {
    await passWaits(db());
    await wait(100);
    if ((await waitingFor(id)) > MOST_WAITING) continue;
    saves += 1;
    await sql`update site_users set first_name = ${`n${saves}`} where id = any (${users}::integer[])`.execute(
      db(),
    );
  }
  await served;
  await settledChanges(db());
  await untilAllHaveLeft(id, USERS * saves);
  if (server) await endServer(server);

  expect(kills).toBe(KILLS);
  expect(Math.max(...underWay), 'it died in the middle').toBeGreaterThan(0);
  const made = await messagesOf(db(), id);
  expect(made.filter(({ state }) => state !== 'delivered')).toEqual([]);
  expect(made).toHaveLength(USERS * saves);
  expect(new Set(taken)).toEqual(new Set(made.map(({ message_id }) => message_id)));
  expectInOrder(receiver.received, made);
  expect(unsigned).toBe(0);
});

async function waitingFor(id: number): Promise<number> {
  return (await messagesOf(db(), id)).filter(({ state }) => state === 'waiting').length;
}

async function leftUnderWay(id: number): Promise<number> {
  return (await messagesOf(db(), id)).filter(({ taken_until }) => taken_until !== null).length;
}

/** As when half a minute is over: what the dead server had taken, and its place in the queue of jobs, are free again. */
async function passLeases(id: number): Promise<void> {
  await sql`update webhook_deliveries set next_at = provost_now(), taken_until = provost_now()
    where webhook_id = ${id} and state = 'waiting' and taken_until is not null`.execute(db());
  await sql`delete from pgboss.job where name = 'send-webhooks' and state = 'active'`.execute(db());
}

async function untilAllHaveLeft(id: number, messages: number): Promise<void> {
  const delivered = async () => {
    await passWaits(db());
    return (await messagesOf(db(), id)).filter(({ state }) => state === 'delivered').length;
  };
  await until(async () => expect(await delivered()).toBe(messages));
}

/** Messages at least once and in order by object, whatever fails and whoever is killed. Specification: Sites, webhooks. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { settledChanges, useSettledFeed } from '../../../../test/rows/site-changes.ts';
import {
  makeListening,
  makeWebhook,
  messagesOf,
  openReceiver,
  passWaits,
} from '../../../../test/rows/webhooks.ts';
import { fanOut } from './fan-out.ts';
import { sendMessages } from './send-messages.ts';

useSettledFeed();
const app = useTestApp({ webhooksPrivate: true });
const db = () => app().platform.database.everything;
const never = new AbortController().signal;

const USERS = 6;
const SAVES = inDepth(8, 60);

test('each change at least once and in order by object, to a receiver that fails one time in three, beside kills', async () => {
  let calls = 0;
  await using receiver = await openReceiver(() => (++calls % 3 === 0 ? 500 : 200));
  const { id: program_id } = await makeProgram(db());
  const users: number[] = [];
  for (let user = 0; user < USERS; user++) users.push((await makeSiteUser(db(), { program_id })).id);
  await settledChanges(db());
  const { id } = await makeListening(db(), app().platform, { program_id, url: receiver.url });
  for (let save = 0; save < SAVES; save++) {
    await sql`update site_users set first_name = ${`n${save}`} where id = any (${users}::integer[])`.execute(
      db(),
    );
    if (save % 3 === 0) await Promise.all([fanOut(app().platform, never), fanOut(app().platform, never)]);
    await sendMessages(app().platform);
    // A process that was killed leaves what it had taken as it was, sent or not.
    await sql`update webhook_deliveries set state = 'waiting', taken_until = null, delivered_at = null
      where id in (select max(id) from webhook_deliveries where webhook_id = ${id} and state = 'delivered' group by object)
        and id % 4 = ${save % 4}`.execute(db());
  }
  await settledChanges(db());
  await fanOut(app().platform, never);
  const waiting = () =>
    db()
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  while ((await waiting()).length > 0) {
    await passWaits(db());
    await sendMessages(app().platform);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const made = await messagesOf(db(), id);
  expect(made).toHaveLength(USERS * SAVES);
  expect(new Set(made.map(({ state }) => state))).toEqual(new Set(['delivered']));
  const came = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  for (const user of users) {
    const names = made
      .filter(({ object_id }) => object_id === String(user))
      .map(({ message_id }) => message_id);
    const firsts = [...new Set(came.filter((name) => names.includes(name)))];
    expect(firsts).toEqual(names);
  }
});

test('at most one message of an object is under way', async () => {
  const underWay = new Map<string, number>();
  const { id: program_id } = await makeProgram(db());
  const { id } = await makeWebhook(db(), { program_id, url: 'http://127.0.0.1:9/' });
  for (let message = 0; message < 12; message++)
    await db()
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: id,
        message_id: `m${program_id}-${message}`,
        type: 'user.changed',
        object: `user ${message % 3}`,
        object_id: String(message % 3),
        payload: '{}',
      })
      .execute();
  await sendMessages(app().platform);
  const tried = await db()
    .selectFrom('webhook_deliveries')
    .select('object')
    .where('webhook_id', '=', id)
    .where('attempts', '>', 0)
    .execute();
  for (const { object } of tried) underWay.set(object, (underWay.get(object) ?? 0) + 1);
  expect([...underWay.values()]).toEqual([1, 1, 1]);
});

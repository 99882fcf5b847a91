/** Webhooks as superadmins set them up, and messages as receivers get them. Specification: Sites, webhooks. */
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { changeBegunBefore, settledChanges, useSettledFeed } from '../../../../test/rows/site-changes.ts';
import { openReceiver } from '../../../../test/rows/webhooks.ts';
import { until } from '../../../../test/until.ts';
import { RETRY_SECONDS } from './send-messages.ts';
import { sendWebhooks } from './send-webhooks.job.ts';

useSettledFeed();
const app = useTestApp({ webhooksPrivate: true });
const db = () => app().platform.database.everything;

let program: number;
let call: Call;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  call = await app().as({ permissions: ['superadmin'] });
  await db().deleteFrom('webhooks').execute();
});

async function makeHook(url: string, kinds: string[] = ['user.changed']) {
  const { status, body } = await call('POST', `program/${program}/webhooks`, { url, kinds });
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.webhook.id as number, secret: body.secret as string };
}

/** Runs passes until nothing is due any more. */
async function pass(): Promise<void> {
  await settledChanges(db());
  await until(async () => {
    await sendWebhooks.run(app().platform, new AbortController().signal);
    const due = db()
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .select('d.id')
      .where('d.state', '=', 'waiting')
      .where((eb) => eb.or([eb('w.active', '=', true), eb('d.type', '=', 'webhook.test')]))
      .where(sql<boolean>`(d.next_at <= provost_now() or d.taken_until is not null)`);
    expect(await due.execute()).toEqual([]);
  });
}

const soon = (id: number) =>
  sql`update webhook_deliveries set next_at = provost_now() where webhook_id = ${id} and state = 'waiting'`.execute(
    db(),
  );
const deliveries = async (id: number, query = '') =>
  (await call('GET', `webhook/${id}/deliveries?${query}`)).body.deliveries;

describe('a message', () => {
  test('says what has changed under its own name, and is signed as the package of receivers wants it', async () => {
    await using receiver = await openReceiver(() => ({ status: 200, body: 'x'.repeat(5000) }));
    const { id, secret } = await makeHook(receiver.url);
    const { site_key } = await makeSiteKey(db(), program);
    const told = { reference: 'person-1', email: `p${program}@example.org` };
    const { body } = await app().call('POST', '/api/site/users', told, {
      authorization: `Bearer ${site_key}`,
    });
    const user = body.results[0].id;
    await pass();
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body: text } = { headers: {}, body: '' }] = receiver.received;
    expect(JSON.parse(text)).toEqual({
      type: 'user.changed',
      timestamp: expect.any(String),
      data: { id: user, reference: 'person-1', program_id: program, change: 'saved' },
    });
    expect(headers['content-type']).toBe('application/json');
    new Verifier(secret).verify(text, headers as Record<string, string>);
    expect(await deliveries(id)).toMatchObject([
      {
        message_id: headers['webhook-id'],
        object_id: String(user),
        state: 'delivered',
        attempts: 1,
        status: 200,
        error: null,
        answer: 'x'.repeat(2048),
        next_at: null,
      },
    ]);
  });

  test('bears both signatures while one secret takes the place of the other', async () => {
    await using receiver = await openReceiver(() => 204);
    const { id, secret } = await makeHook(receiver.url);
    const renewed = (await call('POST', `webhook/${id}/secret`, { overlap_hours: 1 })).body.secret;
    await call('POST', `webhook/${id}/test`);
    await pass();
    const [both] = receiver.received;
    for (const known of [secret, renewed])
      new Verifier(known).verify(both?.body ?? '', both?.headers as Record<string, string>);
    const last = (await call('POST', `webhook/${id}/secret`, { overlap_hours: 0 })).body.secret;
    await call('POST', `webhook/${id}/test`);
    await pass();
    const [, one] = receiver.received;
    new Verifier(last).verify(one?.body ?? '', one?.headers as Record<string, string>);
    for (const ended of [secret, renewed])
      expect(() =>
        new Verifier(ended).verify(one?.body ?? '', one?.headers as Record<string, string>),
      ).toThrow('No matching signature found');
  });

  test('is of the kinds that were chosen, and of the own program alone', async () => {
    await using receiver = await openReceiver(() => 200);
    await makeHook(receiver.url, ['page.changed']);
    await makeSiteUser(db(), { program_id: program });
    await makeSiteUser(db(), { program_id: (await makeProgram(db())).id });
    await pass();
    expect(receiver.received).toEqual([]);
  });
});

test.each([
  ['is told with it', false],
  ['was held back', true],
])(
  'the last to change an object has the last word, though it had begun first: the other %s',
  async (_, isLate) => {
    await using receiver = await openReceiver(() => 204);
    const { id: user } = await makeSiteUser(db(), { program_id: program });
    await settledChanges(db());
    await makeHook(receiver.url);
    const set = (status: number) => `update site_users set del_status = ${status} where id = ${user}`;
    await changeBegunBefore(app().ownerUrl, set(0), {
      others: () => sql.raw(set(1)).execute(db()),
      ...(isLate && { between: () => sendWebhooks.run(app().platform, new AbortController().signal) }),
    });
    await pass();
    const changes = receiver.received.map(({ body }) => JSON.parse(body).data.change);
    expect([changes.length, changes.at(-1)]).toEqual([2, 'saved']);
  },
);

describe('what is not taken', () => {
  test('is tried again under the same name after the waits, then the webhook is switched off and staff are told', async () => {
    await using receiver = await openReceiver(() => 500);
    const { id } = await makeHook(receiver.url);
    const mails = () =>
      db().selectFrom('mails').select('subject').where('subject', 'like', 'A webhook of%').execute();
    const before = (await mails()).length;
    await makeSiteUser(db(), { program_id: program });
    for (const wait of RETRY_SECONDS) {
      await pass();
      const [delivery] = await deliveries(id);
      const until = (Date.parse(delivery.next_at) - Date.now()) / 1000;
      expect(until).toBeLessThanOrEqual(wait);
      expect(until).toBeGreaterThan(wait - 60);
      await soon(id);
    }
    await pass();
    expect(await deliveries(id)).toMatchObject([
      { state: 'failed', attempts: 10, status: 500, error: 'refused' },
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { webhooks } = (await call('GET', `program/${program}/webhooks`)).body;
    expect(webhooks).toMatchObject([{ id, active: false, switched_off_at: expect.any(String) }]);
    expect((await mails()).length).toBeGreaterThan(before);
    const { items } = (await call('GET', 'dashboard/attention')).body;
    expect(items).toContainEqual({
      kind: 'webhooks_off',
      count: 1,
      link: '/programs',
      oldest: webhooks[0].switched_off_at,
      amounts: [],
    });
  });

  test('nothing is lost while it is off by itself; switched on by staff it begins anew', async () => {
    await using receiver = await openReceiver(() => 200);
    const { id } = await makeHook(receiver.url);
    await db()
      .updateTable('webhooks')
      .set({ active: false, switched_off_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    const user = await makeSiteUser(db(), { program_id: program });
    await pass();
    expect(receiver.received).toEqual([]);
    const on = (await call('PATCH', `webhook/${id}`, { active: true })).body.webhook;
    expect(on).toMatchObject({ active: true, switched_off_at: null });
    await pass();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.id)).toEqual([user.id]);
    await call('PATCH', `webhook/${id}`, { active: false });
    await makeSiteUser(db(), { program_id: program });
    await settledChanges(db());
    await call('PATCH', `webhook/${id}`, { active: true });
    await pass();
    expect(receiver.received).toHaveLength(1);
  });

  test('a redirect is followed by nobody', async () => {
    await using goal = await openReceiver(() => 200);
    await using receiver = await openReceiver(() => ({ status: 302, headers: { location: goal.url } }));
    const { id } = await makeHook(receiver.url);
    await call('POST', `webhook/${id}/test`);
    await pass();
    expect([goal.received, await deliveries(id)]).toMatchObject([
      [],
      [{ state: 'failed', status: 302, error: 'redirect' }],
    ]);
  });

  test('a test is tried once, and switches nothing off', async () => {
    await using receiver = await openReceiver(() => 500);
    const { id } = await makeHook(receiver.url);
    await call('POST', `webhook/${id}/test`);
    await pass();
    expect(await deliveries(id)).toMatchObject([{ type: 'webhook.test', state: 'failed', attempts: 1 }]);
    expect((await call('GET', `program/${program}/webhooks`)).body.webhooks).toMatchObject([
      { active: true },
    ]);
  });
});

test('one and all since a moment are sent again, under their names', async () => {
  await using receiver = await openReceiver(() => 200);
  const { id } = await makeHook(receiver.url);
  for (let user = 0; user < 3; user++) await makeSiteUser(db(), { program_id: program });
  await pass();
  const names = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  const [first] = await deliveries(id);
  expect((await call('POST', `webhook/${id}/resend`, { delivery_id: first.id })).body).toEqual({ resent: 1 });
  await pass();
  expect(receiver.received).toHaveLength(4);
  expect((await call('POST', `webhook/${id}/resend`, { since: '2026-01-01T00:00:00Z' })).body).toEqual({
    resent: 3,
  });
  await pass();
  expect(new Set(receiver.received.slice(4).map(({ headers }) => headers['webhook-id']))).toEqual(names);
  const foreign = await call('POST', `webhook/${id}/resend`, { delivery_id: first.id + 1_000_000 });
  expect([foreign.status, foreign.body.errors]).toMatchObject([404, [{ path: 'delivery_id' }]]);
  for (const body of [{}, { delivery_id: 1, since: '2026-01-01T00:00:00Z' }])
    expect((await call('POST', `webhook/${id}/resend`, body)).status).toBe(400);
});

test('what waits for its next try is sent at once where it is asked for, by itself or with the rest', async () => {
  let status = 500;
  await using receiver = await openReceiver(() => status);
  const { id } = await makeHook(receiver.url);
  await makeSiteUser(db(), { program_id: program });
  await pass();
  const [waiting] = await deliveries(id);
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(await deliveries(id, 'state=retrying')).toHaveLength(1);
  expect((await call('POST', `webhook/${id}/resend`, { delivery_id: waiting.id })).body).toEqual({
    resent: 1,
  });
  await pass();
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  status = 200;
  const since = { since: '2026-01-01T00:00:00Z' };
  expect((await call('POST', `webhook/${id}/resend`, since)).body).toEqual({ resent: 1 });
  // What was asked to be sent again begins anew.
  expect(await deliveries(id, 'state=retrying')).toEqual([]);
  expect(await deliveries(id, 'state=waiting')).toHaveLength(1);
  await pass();
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  expect(receiver.received).toHaveLength(3);
});

describe('saves', () => {
  test.each([
    ['url', { url: 'ftp://example.com', kinds: ['user.changed'] }],
    ['url', { url: 'https://user:secret@example.com', kinds: ['user.changed'] }],
    ['url', { url: 'x', kinds: ['user.changed'] }],
    ['kinds', { url: 'https://example.com', kinds: [] }],
    ['kinds.0', { url: 'https://example.com', kinds: ['user.deleted'] }],
  ])('400 on %s for %j', async (path, body) => {
    const { status, body: answer } = await call('POST', `program/${program}/webhooks`, body);
    expect([status, answer.errors[0].path]).toEqual([400, path]);
  });

  test('is sent back as it was read', async () => {
    const { id } = await makeHook('https://example.com/hook');
    const [row] = (await call('GET', `program/${program}/webhooks`)).body.webhooks;
    expect((await call('PATCH', `webhook/${id}`, row)).body.webhook).toMatchObject({ id, kinds: row.kinds });
    expect((await call('PATCH', `webhook/${id}`, { color: 'red' })).status).toBe(400);
  });

  test('a save of an older row is refused, and secrets are told to nobody', async () => {
    const { id, secret } = await makeHook('https://example.com/hook');
    const { updated_at } = (await call('GET', `program/${program}/webhooks`)).body.webhooks[0];
    const saves = await Promise.all(
      [['page.changed'], ['class.changed']].map((kinds) =>
        call('PATCH', `webhook/${id}`, { kinds, updated_at }),
      ),
    );
    expect(statusesOf(saves)).toEqual([200, 409]);
    const { rows } = await sql<{ text: string }>`
      select json_agg(a)::text || (select json_agg(encode(s.sealed, 'escape')) from webhook_secrets s) as text
      from audit_entries a where entity = 'webhook'`.execute(db());
    expect(rows[0]?.text).toContain('example.com/hook');
    expect(rows[0]?.text).not.toContain(secret.slice(6, 30));
  });
});

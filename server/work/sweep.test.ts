import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { makeAdmin, makeProgram } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { sweeps } from '../app.ts';
import type { Config } from '../config.ts';
import { sweepRows } from './sweep.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const ago = (text: string): RawBuilder<string> => sql`provost_now() - ${text}::interval`;
const sweep = () => sweepRows(app().platform, sweeps);

test('takes idempotency keys after 7 days', async () => {
  const { id: admin_id } = await makeAdmin(db(), { permissions: [] });
  const ages = { young: '6 days 23 hours', old: '7 days 1 minute', older: '70 days' };
  for (const [key, age] of Object.entries(ages)) {
    await db()
      .insertInto('idempotency_keys')
      .values({ admin_id, key, route: 'x', body_hash: Buffer.alloc(32), created_at: ago(age) })
      .execute();
  }
  await sweep();
  const left = await db().selectFrom('idempotency_keys').select('key').execute();
  expect(left).toEqual([{ key: 'young' }]);
});

test('takes sessions and their tokens 30 days after their end, spoken or silent, and leaves the audit', async () => {
  const { id: admin_id } = await makeAdmin(db(), { permissions: [] });
  /** When it began, when it ended, and when its refresh tokens expire: all ago. */
  const cases: Record<string, [began: string, ended: string | null, tokens: string[]]> = {
    'in use': ['29 days', null, ['31 days', '-1 day']],
    'just signed in': ['1 minute', null, ['-30 days']],
    'without tokens, young': ['59 days', null, []],
    'ended lately': ['40 days', '29 days 23 hours', ['10 days']],
    'expired lately': ['61 days', null, ['29 days 23 hours']],
    'ended long ago': ['40 days', '30 days 1 minute', ['1 day', '-1 day']],
    'expired long ago': ['61 days', null, ['30 days 1 minute', '31 days']],
    'without tokens, old': ['61 days', null, []],
  };
  for (const [user_agent, [began, ended, tokens]] of Object.entries(cases)) {
    const { id } = await db()
      .insertInto('sessions')
      .values({
        admin_id,
        address: 'swept',
        user_agent,
        created_at: ago(began),
        ends_at: sql`${ago(began)} + interval '30 days'`,
        ended_at: ended === null ? null : ago(ended),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const expires of tokens) {
      await db()
        .insertInto('refresh_tokens')
        .values({
          token_hash: Buffer.from(crypto.randomUUID()),
          session_id: id,
          expires_at: ago(expires),
          used_at: tokens.length > 1 && expires === tokens[0] ? ago('50 days') : null,
        })
        .execute();
    }
    await db()
      .insertInto('audit_entries')
      .values({ entity: 'session', entity_id: id, action: 'swept' })
      .execute();
  }
  await sweep();
  const left = await db()
    .selectFrom('sessions as s')
    .select('s.user_agent')
    .select(sql<number>`(select count(*) from refresh_tokens t where t.session_id = s.id)`.as('tokens'))
    .where('s.address', '=', 'swept')
    .execute();
  expect(Object.fromEntries(left.map(({ user_agent, tokens }) => [user_agent, tokens]))).toEqual({
    'in use': 1,
    'just signed in': 1,
    'without tokens, young': 0,
    'ended lately': 1,
    'expired lately': 1,
  });
  const entries = await db().selectFrom('audit_entries').select('id').where('action', '=', 'swept').execute();
  expect(entries).toHaveLength(Object.keys(cases).length);
});

test('takes recovery links 30 days after they expired, used or not', async () => {
  const { id: admin_id } = await makeAdmin(db(), { permissions: [] });
  for (const [name, age, used] of [
    ['live', '-1 hour', false],
    ['young', '29 days 23 hours', true],
    ['old', '30 days 1 minute', false],
    ['old and used', '30 days 1 minute', true],
  ] as const) {
    await db()
      .insertInto('password_resets')
      .values({
        token_hash: Buffer.from(name),
        admin_id,
        expires_at: ago(age),
        used_at: used ? ago('31 days') : null,
      })
      .execute();
  }
  await sweep();
  const left = await db().selectFrom('password_resets').select('token_hash').execute();
  expect(left.map(({ token_hash }) => token_hash.toString()).toSorted()).toEqual(['live', 'young']);
});

test('takes failed sign-ins after 30 days, in as many batches as it takes', async () => {
  await sql`insert into sign_in_failures (account, address, at)
    select 'old-' || n, 'x', provost_now() - interval '30 days 1 minute' from generate_series(1, 2500) n`.execute(
    db(),
  );
  await db()
    .insertInto('sign_in_failures')
    .values({ account: 'young', address: 'x', at: ago('29 days 23 hours') })
    .execute();
  await sweep();
  const left = await db().selectFrom('sign_in_failures').select('account').execute();
  expect(left).toEqual([{ account: 'young' }]);
});

test('takes counts of recovery calls once their window is over, and kinds of denials after a day', async () => {
  await db()
    .insertInto('recovery_calls')
    .values([
      { network: 'open', window_ends: ago('-1 minute') },
      { network: 'over', window_ends: ago('1 minute') },
    ])
    .execute();
  await db()
    .insertInto('denials')
    .values([
      { kind: 'young', recorded_at: ago('23 hours') },
      { kind: 'old', recorded_at: ago('25 hours') },
    ])
    .execute();
  await sweep();
  expect(await db().selectFrom('recovery_calls').select('network').execute()).toEqual([{ network: 'open' }]);
  expect(await db().selectFrom('denials').select('kind').execute()).toEqual([{ kind: 'young' }]);
});

test('goes on with the others where one fails', async () => {
  let ran = false;
  const failing = () => Promise.reject(new Error('not this time'));
  const next = async () => {
    ran = true;
    return 0;
  };
  await sweepRows(app().platform, [failing, next]);
  expect(ran).toBe(true);
});

describe('what is kept by settings', () => {
  const AGES = { mails: 365, webhook_deliveries: 30, provider_events: 180 };

  /** A row of each kind at its age, a minute younger and a minute older; returns how many of each are left. */
  async function rowsAfter(config: Partial<Config>) {
    for (const table of ['webhook_deliveries', 'provider_events', 'mails'] as const)
      await db().deleteFrom(table).execute();
    const { id: program_id } = await makeProgram(db());
    const webhook = await db()
      .insertInto('webhooks')
      .values({ program_id, url: 'https://example.com/', kinds: ['user'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const minutes of [-1, 1]) {
      const at = (days: number) => ago(`${days} days ${minutes} minutes`);
      const mail = { to_address: 'a@example.com', subject: 's', body_text: '', created_at: ago('4000 days') };
      await db()
        .insertInto('mails')
        .values([mail, { ...mail, sent_at: at(AGES.mails) }, { ...mail, refused_at: at(AGES.mails) }])
        .execute();
      await db()
        .insertInto('webhook_deliveries')
        .values({
          webhook_id: webhook.id,
          message_id: `m${minutes}`,
          type: 'user.updated',
          object: 'user 1',
          object_id: '1',
          payload: '{}',
          state: 'delivered',
          created_at: at(AGES.webhook_deliveries),
        })
        .execute();
      await db()
        .insertInto('provider_events')
        .values({
          provider: 'stripe',
          event_id: `e${minutes}`,
          type: 'charge.refunded',
          object_id: 'c',
          received_at: at(AGES.provider_events),
        })
        .execute();
    }
    await sweepRows({ ...app().platform, config: { ...app().platform.config, ...config } }, sweeps);
    const { rows } = await sql<{ mails: number; deliveries: number; events: number }>`
      select (select count(*)::integer from mails) as mails,
        (select count(*)::integer from webhook_deliveries) as deliveries,
        (select count(*)::integer from provider_events) as events`.execute(db());
    return rows[0];
  }

  test('goes once it is older than they say, and never a mail that has not gone out', async () => {
    expect(await rowsAfter({})).toEqual({ mails: 4, deliveries: 1, events: 1 });
  });

  test('stays for ever by 0', async () => {
    const forever = { mailDays: 0, webhookDeliveryDays: 0, providerEventDays: 0 };
    expect(await rowsAfter(forever)).toEqual({ mails: 6, deliveries: 2, events: 2 });
  });
});

/** The rules of money over HTTP: what holds, what waits, who lets it, whoever presses at the same time. */
import { beforeEach, describe, expect, test } from 'vitest';
import { SOMEBODY_ELSE } from '../../../core/second-approver.ts';
import { transact } from '../../../server/context.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { system } from '../../../test/system.ts';
import { openHolder } from '../../../test/waiting.ts';
import { json, needsSecondApprover } from './money-rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let [ada, bob]: [Call & { admin_id: number }, Call & { admin_id: number }] = [] as never;
let names: [ada: string, bob: string];
let made = 0;

beforeEach(async () => {
  await db()
    .updateTable('admins')
    .set({ deleted_at: new Date().toISOString() })
    .where('deleted_at', 'is', null)
    .execute();
  await db()
    .updateTable('money_setting_changes')
    .set({ decision: 'rejected', decided_at: new Date().toISOString(), decided_by: 1 })
    .where('decision', 'is', null)
    .execute();
  const value = json({
    rules: {
      refund_approval_above: {},
      payout_approval: false,
      hold_days: 0,
      new_account_days: 3,
      details_approval: false,
      minimum: {},
      ach: null,
      sepa_debtor: null,
    },
    updated_at: '2026-01-01T00:00:00.000Z',
    updated_by: null,
  });
  await db().updateTable('settings').set({ value }).where('name', '=', 'money').execute();
  made += 1;
  names = [`ada-${made}@example.com`, `bob-${made}@example.com`];
  ada = await app().as({ permissions: ['superadmin'], email: names[0] });
  bob = await app().as({ permissions: ['superadmin'], email: names[1] });
});

const save = (body: object, call: Call = ada, headers = {}) => call('PATCH', 'money-settings', body, headers);
const read = async (call: Call = ada) => (await call('GET', 'money-settings')).body;
const decide = (id: number, verb: 'approve' | 'reject', call: Call = bob) =>
  call('POST', `money-settings/${id}/${verb}`);
const entries = () =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'admin_id', 'program_id', 'before', 'after'])
    .where('entity', '=', 'money_settings')
    .where('admin_id', 'in', [ada.admin_id, bob.admin_id])
    .orderBy('id')
    .execute();

describe('PATCH money-settings', () => {
  test('what tightens holds at once and in minor units; partial, audited; what is the same is no change', async () => {
    const before = await read();
    expect(before).toMatchObject({
      settings: { refund_approval_above: {}, payout_approval: false, hold_days: 0 },
      pending: null,
      alone: 0,
    });
    const { status, body } = await save({
      refund_approval_above: { USD: 500, JPY: 70000, EUR: null },
      payout_approval: 1,
    });
    expect([status, body.waits, body.pending]).toEqual([200, 0, null]);
    expect(body.settings).toMatchObject({
      refund_approval_above: { USD: 500, JPY: 70000 },
      payout_approval: true,
      hold_days: 0,
      new_account_days: 3,
      details_approval: false,
    });
    expect(Date.parse(body.settings.updated_at)).toBeGreaterThan(Date.parse(before.settings.updated_at));
    const debtor = { name: 'Provost GmbH', iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff' };
    const ach = {
      origin_routing: '021000021',
      origin_name: 'First Bank',
      company_id: '1-23456789 0'.replace(' ', ''),
    };
    const more = await save({ hold_days: 14, minimum: { USD: 10.5, EUR: 0 }, sepa_debtor: debtor, ach });
    expect(more.body.settings).toMatchObject({
      hold_days: 14,
      minimum: { USD: 10.5 },
      sepa_debtor: { iban: 'DE89370400440532013000', bic: 'COBADEFF' },
      ach: { company_id: '1234567890' },
      payout_approval: true,
    });
    expect(more.body.settings.minimum).toEqual({ USD: 10.5 });
    const { updated_at, ...same } = more.body.settings;
    expect((await save(same)).body.settings.updated_at).toBe(updated_at);
    // A minimum, the origin and the debtor move no money by themselves.
    expect((await save({ minimum: {}, ach: null })).body).toMatchObject({
      waits: 0,
      settings: { minimum: {}, ach: null },
    });
    const log = await entries();
    expect(log.map(({ action, program_id }) => [action, program_id])).toEqual([
      ['update', 0],
      ['update', 0],
      ['update', 0],
    ]);
    expect(log[0]).toMatchObject({
      before: { refund_approval_above: {}, payout_approval: false },
      after: { refund_approval_above: { USD: 500, JPY: 70000 }, payout_approval: true },
    });
  });

  test('more days after a change of where the money goes hold at once, fewer wait', async () => {
    expect((await save({ new_account_days: 5 })).body).toMatchObject({
      waits: 0,
      settings: { new_account_days: 5 },
    });
    const { status, body } = await save({ new_account_days: 0 });
    expect([status, body.settings.new_account_days, body.pending.change]).toEqual([
      202,
      5,
      { new_account_days: 0 },
    ]);
    await bob('POST', `money-settings/${body.pending.id}/approve`);
    expect((await read()).settings.new_account_days).toBe(0);
  });

  test('202: what loosens waits, a mixed change is parted, and both are in the record', async () => {
    await save({ refund_approval_above: { USD: 500, EUR: 100 }, payout_approval: true, hold_days: 3 });
    const { status, body } = await save({
      refund_approval_above: { USD: 200, GBP: 5 },
      payout_approval: false,
      hold_days: 9,
    });
    expect([status, body.waits]).toEqual([202, 1]);
    expect(body.settings).toMatchObject({
      refund_approval_above: { USD: 200, EUR: 100, GBP: 5 },
      payout_approval: true,
      hold_days: 9,
    });
    expect(body.pending).toMatchObject({
      by: names[0],
      own: 1,
      change: { refund_approval_above: { EUR: null }, payout_approval: false },
    });
    expect(Object.keys(body.pending.change).sort()).toEqual(['payout_approval', 'refund_approval_above']);
    expect((await read(bob)).pending).toMatchObject({ id: body.pending.id, own: 0 });
    expect((await entries()).map(({ action }) => action)).toEqual(['update', 'update', 'ask']);
    // The same again changes nothing and makes nothing.
    expect((await save({ payout_approval: false })).body.pending.id).toBe(body.pending.id);
  });

  test('who asked completes it under a new id; another is told who has asked; what is tightened waits no longer', async () => {
    await save({ refund_approval_above: { USD: 500, EUR: 100 }, hold_days: 9 });
    const first = (await save({ refund_approval_above: { USD: 700, EUR: 100 } })).body.pending;
    const other = await save({ hold_days: 0, minimum: { USD: 3 } }, bob);
    expect([other.status, other.body.message, other.body.conflict.changed_by]).toEqual([
      409,
      `${names[0]} has requested another change. Approve or reject that change first.`,
      names[0],
    ]);
    expect((await read()).settings.minimum).toEqual({});
    const second = (await save({ hold_days: 8 })).body.pending;
    expect(second.id).not.toBe(first.id);
    expect(second.change).toEqual({ refund_approval_above: { USD: 700 }, hold_days: 8 });
    const late = await decide(first.id, 'approve');
    expect([late.status, late.body.message]).toEqual([409, `${names[0]} has already replaced this`]);
    // Bob tightens what waits: of that nothing waits any longer, the rest does.
    const { body } = await save({ refund_approval_above: { USD: 50, EUR: 100 } }, bob);
    expect(body.pending).toMatchObject({ id: second.id, change: { hold_days: 8 } });
    expect(body.pending.change).toEqual({ hold_days: 8 });
    const last = await save({ hold_days: 10 }, bob);
    expect(last.body.pending).toBeNull();
    expect((await decide(second.id, 'approve', bob)).status).toBe(409);
  });

  test('409 names who has saved since it was read; without updated_at the save goes through', async () => {
    const { updated_at } = (await read()).settings;
    await save({ hold_days: 1 }, bob);
    const { status, body } = await save({ hold_days: 2, updated_at });
    expect([status, body.conflict.changed_by]).toEqual([409, names[1]]);
    expect((await save({ hold_days: 2 })).status).toBe(200);
  });

  test.each<[string, object]>([
    ['refund_approval_above.USD', { refund_approval_above: { USD: 1.005 } }],
    ['refund_approval_above.JPY', { refund_approval_above: { JPY: 0.5 } }],
    ['refund_approval_above.EUR', { refund_approval_above: { EUR: -1 } }],
    ['refund_approval_above', { refund_approval_above: { XXX: 1 } }],
    ['minimum.USD', { minimum: { USD: 1e21 } }],
    ['minimum.USD', { minimum: { USD: '5' } }],
    ['hold_days', { hold_days: 366 }],
    ['hold_days', { hold_days: -1 }],
    ['hold_days', { hold_days: 1.5 }],
    ['hold_days', { hold_days: null }],
    ['new_account_days', { new_account_days: 91 }],
    ['new_account_days', { new_account_days: 1.5 }],
    ['new_account_days', { new_account_days: null }],
    ['payout_approval', { payout_approval: 'yes' }],
    [
      'ach.origin_routing',
      { ach: { origin_routing: '021000022', origin_name: 'A', company_id: '1234567890' } },
    ],
    ['ach.origin_name', { ach: { origin_routing: '021000021', origin_name: '', company_id: '1234567890' } }],
    ['ach.company_id', { ach: { origin_routing: '021000021', origin_name: 'A', company_id: '123456789' } }],
    ['ach.company_id', { ach: { origin_routing: '021000021', origin_name: 'A' } }],
    ['sepa_debtor.iban', { sepa_debtor: { name: 'A', iban: 'DE89370400440532013001', bic: 'COBADEFF' } }],
    ['sepa_debtor.bic', { sepa_debtor: { name: 'A', iban: 'DE89370400440532013000', bic: 'COBADEF' } }],
    ['sepa_debtor.name', { sepa_debtor: { name: ' ', iban: 'DE89370400440532013000', bic: 'COBADEFF' } }],
  ])('400 at %s', async (path, body) => {
    const { status, body: answer } = await save(body);
    expect([status, answer.errors?.[0].path]).toEqual([400, path]);
    expect((await read()).settings.updated_at).toBe('2026-01-01T00:00:00.000Z');
  });

  test('one key makes one change, and answers the same 202', async () => {
    await save({ hold_days: 5 });
    const twice = await Promise.all(
      [1, 2, 3].map(() => save({ hold_days: 0 }, ada, { 'idempotency-key': 'once' })),
    );
    expect(statusesOf(twice)).toEqual([202, 202, 202]);
    expect(new Set(twice.map(({ body }) => body.pending.id)).size).toBe(1);
  });

  test('fifty at once, tightening and loosening: the tightest holds, one change waits', async () => {
    await save({ hold_days: 50, refund_approval_above: { USD: 100 } });
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 ? save({ refund_approval_above: { USD: n } }, n % 4 === 1 ? ada : bob) : save({ hold_days: n }),
      ),
    );
    expect(statusesOf(all).filter((status) => ![200, 202, 409].includes(status))).toEqual([]);
    const { settings, pending } = await read();
    expect(settings).toMatchObject({ refund_approval_above: { USD: 1 }, hold_days: 50 });
    expect(pending).not.toBeNull();
    const waiting = await db()
      .selectFrom('money_setting_changes')
      .select('id')
      .where('decision', 'is', null)
      .execute();
    expect(waiting).toHaveLength(1);
  });
});

describe('POST money-settings/{id}/approve, /reject', () => {
  const asked = async () => {
    await save({ hold_days: 5, payout_approval: true });
    return (await save({ hold_days: 0, payout_approval: false })).body.pending.id as number;
  };

  test('who asked cannot approve it, and may take it back; another lets it hold', async () => {
    const id = await asked();
    const own = await decide(id, 'approve', ada);
    expect([own.status, own.body.message]).toEqual([403, SOMEBODY_ELSE]);
    expect((await decide(id, 'reject', ada)).body).toMatchObject({
      pending: null,
      settings: { hold_days: 5 },
    });
    expect((await decide(id, 'approve')).body.message).toBe(`${names[0]} has already rejected this`);
    const again = (await save({ payout_approval: false })).body.pending.id;
    const { status, body } = await decide(again, 'approve');
    expect([status, body.pending]).toEqual([200, null]);
    expect(body.settings).toMatchObject({ payout_approval: false, hold_days: 5 });
    expect((await entries()).slice(-4)).toMatchObject([
      { action: 'ask', admin_id: ada.admin_id },
      { action: 'reject', admin_id: ada.admin_id, after: { hold_days: 0, asked_by: names[0] } },
      { action: 'ask', admin_id: ada.admin_id },
      {
        action: 'approve',
        admin_id: bob.admin_id,
        before: { payout_approval: true },
        after: { payout_approval: false, asked_by: names[0] },
      },
    ]);
    expect((await decide(99_999_999, 'approve')).status).toBe(404);
    await expect(
      db()
        .insertInto('money_setting_changes')
        .values({
          change: json({}),
          admin_id: ada.admin_id,
          decision: 'approved',
          decided_at: '2026-01-01',
          decided_by: ada.admin_id,
        })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'money_setting_changes_somebody_else' });
  });

  test('fifty decisions at once: one effect', async () => {
    const id = await asked();
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) => decide(id, n % 3 ? 'approve' : 'reject', n % 2 ? bob : ada)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(statusesOf(all).filter((status) => ![200, 403, 409].includes(status))).toEqual([]);
    const decided = (await entries()).filter(({ action }) => ['approve', 'reject'].includes(action));
    expect(decided).toHaveLength(1);
    const { hold_days } = (await read()).settings;
    expect(hold_days).toBe(decided[0]?.action === 'approve' ? 0 : 5);
  });

  test('with one superadmin nothing loosens, and it says so', async () => {
    const id = await asked();
    await db()
      .updateTable('admins')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', bob.admin_id)
      .execute();
    expect((await read()).alone).toBe(1);
    expect((await decide(id, 'approve', ada)).status).toBe(403);
    expect((await read()).settings).toMatchObject({ hold_days: 5, payout_approval: true });
  });
});

test('whoever has been demoted or deleted while the call waited does nothing', async () => {
  await save({ hold_days: 5 });
  const { id } = (await save({ hold_days: 0 })).body.pending;
  for (const gone of [{ deleted_at: new Date().toISOString() }, { permissions: ['money'] }]) {
    const third = await app().as({ permissions: ['superadmin'] });
    await using holder = await openHolder(app().ownerUrl);
    const [column, value] = Object.entries(gone)[0] ?? [];
    await holder.client.query(`update admins set ${column} = $1 where id = $2`, [value, third.admin_id]);
    const calls = [
      decide(id, 'approve', third),
      decide(id, 'reject', third),
      save({ hold_days: 300 }, third),
    ];
    await holder.untilWaiting(3);
    await holder.client.query('commit');
    expect(statusesOf(await Promise.all(calls))).toEqual([401, 401, 401]);
  }
  expect(await read()).toMatchObject({ settings: { hold_days: 5 }, pending: { id } });
});

test('money reads it, a superadmin alone changes it, and the rest see nothing', async () => {
  await save({ refund_approval_above: { USD: 500 } });
  const { id } = (await save({ refund_approval_above: {} })).body.pending;
  const program_id = (await makeProgram(db())).id;
  const readers = [
    { permissions: ['money'] },
    { permissions: ['money'], program_id },
    { permissions: ['programadmin'], program_id },
  ] as const;
  for (const rights of readers) {
    const call = await app().as({ ...rights, permissions: [...rights.permissions] });
    expect((await read(call)).pending).toMatchObject({ id, by: names[0], own: 0 });
    const writes = [
      await save({ hold_days: 9 }, call),
      await decide(id, 'approve', call),
      await decide(id, 'reject', call),
    ];
    expect(writes.map(({ status }) => status)).toEqual([403, 403, 403]);
  }
  const other = await app().as({ permissions: ['store'] });
  expect((await other('GET', 'money-settings')).status).toBe(403);
});

test('a limit binds the staff of a program, who read nothing else; it stays until a refund is through', async () => {
  const { id: program_id } = await makeProgram(db());
  const scoped = system(app().platform.database.forProgram(program_id), {
    program_id,
    role: 'admin',
    permissions: ['money'],
  });
  const needs = (amount: number, currency: string, context = scoped) =>
    transact(context, (tx) => needsSecondApprover(tx, amount, currency));
  expect(await needs(1e9, 'USD')).toBe(false);
  await save({ refund_approval_above: { USD: 500, KRW: 0 } });
  for (const context of [scoped, system(db())]) {
    expect([await needs(50_000, 'USD', context), await needs(50_001, 'USD', context)]).toEqual([false, true]);
    expect([
      await needs(0, 'KRW', context),
      await needs(1, 'KRW', context),
      await needs(1e9, 'EUR', context),
    ]).toEqual([false, true, false]);
  }
  for (const table of ['settings', 'money_setting_changes'] as const)
    await expect(scoped.db.selectFrom(table).selectAll().execute()).rejects.toMatchObject({ code: '42501' });
  const [looked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const refund = transact(scoped, async (tx) => {
    await needsSecondApprover(tx, 1, 'USD');
    looked.resolve();
    await end.promise;
    return needsSecondApprover(tx, 40_000, 'USD');
  });
  await looked.promise;
  let through = false;
  const saving = save({ refund_approval_above: { USD: 1, KRW: 0 } }).then(() => (through = true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(through).toBe(false);
  end.resolve();
  expect(await refund).toBe(false);
  await saving;
  expect(await needs(40_000, 'USD')).toBe(true);
});

/** Who is deleted, inactive, or has changed where their money goes: not paid, and why, wherever that is asked. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SOMEBODY_ELSE } from '../../../../core/second-approver.ts';
import { ADMIN_PASSWORD, makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { settle } from '../../../../test/models/paying.ts';
import { makePayee } from '../../../../test/rows/batches.ts';
import { makeCharge } from '../../../../test/rows/charges.ts';
import { makeAttendances } from '../../../../test/rows/memberships.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { sweepPayeeChanges } from '../../../users/payment-settings/server/payee-changes.ts';
import type { Payee } from '../../contract.ts';
import type { Against } from '../../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program_id: number;
let ann: Call & { admin_id: number };
let bob: Call & { admin_id: number };
let bound: Call;
let payee: Awaited<ReturnType<typeof makePayee>>;

beforeAll(async () => {
  program_id = (await makeProgram(db())).id;
  ann = await app().as({ permissions: ['superadmin'] });
  bob = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['money', 'users'], program_id });
});
beforeEach(async () => {
  await rule({ payout_approval: false, new_account_days: 3, details_approval: false });
  payee = await makePayee(db(), { program_id });
});

async function rule(change: Partial<Rules>): Promise<void> {
  await sql`update settings set value = jsonb_set(value, '{rules}', value -> 'rules' || ${JSON.stringify(change)}::jsonb)
    where name = 'money'`.execute(db());
}
const preview = async (call: Call = ann) =>
  (await call('GET', `payout-preview?ids=${payee.id}`)).body.payees[0];
const pay = (body: object = {}) => ann('POST', 'payout', { ids: [payee.id], ...body });
const save = (user_data: object) => bound('PATCH', `site-user/${payee.user_id}`, { user_data });
const payTo = (user: string) =>
  bound('PATCH', `user/${payee.user_id}/payment-settings`, {
    fields: { venmo: { user } },
    password: ADMIN_PASSWORD,
  });
const pass = (days: number) =>
  sql`update payee_changes set at = at - make_interval(days => ${days}) where user_id = ${payee.user_id}`.execute(
    db(),
  );
const release = (call: Call = ann, reason = 'The heirs asked') =>
  call('POST', `user/${payee.user_id}/payout-release`, { reason });

/** By every way that it can be asked: they agree. */
async function expectAgainst(against: Against[], payable: 0 | 1): Promise<void> {
  for (const call of [ann, bound]) {
    expect(await preview(call)).toMatchObject({ against, payable });
    const listed = async (query: string): Promise<Payee[]> =>
      (await call('GET', `payouts?name=${encodeURIComponent(payee.name)}${query}`)).body.payouts.filter(
        ({ id }: Payee) => id === payee.id,
      );
    expect(await listed('')).toMatchObject([{ against, payable }]);
    expect(await listed('&payable=1')).toHaveLength(payable);
    expect(await listed('&payable=0')).toHaveLength(1 - payable);
  }
}

describe.each([
  ['the email', () => save({ email: `thief-${payee.user_id}@example.org` }), null],
  ['the account', () => payTo('@thief'), '@thief'],
])('once %s has changed', (_, change, handle) => {
  test('nobody is paid for the days of the setting, and the account is shown for longer', async () => {
    await expectAgainst([], 1);
    expect((await change()).status).toBe(200);
    await expectAgainst(['new_account'], 0);
    const { account, changed_at, payable_from } = await preview();
    expect(account).toBe(handle ?? `@payee-${payee.user_id}`);
    expect(Date.parse(payable_from) - Date.parse(changed_at)).toBe(3 * 86_400_000);
    expect((await pay()).body.message).toMatch(/Email or payout details changed recently$/);
    await pass(2);
    await expectAgainst(['new_account'], 0);
    await pass(1);
    await expectAgainst([], 1);
    expect(await preview()).toMatchObject({ changed_at: expect.any(String), payable_from: null });
    await pass(30);
    expect((await preview()).changed_at).toBe(null);
    expect((await pay()).status).toBe(200);
  });

  test('a proposal of before is not approved while it stands', async () => {
    await rule({ payout_approval: true });
    const { id } = (await pay()).body.batch;
    await change();
    const refused = await bob('POST', `payout-batch/${id}/approve`);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `Not payable since the proposal: ${payee.name} (Email or payout details changed recently). Cancel the proposal first`,
    ]);
    expect((await bob('GET', `payout-batch/${id}/payees`)).body).toMatchObject({
      count: 1,
      payees: [
        { account: `@payee-${payee.user_id}`, changed_at: expect.any(String), against: ['new_account'] },
      ],
    });
    await pass(3);
    expect((await bob('POST', `payout-batch/${id}/approve`)).status).toBe(200);
  });
});

describe('with a second approver of changed payout details', () => {
  const approval = (call: Call = ann) => call('GET', `user/${payee.user_id}/payment-settings/approval`);
  const approve = (up_to: number, call: Call = ann) =>
    call('POST', `user/${payee.user_id}/payment-settings/approval`, { up_to });
  const waiting = async (call: Call = ann) => (await approval(call)).body.waits;

  beforeEach(() => rule({ new_account_days: 0, details_approval: true }));

  test('nobody is paid before another superadmin has approved what they looked at', async () => {
    await expectAgainst([], 1);
    expect(await waiting()).toBe(null);
    const byAnn = (handle: string) =>
      ann('PATCH', `user/${payee.user_id}/payment-settings`, {
        fields: { venmo: { user: handle } },
        password: ADMIN_PASSWORD,
      });
    expect((await byAnn('@new')).status).toBe(200);
    await expectAgainst(['unapproved'], 0);
    expect((await pay()).body.message).toMatch(/Changed payout details need a second approver$/);
    const seen = await waiting(bob);
    expect(seen).toMatchObject({ own: 0, too_new: 0, by: expect.stringContaining('@') });
    expect(await waiting()).toMatchObject({ own: 1, by: seen.by });
    expect((await approve(seen.up_to)).status).toBe(403);
    expect((await approve(seen.up_to, bound)).status).toBe(403);
    await payTo('@newer');
    await byAnn('@newest');
    expect((await approve(seen.up_to, bob)).status).toBe(200);
    // What came after he looked still waits.
    await expectAgainst(['unapproved'], 0);
    const last = await waiting(bob);
    expect(last.up_to).toBeGreaterThan(seen.up_to);
    expect((await approve(last.up_to, bob)).body).toEqual({ waits: null });
    await expectAgainst([], 1);
    expect((await approve(last.up_to, bob)).status).toBe(409);
    const none = await approve(1, bob);
    expect([none.status, none.body.message]).toEqual([
      400,
      'No change of these payout details needs approval',
    ]);
    expect((await pay()).status).toBe(200);
    const { body } = await ann('GET', `audit?entity=site_user&entity_id=${payee.user_id}`);
    expect(body.audit.map(({ action }: { action: string }) => action)).toContain('approve_payment');
  });

  test('of twenty who approve at once one does; the database refuses who changed them', async () => {
    await payTo('@new');
    const { up_to } = await waiting();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => approve(up_to, index % 2 === 0 ? ann : bob)),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    await payTo('@newer');
    const behindUs = sql`update payee_changes set approved_by = changed_by, approved_at = now()
      where user_id = ${payee.user_id} and approved_at is null and changed_by is not null`.execute(db());
    await expect(behindUs).rejects.toMatchObject({ constraint: 'payee_changes_somebody_else' });
  });

  test('what a user changes on a site is approved by nobody who had the user in their hands', async () => {
    const password = 'known to staff';
    const given = await ann('PATCH', `site-user/${payee.user_id}`, { user_data: { password } });
    expect(given.status).toBe(200);
    const { site_key } = await makeSiteKey(db(), program_id);
    const changed = await app().call(
      'PATCH',
      `/api/site/users/${payee.user_id}/payment-settings`,
      { fields: { venmo: { user: '@thief' } }, password },
      { authorization: `Bearer ${site_key}` },
    );
    expect(changed.status).toBe(200);
    const { up_to } = await waiting(bob);
    expect(await waiting()).toMatchObject({ own: 1, by: null });
    expect(await waiting(bob)).toMatchObject({ own: 0, too_new: 0 });
    const { status, body } = await approve(up_to);
    expect([status, body.message]).toEqual([403, SOMEBODY_ELSE]);
    const behindUs = sql`update payee_changes set approved_by = ${ann.admin_id}, approved_at = now()
      where user_id = ${payee.user_id} and needs_approval`.execute(db());
    await expect(behindUs).rejects.toMatchObject({ constraint: 'payee_changes_nobody_through' });
    expect((await approve(up_to, bob)).status).toBe(200);
  });

  test('a proposal of before is not approved; an email alone needs nobody; without the setting nothing waits', async () => {
    await save({ email: `moved-${payee.user_id}@example.org` });
    await expectAgainst([], 1);
    await rule({ payout_approval: true });
    const { id } = (await pay()).body.batch;
    await payTo('@new');
    const refused = await bob('POST', `payout-batch/${id}/approve`);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('Changed payout details need a second approver'),
    ]);
    await rule({ details_approval: false });
    expect((await bob('POST', `payout-batch/${id}/approve`)).status).toBe(200);
  });

  test('what waits is not forgotten, and the setting is loosened by two alone', async () => {
    await payTo('@new');
    await pass(400);
    await sweepPayeeChanges(db(), 100);
    await expectAgainst(['unapproved'], 0);
    const loosened = await ann('PATCH', 'money-settings', { details_approval: false });
    expect([loosened.status, loosened.body.settings.details_approval]).toEqual([202, true]);
    const { id } = loosened.body.pending;
    expect((await ann('POST', `money-settings/${id}/reject`)).status).toBe(200);
  });
});

test('the setting says for how many days; 0 for none', async () => {
  await payTo('@new');
  await rule({ new_account_days: 0 });
  await expectAgainst([], 1);
  await rule({ new_account_days: 7 });
  await pass(6);
  await expectAgainst(['new_account'], 0);
  expect((await pay()).status).toBe(400);
});

describe.each([
  ['deleted', { del_status: 1 }, { del_status: 0 }],
  ['blocked', { status: 0 }, { status: 1 }],
] as const)('who is %s', (word, gone, back) => {
  test('is paid once a superadmin says so, until that is taken back', async () => {
    expect((await save(gone)).status).toBe(200);
    await expectAgainst([word], 0);
    expect((await pay()).status).toBe(400);
    expect((await release(bound)).status).toBe(403);
    expect((await release(ann, ' ')).body.errors[0].path).toBe('reason');
    const { email: by } = await db()
      .selectFrom('admins')
      .select('email')
      .where('id', '=', ann.admin_id)
      .executeTakeFirstOrThrow();
    expect((await release()).body.release).toMatchObject({ by, reason: 'The heirs asked' });
    expect((await release(bob)).body).toMatchObject({ conflict: { changed_by: by } });
    await expectAgainst([], 1);
    expect(await preview()).toMatchObject({
      release: { by, reason: 'The heirs asked', at: expect.any(String) },
    });
    const before = (await ann('GET', `payout-preview?ids=${payee.id}`)).body.fingerprint;
    expect((await ann('DELETE', `user/${payee.user_id}/payout-release`)).status).toBe(200);
    expect((await ann('DELETE', `user/${payee.user_id}/payout-release`)).status).toBe(400);
    await expectAgainst([word], 0);
    expect((await pay({ fingerprint: before })).status).toBe(409);
    await release(bob);
    expect((await pay()).status).toBe(200);
    const { body } = await ann('GET', `audit?entity=site_user&entity_id=${payee.user_id}`);
    expect(body.audit.map(({ action }: { action: string }) => action)).toEqual([
      'payout_release',
      'payout_withdraw_release',
      'payout_release',
      'update',
    ]);
  });

  test('is not paid by what was said of another state of theirs', async () => {
    expect((await release()).body.message).toBe('This user is neither deleted nor inactive');
    await save(gone);
    await release();
    await save(word === 'deleted' ? { status: 0 } : { del_status: 1 });
    await expectAgainst(['deleted', 'blocked'], 0);
    await release();
    await save(back);
    await save(gone);
    await expectAgainst(['deleted', 'blocked'], 0);
  });

  test('is not paid by a proposal of before', async () => {
    await rule({ payout_approval: true });
    const { id } = (await pay()).body.batch;
    await save(gone);
    expect((await bob('POST', `payout-batch/${id}/approve`)).status).toBe(400);
    await release();
    expect((await bob('POST', `payout-batch/${id}/approve`)).status).toBe(200);
  });
});

test('a change of something else is no change of their state', async () => {
  await save({ del_status: 1 });
  await release();
  await save({ first_name: 'Adah' });
  payee = { ...payee, name: payee.name.replace('Ada', 'Adah') };
  await expectAgainst([], 1);
  expect((await pay()).status).toBe(200);
});

test('memberships know the same', async () => {
  const other = await makePayee(db(), { program_id });
  const { id: user_id } = await makeSiteUser(db(), { program_id });
  await makeAttendances(db(), '2026-01-10', [
    { class_id: payee.class_id, user_id },
    { class_id: other.class_id, user_id },
  ]);
  const range = 'dates=2026-01-01,2026-01-31&split_amount=100';
  const rowOf = async () => {
    const { payouts } = (await ann('GET', `membership-payouts?${range}`)).body;
    const seen = (await ann('GET', `membership-payout-preview?${range}&ids=${payee.id}`)).body.payees[0];
    const row = payouts.find(({ id }: Payee) => id === payee.id);
    expect([row.against, row.payable]).toEqual([seen.against, seen.payable]);
    return [row.against, row.payable];
  };
  expect(await rowOf()).toEqual([[], 1]);
  await payTo('@thief');
  expect(await rowOf()).toEqual([['new_account'], 0]);
  await settle(db(), payee.user_id);
  await save({ del_status: 1 });
  expect(await rowOf()).toEqual([['deleted'], 0]);
  await release();
  expect(await rowOf()).toEqual([[], 1]);
});

test('of fifty releases at once one is made, and all others are told by whom; so is it taken back', async () => {
  await save({ del_status: 1 });
  const fifty = (method: 'POST' | 'DELETE', body?: object) =>
    Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? ann : bob)(method, `user/${payee.user_id}/payout-release`, body),
      ),
    );
  const released = await fifty('POST', { reason: 'The heirs asked' });
  const by = released.find(({ status }) => status === 200)?.body.release.by;
  expect(by).toEqual(expect.any(String));
  const told = released.filter(({ status }) => status !== 200);
  expect(told.map(({ status, body }) => [status, body.conflict?.changed_by])).toEqual(
    Array.from({ length: 49 }, () => [409, by]),
  );
  const withdrawn = await fifty('DELETE');
  expect(statusesOf(withdrawn)).toEqual([200, ...Array.from({ length: 49 }, () => 400)]);
  const { body } = await ann('GET', `audit?entity=site_user&entity_id=${payee.user_id}`);
  const actions = body.audit.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action.startsWith('payout_'))).toEqual([
    'payout_withdraw_release',
    'payout_release',
  ]);
});

test('what waits for sessions or for days says so in the list', async () => {
  await rule({ hold_days: 5 });
  const charged = new Date(Date.now() - 2 * 86_400_000);
  const fresh = await makePayee(db(), { program_id, first_name: 'Fresh' });
  await db()
    .updateTable('charges')
    .set({ created_at: charged.toISOString() })
    .where('id', '=', fresh.charge)
    .execute();
  const { payouts } = (await ann('GET', 'payouts?name=fresh')).body;
  expect(payouts).toMatchObject([
    {
      payable: 0,
      against: ['on_hold', 'nothing'],
      future_sessions: null,
      ready_at: new Date(charged.getTime() + 5 * 86_400_000).toISOString(),
    },
  ]);
  await rule({ hold_days: 0 });
  await makeCharge(db(), { class_id: fresh.class_id, instructor_id: fresh.user_id, program_id });
  await sql`insert into class_sessions (class_id, start_at, end_at)
    select ${fresh.class_id}, now() + n * interval '1 day', now() + n * interval '1 day 1 hour'
    from generate_series(1, 2) n`.execute(db());
  const later = (await ann('GET', 'payouts?name=fresh')).body.payouts;
  expect(later).toMatchObject([
    { payable: 0, against: ['pending', 'nothing'], future_sessions: 2, ready_at: null },
  ]);
});

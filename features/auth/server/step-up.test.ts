import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RouteMeta } from '../../../core/route.ts';
import { contract } from '../../../server/app.ts';
import { ADMIN_PASSWORD } from '../../../test/factories.ts';
import { type Method, useTestApp } from '../../../test/harness.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

/** A superadmin who proved who they are so many minutes ago. */
async function superadmin(minutes: number) {
  const call = await app().as({ permissions: ['superadmin'] });
  const proven_at = sql<string>`provost_now() - make_interval(mins => ${minutes}::integer)`;
  await db().updateTable('sessions').set({ proven_at }).where('admin_id', '=', call.admin_id).execute();
  return call;
}

const procedures = Object.values(contract).flatMap((feature) =>
  Object.values(feature).map(({ '~orpc': { meta, route } }) => ({
    meta: meta as RouteMeta,
    method: route.method as Method,
    path: String(route.path).replace('/api/wladmin/', ''),
  })),
);
const asking = procedures.filter(({ meta }) => meta.stepUp);

beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
});

describe('stepping up', () => {
  test('is asked for by what moves money, shows secrets, makes keys, loosens settings and exports people', () => {
    expect(asking.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE account/passkeys/{id}',
      'DELETE user/{id}',
      'GET audit/csv',
      'GET auth/proven',
      'GET class-commissions/csv',
      'GET class/{id}/users/csv',
      'GET held-charges/csv',
      'GET instructors/csv',
      'GET lilt-purchases/csv',
      'GET membership-payouts/csv',
      'GET payout-batches/csv',
      'GET payouts-history/csv',
      'GET payouts/csv',
      'GET personal-data-requests/csv',
      'GET program-commissions/csv',
      'GET refunds/csv',
      'GET site-import/{id}/rejected/csv',
      'GET site-users/csv',
      'GET tokens/csv',
      'GET transactions/csv',
      'GET unmatched-payments/csv',
      'GET user/{id}/data',
      'GET user/{id}/login',
      'GET users-import/{id}/rejected/csv',
      'GET users/csv',
      'PATCH money-settings',
      'PATCH security-settings',
      'PATCH token/{id}',
      'PATCH user/{id}',
      'PATCH user/{id}/lilt',
      'PATCH webhook/{id}',
      'POST account/passkeys/options',
      'POST charge/{id}/refund',
      'POST lilt-purchases/fulfill',
      'POST membership-payout',
      'POST money-settings/{id}/approve',
      'POST payout',
      'POST payout-batch/{id}/approve',
      'POST program/{id}/site-key',
      'POST program/{id}/site-keys',
      'POST program/{id}/webhooks',
      'POST refund/{id}/refund',
      'POST refunds/approve',
      'POST token',
      'POST tokens',
      'POST unbooked-event/{id}/reverse',
      'POST user',
      'POST user/invitation',
      'POST user/{id}/erasure',
      'POST user/{id}/erasure/approve',
      'POST user/{id}/login',
      'POST user/{id}/payment-settings/approval',
      'POST user/{id}/payment-settings/show',
      'POST users/switched',
      'POST webhook/{id}/secret',
    ]);
  });

  test.each(asking)(
    '$method $path asks after ten minutes, whatever is sent, and not before',
    async ({ method, path }) => {
      const url = path.replace('{id}', '999999');
      const body = method === 'GET' ? undefined : {};
      const late = await superadmin(10);
      expect(await late(method, url, body)).toMatchObject({ status: 401, body: { code: 'STEP_UP' } });
      const early = await superadmin(9);
      expect((await early(method, url, body)).body.code).not.toBe('STEP_UP');
    },
  );

  test('by the password lets what was begun go on; a wrong one does not, and counts', async () => {
    const call = await superadmin(60);
    const save = () => call('PATCH', 'security-settings', { idle_hours: 8 });
    expect((await save()).status).toBe(401);
    expect((await call('POST', 'auth/step-up', { password: 'wrong' })).status).toBe(400);
    expect((await save()).status).toBe(401);
    expect((await call('POST', 'auth/step-up', { password: ADMIN_PASSWORD })).status).toBe(200);
    expect((await save()).status).toBe(200);
    for (let n = 0; n < 5; n++) await call('POST', 'auth/step-up', { password: 'wrong' });
    expect((await call('POST', 'auth/step-up', { password: ADMIN_PASSWORD })).status).toBe(429);
  });

  test('of two tabs at once proves the one session both have, and no other of the account', async () => {
    const call = await superadmin(60);
    const other = await app().signedIn(call.admin_id);
    await db()
      .updateTable('sessions')
      .set({ proven_at: sql`provost_now() - interval '1 hour'` })
      .where('admin_id', '=', call.admin_id)
      .execute();
    const step = () => call('POST', 'auth/step-up', { password: ADMIN_PASSWORD });
    expect((await Promise.all([step(), step()])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await call('PATCH', 'security-settings', {})).status).toBe(200);
    expect((await other('PATCH', 'security-settings', {})).status).toBe(401);
  });

  test('a proof of the future is none: a clock that is set back keeps nobody proven', async () => {
    const call = await superadmin(-1);
    const save = () => call('PATCH', 'security-settings', {});
    expect(await save()).toMatchObject({ status: 401, body: { code: 'STEP_UP' } });
    expect((await call('POST', 'auth/step-up', { password: ADMIN_PASSWORD })).status).toBe(200);
    expect((await save()).status).toBe(200);
  });

  test('a name of a file stands for a proof where an export goes on, and nowhere else', async () => {
    const call = await superadmin(60);
    for (const { method, path } of asking) {
      const url = path.replace('{id}', '999999');
      const named =
        method === 'GET'
          ? await call(method, `${url}?file_name=x`)
          : await call(method, url, { file_name: 'x' });
      const isExport = path.endsWith('/csv') || path.endsWith('/data');
      expect([path, named.body.code]).toEqual([path, isExport ? 'NOT_FOUND' : 'STEP_UP']);
    }
  });

  test('a blank name of a file is none', async () => {
    const call = await superadmin(60);
    for (const blank of ['', '%20', '%09', '%0A', '%E2%80%80', '%EF%BB%BF'])
      expect((await call('GET', `site-users/csv?file_name=${blank}`)).status, blank).toBe(401);
  });

  test('strangers who try passwords keep nobody who is signed in from it', async () => {
    const call = await superadmin(60);
    const { email } = (await call('GET', 'auth/me')).body.user;
    for (let n = 0; n < 6; n++) await app().call('POST', 'auth', { email, password: 'wrong' });
    expect((await app().call('POST', 'auth', { email, password: ADMIN_PASSWORD })).status).toBe(429);
    expect((await call('POST', 'auth/step-up', { password: ADMIN_PASSWORD })).status).toBe(200);
  });

  test('an export that was begun goes on without being asked', async () => {
    const call = await superadmin(0);
    const { file_name } = (await call('GET', 'site-users/csv')).body;
    await db()
      .updateTable('sessions')
      .set({ proven_at: sql`provost_now() - interval '1 hour'` })
      .where('admin_id', '=', call.admin_id)
      .execute();
    expect((await call('GET', `site-users/csv?file_name=${file_name}`)).status).toBe(200);
    expect((await call('GET', 'site-users/csv')).status).toBe(401);
  });
});

/** Who decides what a person asks about their data on a site: nobody who could have asked for it in their name. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { SOMEBODY_ELSE, TOO_NEW } from '../../../core/second-approver.ts';
import { transact } from '../../../server/context.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { refundRequestsIn } from '../../../test/rows/refund-requests.ts';
import { system } from '../../../test/system.ts';
import { until } from '../../../test/until.ts';
import { requestRefund } from '../../transactions/requests/server/refund-requests-made.ts';
import { eraseDue } from './erase.ts';

const app = useTestApp();
const { db, sell, wished, decide, refundsOf, settled: endRefund } = refundRequestsIn(app);
const superadmin = () => app().as({ permissions: ['superadmin'] });
type Superadmin = Awaited<ReturnType<typeof superadmin>>;

async function owner(statement: string, values: unknown[] = []) {
  const client = new pg.Client(app().ownerUrl);
  await client.connect();
  const { rows } = await client.query(statement, values);
  await client.end();
  return rows;
}
const fourEyes = (on: boolean) =>
  owner(
    `update settings set value = jsonb_set(value, '{rules,payout_approval}', to_jsonb($1::boolean)) where name = 'money'`,
    [on],
  );
afterEach(() => fourEyes(false));

/** A user of a site whose key `maker` has just made, and calls with that key. */
async function userOf(maker: Call) {
  const program_id = (await makeProgram(db())).id;
  const { id, email } = await makeSiteUser(db(), { program_id });
  const key = await maker('POST', `program/${program_id}/site-keys`, {
    name: 'Site',
    rights: ['read', 'write'],
  });
  expect(key.status).toBe(200);
  const headers = { authorization: `Bearer ${key.body.site_key}` };
  const ask = async (what: 'erasure' | 'data-request') => {
    const { status, body } = await app().call('POST', `/api/site/users/${id}/${what}`, {}, headers);
    expect([status, body.state]).toEqual([200, 'waiting']);
  };
  return { id, email, ask };
}

async function makeAccount(by: Call): Promise<Superadmin> {
  const email = `${randomUUID()}@example.com`;
  const user_data = { email, password: 'made by a colleague', permissions: ['superadmin'], program_id: 0 };
  const { body } = await by('POST', 'user', { user_data });
  return app().signedIn(body.user.id);
}

const answerOf = async (answer: ReturnType<Call>) => {
  const { status, body } = await answer;
  return status === 200 ? 200 : [status, body.message];
};
const verdicts = (by: Call, id: number) => ({
  approve: () => answerOf(by('POST', `user/${id}/erasure/approve`)),
  reject: () => answerOf(by('POST', `user/${id}/erasure/reject`)),
  send: () => answerOf(by('POST', `user/${id}/data-request/close`, { sent: 1 })),
  dismiss: () => answerOf(by('POST', `user/${id}/data-request/close`, { sent: 0 })),
});

/** What the page of the user and the list of all requests offer. */
async function offered(by: Call, id: number) {
  const { body } = await by('GET', `user/${id}/erasure`);
  const { body: list } = await by('GET', 'personal-data-requests');
  const flags = ({ own, too_new }: { own: number; too_new: number }) => ({ own, too_new });
  const listed = list.requests.filter(({ user_id }: { user_id: number }) => user_id === id).map(flags);
  return { page: [body.erasure, body.data_request].filter(Boolean).map(flags), listed };
}

test('who has just made a key of the site decides nothing that it asked, and a colleague does', async () => {
  const [maker, colleague] = [await superadmin(), await superadmin()];
  const { id, ask } = await userOf(maker);
  await ask('erasure');
  await ask('data-request');
  const own = { own: 1, too_new: 0 };
  expect(await offered(maker, id)).toEqual({ page: [own, own], listed: [own, own] });
  for (const verdict of Object.values(verdicts(maker, id)))
    expect(await verdict()).toEqual([403, SOMEBODY_ELSE]);
  const free = { own: 0, too_new: 0 };
  expect(await offered(colleague, id)).toEqual({ page: [free, free], listed: [free, free] });
  expect(await verdicts(colleague, id).send()).toBe(200);
  expect(await verdicts(colleague, id).approve()).toBe(200);
});

test('nor does who has made the account that made the key, nor an account that others have just made', async () => {
  const settled = await superadmin();
  const puppet = await makeAccount(settled);
  const { id, ask } = await userOf(puppet);
  await ask('erasure');
  await ask('data-request');
  const fresh = await makeAccount(await superadmin());
  for (const by of [settled, fresh]) {
    const tooNew = { own: 0, too_new: 1 };
    expect(await offered(by, id)).toEqual({ page: [tooNew, tooNew], listed: [tooNew, tooNew] });
    expect(await verdicts(by, id).approve()).toEqual([403, TOO_NEW]);
    expect(await verdicts(by, id).send()).toEqual([403, TOO_NEW]);
  }
  // A rejection takes nothing, and is anybody's but theirs who could have asked.
  expect(await verdicts(settled, id).dismiss()).toBe(200);
  expect(await verdicts(fresh, id).reject()).toBe(200);
});

test('given SQL as the role of the server, neither do', async () => {
  const settled = await superadmin();
  const maker = await makeAccount(settled);
  const { id, ask } = await userOf(maker);
  await ask('erasure');
  await ask('data-request');
  const refusal = (statement: ReturnType<typeof sql>) =>
    statement.execute(db()).then(
      () => 'done',
      ({ code, constraint }) => constraint ?? code,
    );
  const erasure = sql`(select max(e.id) from erasures e where e.user_id = ${id})`;
  const nothing = JSON.stringify({ addresses: [], alone: [], beside: [], pictures: [] });
  const close = (state: string, by: Superadmin) => sql`update data_requests set state = ${state},
    decided_at = provost_now(), decided_by = ${by.admin_id}, asked_through = asked_through where user_id = ${id}`;
  for (const by of [maker, settled]) {
    expect(await refusal(sql`select propose_erasure(${erasure}, ${by.admin_id})`)).toBe('42501');
    const begin = sql`select begin_erasure(${erasure}, ${by.admin_id}, ${nothing}::jsonb, '', 'test')`;
    expect(await refusal(begin)).toBe('42501');
  }
  expect(await refusal(sql`select reject_erasure(${erasure}, ${maker.admin_id})`)).toBe('42501');
  expect(await refusal(sql`update data_requests set asked_through = '{}' where user_id = ${id}`)).toBe(
    '42501',
  );
  const plainly = (state: string, by: Superadmin) => sql`update data_requests set state = ${state},
    decided_at = provost_now(), decided_by = ${by.admin_id} where user_id = ${id}`;
  expect(await refusal(close('sent', maker))).toBe('42501');
  expect(await refusal(plainly('sent', maker))).toBe('data_requests_nobody_through');
  expect(await refusal(plainly('rejected', maker))).toBe('data_requests_nobody_through');
  expect(await refusal(plainly('sent', settled))).toBe('data_requests_nobody_through');
  expect(await refusal(plainly('sent', await superadmin()))).toBe('done');
});

test('an erasure by hand ends the wish for data of somebody whom who erases had in their hands', async () => {
  const maker = await superadmin();
  const { id, email, ask } = await userOf(maker);
  await ask('data-request');
  expect(await answerOf(maker('POST', `user/${id}/erasure`, { email }))).toBe(200);
  const rows = db().selectFrom('data_requests').select(['state', 'decided_by']).where('user_id', '=', id);
  expect(await rows.execute()).toEqual([{ state: 'rejected', decided_by: null }]);
});

test('an account that was made after a person asked does not propose what its maker then approves', async () => {
  await fourEyes(true);
  const [settled, other] = [await superadmin(), await superadmin()];
  const { id, ask } = await userOf(await superadmin());
  await owner(`update site_keys set created_at = created_at - interval '169 hours'`);
  await ask('erasure');
  const puppet = await makeAccount(settled);
  expect(await verdicts(puppet, id).approve()).toBe(200);
  expect(await verdicts(settled, id).approve()).toEqual([403, TOO_NEW]);
  expect((await offered(settled, id)).page).toEqual([{ own: 0, too_new: 1 }]);
  const begin = sql`select begin_erasure((select max(e.id) from erasures e where e.user_id = ${id}), ${settled.admin_id},
    '{"addresses": [], "alone": [], "beside": [], "pictures": []}', '', 'test')`;
  await expect(begin.execute(db())).rejects.toMatchObject({ code: '42501' });
  expect(await verdicts(other, id).approve()).toBe(200);
});

test('a name goes out of the reason of a refund whose approver others have changed since', async () => {
  const sold = await sell();
  const { email } = await db()
    .selectFrom('site_users')
    .select('email')
    .where('id', '=', sold.student_id)
    .executeTakeFirstOrThrow();
  const [asker, approver, boss] = [await superadmin(), await superadmin(), await superadmin()];
  const wish = wished(sold, { type: 'admin', user_id: undefined, reason: `Wrote from ${email}` });
  const { id } = await transact(system(db(), { admin_id: asker.admin_id }), (tx) => requestRefund(tx, wish));
  expect((await decide(approver, id, 'refund')).status).toBe(200);
  const user_data = { password: 'chosen by another' };
  expect((await boss('PATCH', `user/${approver.admin_id}`, { user_data })).status).toBe(200);
  const [refund] = await refundsOf(sold.id);
  await endRefund(Number(refund?.id), 'failed');
  expect(await answerOf(boss('POST', `user/${sold.student_id}/erasure`, { email }))).toBe(200);
  await until(async () => {
    expect(await eraseDue(app().platform)).toEqual([]);
    const row = db().selectFrom('refund_requests').select('reason').where('id', '=', id);
    expect((await row.executeTakeFirst())?.reason).toBe(
      `Wrote from erased-${sold.student_id}@erased.invalid`,
    );
  });
});

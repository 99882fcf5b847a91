import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashOfSecret } from '../../../../server/keys.ts';
import { ADMIN_PASSWORD, makeAdmin } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { useSignOn } from '../../../../test/sign-on/sign-on-world.ts';
import { openHolder } from '../../../../test/waiting.ts';

const app = useTestApp({ passwordMinLength: 6 });
const { db, settle, someone, mailsTo, browser } = useSignOn(app);
const password = 'chosen on my account';

beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
});

const signIn = async (email: string, entered: string) =>
  (await app().call('POST', 'auth', { email, password: entered })).status;

describe('the own password', () => {
  test('is changed by whoever knows it, whatever their rights: others of their sessions and links end, they are mailed', async () => {
    const { id, email } = await makeAdmin(db(), { permissions: ['events'] });
    const [own, other] = [await app().signedIn(id), await app().signedIn(id)];
    await db()
      .insertInto('password_resets')
      .values({
        token_hash: hashOfSecret('a link of before'),
        admin_id: id,
        expires_at: sql<string>`provost_now() + interval '1 hour'`,
      })
      .execute();
    const change = { current_password: ADMIN_PASSWORD, password };
    expect((await own('POST', 'account/password', change)).status).toBe(200);
    expect((await own('GET', 'auth/me')).status).toBe(200);
    expect((await other('GET', 'auth/me')).status).toBe(401);
    expect([await signIn(email, ADMIN_PASSWORD), await signIn(email, password)]).toEqual([401, 200]);
    const link = { token: 'a link of before', password: 'by an old link' };
    expect((await app().call('POST', 'change-password', link)).status).toBe(400);
    expect(await mailsTo(email)).toContain('The password of your Provost account was changed');
    const entries = db().selectFrom('audit_entries').select(['admin_id', 'before', 'after']);
    expect(
      await entries.where('action', '=', 'change_password').where('entity_id', '=', String(id)).execute(),
    ).toEqual([{ admin_id: id, before: null, after: null }]);
  });

  test('is changed in two tabs at once, beside new recovery codes: nobody waits for the other for ever', async () => {
    const { id } = await makeAdmin(db(), { permissions: ['events'] });
    const own = await app().signedIn(id);
    await using held = await openHolder(app().ownerUrl);
    await held.client.query('select from admins where id = $1 for update', [id]);
    const change = { current_password: ADMIN_PASSWORD, password };
    const answers = Promise.all([
      own('POST', 'account/password', change),
      own('POST', 'account/password', change),
      own('POST', 'account/recovery-codes', { password: ADMIN_PASSWORD }),
    ]);
    await held.untilWaiting(3);
    await held.client.query('commit');
    expect((await answers).map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  test('stays without the present one, and with a new one that staff may not have', async () => {
    const { id, email } = await makeAdmin(db(), { permissions: ['events'] });
    const own = await app().signedIn(id);
    const faults: [object, string][] = [
      [{ password }, 'current_password'],
      [{ current_password: '', password }, 'current_password'],
      [{ current_password: 'a wrong one', password }, 'current_password'],
      [{ current_password: ADMIN_PASSWORD }, 'password'],
      [{ current_password: ADMIN_PASSWORD, password: 'short' }, 'password'],
      [{ current_password: ADMIN_PASSWORD, password: 'qwertyuiop' }, 'password'],
    ];
    for (const [body, path] of faults) {
      const { status, body: answer } = await own('POST', 'account/password', body);
      expect([status, answer.errors?.[0].path], JSON.stringify(body)).toEqual([400, path]);
    }
    expect(await signIn(email, ADMIN_PASSWORD)).toBe(200);
    expect(await mailsTo(email)).not.toContain('The password of your Provost account was changed');
  });

  test('waits after five wrong ones, for whoever is signed in alone', async () => {
    const { id, email } = await makeAdmin(db(), { permissions: ['events'] });
    const own = await app().signedIn(id);
    const tries = [];
    for (let n = 0; n < 6; n += 1)
      tries.push(await own('POST', 'account/password', { current_password: `wrong ${n}`, password }));
    expect(statusesOf(tries)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(
      (await own('POST', 'account/password', { current_password: ADMIN_PASSWORD, password })).status,
    ).toBe(429);
    expect(await signIn(email, ADMIN_PASSWORD)).toBe(200);
  });

  test('of two changes at once from two sessions is one, and the other session has ended', async () => {
    const { id, email } = await makeAdmin(db(), { permissions: ['events'] });
    const sessions = [await app().signedIn(id), await app().signedIn(id)];
    const changed = await Promise.all(
      sessions.map((call, n) =>
        call('POST', 'account/password', { current_password: ADMIN_PASSWORD, password: `${password} ${n}` }),
      ),
    );
    const at = changed.findIndex(({ status }) => status === 200);
    expect(changed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await signIn(email, `${password} ${at}`)).toBe(200);
  });

  test('is none where passwords are shut', async () => {
    const { name } = await someone({ permissions: ['events'] });
    const own = browser();
    await own.signOn(name);
    const session = await own.session();
    settle({ only: true, breakGlass: 'root@example.com' });
    const refused = await session?.call('POST', 'account/password', {
      current_password: ADMIN_PASSWORD,
      password,
    });
    expect(refused?.status).toBe(403);
  });
});

/** Logging in as a user: once, for one site, within a minute, and no longer than whoever opened it may. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashOfSecret } from '../../../../server/keys.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { everyRow } from '../../../../test/routes/every-row.ts';
import { sweepSiteLogins } from './login-as.ts';

const lines: string[] = [];
const app = useTestApp({ logLevel: 'trace' }, { log: { write: (line) => void lines.push(line) } });
const db = () => app().platform.database.everything;

type Site = { id: number; tag: string; key: string };
let site: Site;
let user: number;
let admin: Call & { admin_id: number };

beforeEach(async () => {
  site = await makeSite();
  user = (await makeSiteUser(db(), { program_id: site.id, first_name: 'Mary', last_name: 'Ward' })).id;
  admin = await app().as({ permissions: ['users'], program_id: site.id });
});

async function makeSite(): Promise<Site> {
  const { id, program_tag } = await makeProgram(db());
  const { site_key: key } = await makeSiteKey(db(), id);
  return { id, tag: program_tag, key };
}
const open = async (call: Call = admin, id = user) => {
  const { body } = await call('GET', `user/${id}/login`);
  return (body.url as string).split('#')[1] ?? '';
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const ask = (step: '' | '/state' | '/end', token: string, { key } = site) =>
  app().call('POST', `/api/site/login-as${step}`, { token }, bearer(key));
const mailsTo = async (id: number) =>
  db()
    .selectFrom('mails as m')
    .innerJoin('site_users as u', 'u.email', 'm.to_address')
    .select(['m.subject', 'm.body_text'])
    .where('u.id', '=', id)
    .execute();

test('a site whose program is switched off is told so, and the token is not used up', async () => {
  const token = await open();
  const off = (status: number) =>
    db().updateTable('programs').set({ status }).where('id', '=', site.id).execute();
  await off(0);
  for (const step of ['', '/state', '/end'] as const) {
    const { status, body } = await ask(step, token);
    expect([step, status, body.code]).toEqual([step, 403, 'PROGRAM_OFF']);
  }
  await off(1);
  expect((await ask('', token)).status).toBe(200);
});

describe('GET user/{id}/login', () => {
  test('400 for who is deleted or has no program, 404 for whom the caller does not see', async () => {
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const gone = await makeSiteUser(db(), { program_id: site.id, del_status: 1 });
    expect((await admin('GET', `user/${gone.id}/login`)).body.message).toBe('This user has been deleted');
    const nowhere = await makeSiteUser(db());
    expect((await superadmin('GET', `user/${nowhere.id}/login`)).status).toBe(400);
    expect((await admin('GET', `user/${nowhere.id}/login`)).status).toBe(404);
  });

  test('leads to the page of our own, or to the site that is set', async () => {
    const { config } = app().platform;
    const { body } = await admin('GET', `user/${user}/login`);
    expect(body.url).toMatch(new RegExp(`^${config.publicUrl}/site/${site.tag}#[\\w-]{43}$`));
    config.siteUrl = 'https://{program_tag}.example.com/in';
    const elsewhere = await admin('GET', `user/${user}/login`);
    expect(elsewhere.body.url).toMatch(new RegExp(`^https://${site.tag}\\.example\\.com/in#[\\w-]{43}$`));
    const token = elsewhere.body.url.split('#')[1];
    const page = await app().call('POST', '/api/site/login-as', { token, program_tag: site.tag });
    delete config.siteUrl;
    expect(page.status).toBe(401);
    expect((await ask('', token)).status).toBe(200);
  });
});

describe('POST /api/site/login-as', () => {
  test('200 once: recorded on both sides, and told to the user', async () => {
    const token = await open();
    const before = Date.now();
    const { status, body } = await ask('', token);
    expect([status, body]).toMatchObject([
      200,
      {
        user_id: user,
        program_id: site.id,
        forbidden: ['password', 'email', 'payment_settings', 'purchase', 'deletion'],
      },
    ]);
    expect(Math.abs(Date.parse(body.expires_at) - before - 3_600_000)).toBeLessThan(60_000);
    expect((await ask('', token)).status).toBe(400);
    const superadmin = await app().as({ permissions: ['superadmin'] });
    for (const entity of [`site_user&entity_id=${user}`, `admin&entity_id=${admin.admin_id}`]) {
      const { body: log } = await superadmin('GET', `audit?entity=${entity}`);
      expect(log.audit.map(({ action }: { action: string }) => action).toSorted()).toEqual([
        'login_as',
        'login_as_begin',
      ]);
    }
    const [mail, ...more] = await mailsTo(user);
    expect([mail?.subject, more]).toEqual([expect.stringContaining('was opened by our staff'), []]);
    expect(mail?.body_text).not.toContain(token);
  });

  test('no mail where the setting says so', async () => {
    app().platform.config.loginAsNotice = false;
    const { status } = await ask('', await open());
    app().platform.config.loginAsNotice = true;
    expect([status, await mailsTo(user)]).toEqual([200, []]);
  });

  test('401 without a key that is known; 400 for another site’s token, which stays unspent', async () => {
    const [token, other] = [await open(), await makeSite()];
    const without = await app().call('POST', '/api/site/login-as', { token });
    const admins = await admin('POST', '/api/site/login-as', { token });
    expect([without.status, admins.status, (await ask('', token, { ...site, key: 'x' })).status]).toEqual([
      401, 401, 401,
    ]);
    expect((await ask('', token, other)).body.message).toBe(
      'This link was used or has expired. Log in again.',
    );
    const page = { token, program_tag: other.tag };
    expect((await app().call('POST', '/api/site/login-as', page)).status).toBe(400);
    expect((await ask('/state', token, other)).status).toBe(400);
    expect((await ask('/end', token, other)).status).toBe(400);
    expect((await ask('', token)).status).toBe(200);
  });

  test('400 after a minute', async () => {
    const ends = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const kept = { user_id: user, program_id: site.id, admin_id: admin.admin_id };
    await db()
      .insertInto('site_logins')
      .values([
        { ...kept, token_hash: hashOfSecret(`late ${user}`), expires_at: ends(-1) },
        { ...kept, token_hash: hashOfSecret(`in time ${user}`), expires_at: ends(30) },
      ])
      .execute();
    const { expires_at } = await db()
      .selectFrom('site_logins')
      .select('expires_at')
      .where('token_hash', '=', hashOfSecret(await open()))
      .executeTakeFirstOrThrow();
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 60_000)).toBeLessThan(10_000);
    expect((await ask('', `late ${user}`)).status).toBe(400);
    expect((await ask('', `in time ${user}`)).status).toBe(200);
  });

  test('of twenty at once one succeeds', async () => {
    const token = await open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('', token)));
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  test('eighty at once keep nobody of the same address from signing in', async () => {
    const token = await open();
    const asked = Array.from({ length: 80 }, () => ask('', token));
    const wrong = { email: 'nobody@example.com', password: 'not the password' };
    const signedIn = await app().call('POST', 'auth', wrong);
    expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(401);
    const statuses = statusesOf(await Promise.all(asked));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });

  test.each([
    ['was removed', () => ({ deleted_at: new Date().toISOString() })],
    ['lost the area', () => ({ permissions: ['money'] })],
    ['went to another program', async () => ({ program_id: (await makeProgram(db())).id })],
  ])('400 where the admin %s meanwhile; and what was open ends', async (_, values) => {
    const [waiting, used] = [await open(), await open()];
    await ask('', used);
    expect((await ask('/state', used)).body).toMatchObject({
      state: 'open',
      user: { id: user, name: 'Mary Ward' },
    });
    await db()
      .updateTable('admins')
      .set(await values())
      .where('id', '=', admin.admin_id)
      .execute();
    expect((await ask('', waiting)).body.message).toContain('can no longer');
    const over = { state: 'over', ended_by: 'revoked' };
    expect((await ask('/state', used)).body).toMatchObject(over);
    await db()
      .updateTable('admins')
      .set({ permissions: ['users'], program_id: site.id, deleted_at: null })
      .where('id', '=', admin.admin_id)
      .execute();
    expect((await ask('/state', used)).body).toMatchObject(over);
  });

  test('400 where the user is gone or elsewhere meanwhile', async () => {
    for (const values of [{ del_status: 1 }, { program_id: (await makeSite()).id }]) {
      const { id } = await makeSiteUser(db(), { program_id: site.id });
      const token = await open(admin, id);
      await db().updateTable('site_users').set(values).where('id', '=', id).execute();
      expect((await ask('', token)).status).toBe(400);
    }
  });
});

describe('what a login has opened', () => {
  test('is ended by its site, once, and that is recorded on both sides', async () => {
    const token = await open();
    expect((await ask('/state', token)).body.state).toBe('waiting');
    expect((await ask('/end', token)).body.state).toBe('waiting');
    await ask('', token);
    const ends = await Promise.all([ask('/end', token), ask('/end', token), ask('/end', token)]);
    for (const { body } of ends) expect(body).toMatchObject({ state: 'over', ended_by: 'site' });
    expect((await ask('/state', token)).body.state).toBe('over');
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['entity', 'program_id', 'after'])
      .where('action', '=', 'login_as_end')
      .where('admin_id', '=', admin.admin_id)
      .orderBy('entity')
      .execute();
    expect(entries).toEqual([
      { entity: 'admin', program_id: site.id, after: { user_id: user, ended_by: 'site' } },
      { entity: 'site_user', program_id: site.id, after: { ended_by: 'site' } },
    ]);
  });

  test('cannot be used again, prolonged or moved, not even by the product’s own role', async () => {
    const token = await open();
    await ask('', token);
    for (const set of [
      'exchanged_at = null, session_expires_at = null',
      `session_expires_at = session_expires_at + interval '1 day'`,
      `expires_at = expires_at + interval '1 day'`,
      'user_id = user_id + 1',
    ]) {
      const changed = sql`update site_logins set ${sql.raw(set)} where token_hash = ${hashOfSecret(token)}`;
      await expect(changed.execute(db()), set).rejects.toMatchObject({ constraint: 'site_logins_once' });
    }
    const own = app().platform.database.forProgram(site.id);
    await expect(own.selectFrom('site_logins').select('id').execute()).rejects.toMatchObject({
      code: '42501',
    });
    const foreign = await makeSiteUser(db(), { program_id: (await makeSite()).id });
    const forged = own.insertInto('site_logins').values({
      token_hash: hashOfSecret('forged'),
      user_id: foreign.id,
      program_id: site.id,
      admin_id: admin.admin_id,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    await expect(forged.execute()).rejects.toMatchObject({ code: '42501' });
    const longer = sql`insert into site_logins (token_hash, user_id, program_id, admin_id, expires_at)
      select sha256('longer'), user_id, program_id, admin_id, provost_now() + interval '2 minutes' from site_logins limit 1`;
    for (const [role, code] of [
      [own, '42501'],
      [db(), '23514'],
    ] as const)
      await expect(longer.execute(role)).rejects.toMatchObject({ code });
  });

  test('leaves its token in no table and no log, and is swept away after 30 days', async () => {
    const token = await open();
    await ask('', token);
    await ask('/state', token);
    const rows = await everyRow(app().ownerUrl);
    expect(rows.some((row) => row.includes(hashOfSecret(token).toString('hex')))).toBe(true);
    expect(lines.length).toBeGreaterThan(10);
    for (const secret of [token, site.key])
      expect([...rows, ...lines].filter((line) => line.includes(secret))).toEqual([]);
    const kept = await db().selectFrom('site_logins').select('id').execute();
    const [before] = kept;
    expect(await sweepSiteLogins(db(), 10)).toBe(0);
    await db()
      .deleteFrom('site_logins')
      .where('id', '=', before?.id ?? 0)
      .execute();
    await db()
      .insertInto('site_logins')
      .values({
        token_hash: hashOfSecret(`old ${user}`),
        user_id: user,
        program_id: site.id,
        admin_id: admin.admin_id,
        created_at: new Date(Date.now() - 31 * 86_400_000).toISOString(),
        expires_at: new Date(Date.now() - 31 * 86_400_000).toISOString(),
      })
      .execute();
    expect(await sweepSiteLogins(db(), 10)).toBe(1);
    expect(await db().selectFrom('site_logins').select('id').execute()).toHaveLength(kept.length - 1);
  });
});

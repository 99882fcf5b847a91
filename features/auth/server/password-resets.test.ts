import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs as jobDefinitions } from '../../../server/app.ts';
import { secretOf } from '../../../server/mail/mail.ts';
import { hashPassword } from '../../../server/passwords/password-hashes.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeAdmin } from '../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { mailPasswordResets } from './password-resets.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'provost-resets-'));
const app = useTestApp({ dataDir, publicUrl: 'https://provost.example', passwordMinLength: 6 });
const db = () => app().platform.database.everything;

const PASSWORD = 'correct horse';
let passwordHash: Promise<string> | undefined;

async function newAdmin() {
  passwordHash ??= hashPassword(PASSWORD, 'test');
  return makeAdmin(db(), { permissions: ['events'], password_hash: await passwordHash });
}

let networks = 0;
const newNetwork = () => `10.${Math.floor(networks / 250)}.0.${1 + (networks++ % 250)}`;

async function recover(email: string, remoteAddress = newNetwork()) {
  const answer = await app().http.inject({
    method: 'POST',
    url: '/api/wladmin/recover-password',
    remoteAddress,
    payload: { email },
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
const pass = () => mailPasswordResets(app().platform);
const change = (token: string, password = 'a new password') =>
  app().call('POST', 'change-password', { token, password });
const signIn = (email: string, password = PASSWORD) => app().call('POST', 'auth', { email, password });
const me = (token: string) => app().call('GET', 'auth/me', undefined, { authorization: `Bearer ${token}` });
const mailsTo = (email: string) =>
  db().selectFrom('mails').selectAll().where('to_address', '=', email).orderBy('id').execute();

async function tokenFor(email: string): Promise<string> {
  await recover(email);
  await pass();
  const mail = (await mailsTo(email)).at(-1);
  return secretOf(app().platform, mail?.secret_seed ?? '');
}

beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
});

const SAME = { status: 200, body: { message: 'Check your email for further instructions' } };

describe('POST recover-password', () => {
  test('answers the same for every address, and nothing waits for an unknown one', async () => {
    const { email, id } = await newAdmin();
    expect(await recover(email.toUpperCase())).toMatchObject(SAME);
    expect(await recover('stranger@example.com')).toMatchObject(SAME);
    const waiting = await db().selectFrom('password_reset_requests').select('admin_id').execute();
    expect(waiting).toEqual([{ admin_id: id }]);
    await pass();
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await db().selectFrom('password_reset_requests').selectAll().execute()).toEqual([]);
  });

  test('answers at a beat after the call came, whether the address is known or not', async () => {
    const { email } = await newAdmin();
    // As slow as the known one may be: it waits for whoever is changing the admin.
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: hold, resolve: holding } = Promise.withResolvers<void>();
    const change = db()
      .transaction()
      .execute(async (trx) => {
        await trx.selectFrom('admins').select('id').where('email', '=', email).forUpdate().execute();
        holding();
        await held;
      });
    await hold;
    setTimeout(letGo, 60);
    const times: number[] = [];
    for (const address of [email, 'stranger@example.com']) {
      const begun = performance.now();
      await recover(address);
      times.push(performance.now() - begun);
    }
    await change;
    for (const time of times) expect(time).toBeGreaterThanOrEqual(249);
  });

  test('makes one mail of what is asked for while one waits', async () => {
    const { email } = await newAdmin();
    const answers = await Promise.all(Array.from({ length: 50 }, () => recover(email)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    await Promise.all([pass(), pass(), pass()]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('refuses a network that asks too often, and says for how long; a neighbour in the same /64 is the same', async () => {
    for (const [one, other, elsewhere] of [
      ['192.0.2.77', '::ffff:192.0.2.77', '192.0.2.78'],
      ['2001:db8:7:7::1', '2001:db8:7:7:ffff::2', '2001:db8:7:8::1'],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, n) => recover(`x${n}@example.com`, n % 2 ? one : other)),
      );
      expect(statusesOf(answers)).toEqual([...Array(10).fill(200), ...Array(5).fill(429)]);
      const shut = await recover('x@example.com', other);
      expect(shut.status).toBe(429);
      expect(shut.body.retry_after).toBeGreaterThan(14 * 60);
      expect(shut.headers['retry-after']).toBe(String(shut.body.retry_after));
      expect((await recover('x@example.com', elsewhere)).status).toBe(200);
    }
    await db()
      .updateTable('recovery_calls')
      .set({ window_ends: sql`provost_now()` })
      .where('network', '=', '192.0.2.77')
      .execute();
    expect((await recover('x@example.com', '192.0.2.77')).status).toBe(200);
  });

  test('mails one admin three links at once, then one a minute, and still answers the same', async () => {
    const { email, id } = await newAdmin();
    const askTwice = async () => {
      for (let n = 0; n < 2; n++) {
        expect(await recover(email)).toMatchObject(SAME);
        await pass();
      }
    };
    await askTwice();
    await askTwice();
    expect(await mailsTo(email)).toHaveLength(3);
    for (const mails of [4, 5]) {
      await db()
        .updateTable('password_resets')
        .set({ expires_at: sql`expires_at - interval '1 minute'` })
        .where('admin_id', '=', id)
        .execute();
      await askTwice();
      expect(await mailsTo(email)).toHaveLength(mails);
    }
  });

  test('mails the next link at once where those that were mailed are dead', async () => {
    const { email } = await newAdmin();
    for (let n = 0; n < 3; n++) await tokenFor(email);
    const last = secretOf(app().platform, (await mailsTo(email)).at(-1)?.secret_seed ?? '');
    expect((await change(last)).status).toBe(200);
    expect((await mailsTo(email)).at(-1)?.subject).toBe('The password of your Provost account was changed');
    const next = await tokenFor(email);
    expect(await mailsTo(email)).toHaveLength(5);
    expect((await change(next, 'another password')).status).toBe(200);
    expect((await signIn(email, 'another password')).status).toBe(200);
  });

  test('brings a real person their mail, however many ask for strangers', async () => {
    const { email } = await newAdmin();
    const asked = Array.from({ length: inDepth(300, 2000) }, (_, n) => async () => {
      const { status } = await recover(`stranger-${n}@example.com`, `198.51.${Math.floor(n / 100)}.7`);
      expect([200, 429]).toContain(status);
    });
    for (let n = 0; n < asked.length; n += 50) await Promise.all(asked.slice(n, n + 50).map((ask) => ask()));
    await app().platform.jobs.work(app().platform, jobDefinitions);
    expect(await recover(email)).toMatchObject(SAME);
    const text = await until(async () => {
      for (const name of await readdir(path.join(dataDir, 'mail'))) {
        const eml = await readFile(path.join(dataDir, 'mail', name), 'utf8');
        if (eml.includes(`To: ${email}`)) return eml;
      }
      throw new Error('no mail yet');
    });
    expect(text).toContain('Subject: Set a new password');
    const body = text.replaceAll(/=\n/g, '').replaceAll('=3D', '=');
    const token = /https:\/\/provost\.example\/set-new-password#([\w-]{43})\s/.exec(body)?.[1] ?? '';
    expect((await change(token)).status).toBe(200);
    expect((await signIn(email, 'a new password')).status).toBe(200);
    await app().platform.jobs.stop();
  });
});

describe('the mail of a link', () => {
  test('is made whole or not at all', async () => {
    const { email, id } = await newAdmin();
    await recover(email);
    await db().updateTable('admins').set({ deleted_at: sql`provost_now()` }).where('id', '=', id).execute();
    await pass();
    expect(await mailsTo(email)).toEqual([]);
    expect(await db().selectFrom('password_resets').selectAll().where('admin_id', '=', id).execute()).toEqual(
      [],
    );
  });

  test('keeps the token nowhere: only its hash and what it is worked out from', async () => {
    const { email, id } = await newAdmin();
    const token = await tokenFor(email);
    const { token_hash } = await db()
      .selectFrom('password_resets')
      .select('token_hash')
      .where('admin_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(token).toHaveLength(43);
    expect(token_hash.equals(createHash('sha256').update(token).digest())).toBe(true);
    expect(JSON.stringify(await mailsTo(email))).not.toContain(token);
    expect((await mailsTo(email))[0]?.body_text).toContain(
      'https://provost.example/set-new-password#{secret}',
    );
  });
});

describe('POST change-password', () => {
  test('ends every session, takes the token once and writes it down', async () => {
    const admin = await newAdmin();
    const session = (await signIn(admin.email)).body;
    const [token, spare] = [await tokenFor(admin.email), await tokenFor(admin.email)];
    expect((await change(token)).status).toBe(200);
    expect((await me(session.token)).status).toBe(401);
    expect((await app().call('POST', 'auth/refresh', { refresh_token: session.refresh_token })).status).toBe(
      401,
    );
    expect((await signIn(admin.email)).status).toBe(401);
    expect((await signIn(admin.email, 'a new password')).status).toBe(200);
    expect((await change(token)).status).toBe(400);
    expect((await change(spare)).status).toBe(400);
    const entries = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('entity', '=', 'admin')
      .where('entity_id', '=', String(admin.id))
      .where('action', '<>', 'sign_in_failed')
      .execute();
    expect(entries).toMatchObject([{ action: 'change_password', admin_id: admin.id }]);
    expect(JSON.stringify(entries)).not.toMatch(/argon2|a new password/);
  });

  test('lets one of several simultaneous uses of a link win', async () => {
    const { email } = await newAdmin();
    const token = await tokenFor(email);
    const answers = await Promise.all(
      ['first one', 'second one', 'third one'].map((word) => change(token, word)),
    );
    expect(statusesOf(answers)).toEqual([200, 400, 400]);
  });

  test('answers 400 for an old or unknown token and for a removed admin', async () => {
    const admin = await newAdmin();
    const old = await tokenFor(admin.email);
    await db()
      .updateTable('password_resets')
      .set({ expires_at: sql`provost_now()` })
      .where('admin_id', '=', admin.id)
      .execute();
    const late = await tokenFor(admin.email);
    await db()
      .updateTable('admins')
      .set({ deleted_at: sql`provost_now()` })
      .where('id', '=', admin.id)
      .execute();
    for (const token of ['unknown', old, late]) {
      expect(await change(token)).toMatchObject({
        status: 400,
        body: { message: 'This link was used or has expired. Request a new link.' },
      });
    }
  });

  test('refuses a network that guesses: thirty wrong links, and then the right one as well', async () => {
    const { email } = await newAdmin();
    const token = await tokenFor(email);
    const from = async (remoteAddress: string, guess: string) => {
      const payload = { token: guess, password: 'a new password' };
      const url = '/api/wladmin/change-password';
      return (await app().http.inject({ method: 'POST', url, remoteAddress, payload })).statusCode;
    };
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => from('198.51.100.7', `${token.slice(0, 40)}${n}`)),
    );
    expect(guesses.filter((status) => status === 400).length).toBeLessThanOrEqual(30);
    expect(new Set(guesses)).toEqual(new Set([400, 429]));
    expect(await from('198.51.100.7', token)).toBe(429);
    expect(await from('198.51.100.8', token)).toBe(200);
  });

  test('refuses a password that is too short, and leaves the link usable', async () => {
    const { email } = await newAdmin();
    const token = await tokenFor(email);
    expect((await change(token, 'short')).body).toMatchObject({
      message: 'The password must have at least 6 characters',
      errors: [{ path: 'password', message: 'The password must have at least 6 characters' }],
    });
    expect((await change(token, 'far longer')).status).toBe(200);
  });

  test('refuses one of the commonest passwords, in whatever case, and leaves the link usable', async () => {
    const { email } = await newAdmin();
    const token = await tokenFor(email);
    const message = 'This is one of the 10,000 most common passwords. Choose another password.';
    for (const password of ['superman', 'SuperMan', '1234567890'])
      expect((await change(token, password)).body).toMatchObject({ errors: [{ path: 'password', message }] });
    expect((await change(token, 'superman and ada')).status).toBe(200);
  });
});

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { useOwnTokens } from '../../../../test/sign-on/own-tokens.ts';
import { goThrough } from '../../../../test/sign-on/sign-on-provider.ts';
import { reasonIn, useSignOn } from '../../../../test/sign-on/sign-on-world.ts';
import { CALLBACK } from './provider.ts';

const log: string[] = [];
const app = useTestApp({ logLevel: 'warn' }, { log: { write: (line: string) => void log.push(line) } });
const world = useSignOn(app);
const { db, provider, settle, someone, sessionsOf, mailsTo, browser: openBrowser } = world;
const ownToken = useOwnTokens(world);

/** Answers a path of the provider otherwise. */
function instead(path: string, answer: (response: ServerResponse, request: IncomingMessage) => void): void {
  provider().meanwhile = (request, response) => {
    if (new URL(request.url ?? '/', provider().issuer).pathname !== path) return false;
    answer(response, request);
    return true;
  };
}

const json = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('signing in', () => {
  test('opens a session as a password does, and leads to where the person wanted to be', async () => {
    const { id, name, email } = await someone();
    const browser = openBrowser();
    expect(await browser.signOn(name, '/audit?entity=admin')).toBe('/audit?entity=admin');
    const session = await browser.session();
    expect(session?.user).toMatchObject({ id, email, has_password: 1, needs_second_factor: 0 });
    expect((await session?.call('GET', 'auth/me'))?.body.user.email).toBe(email);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'admin_id'])
      .where('entity', '=', 'session')
      .where('admin_id', '=', id)
      .execute();
    expect(entries).toEqual([{ action: 'sign_in', admin_id: id }]);
  });

  test.each([
    '//example.org/x',
    'https://example.org/',
    '/\\example.org',
    'javascript:alert(1)',
    '/\t/example.org',
  ])('does not lead to %s', async (to) => {
    const { name } = await someone();
    expect(await openBrowser().signOn(name, to)).toBe('/');
  });

  test('asks the provider by code with PKCE, state and nonce, of which the table can finish nothing', async () => {
    const browser = openBrowser();
    const asked = new URL(await browser.begin()).searchParams;
    expect(asked.get('response_type')).toBe('code');
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    const kept = JSON.stringify(await db().selectFrom('sign_on_attempts').selectAll().execute());
    for (const secret of [
      asked.get('state'),
      asked.get('nonce'),
      browser.here.cookies.get('provost_sign_on'),
    ])
      expect(kept).not.toContain(secret);
  });

  test('finds the account whatever the case of the address, and not where it is not verified', async () => {
    const { name, email } = await someone();
    provider().people.set(name, { email: email.toUpperCase(), email_verified: true });
    expect(await openBrowser().signOn(name)).toBe('/');
    for (const email_verified of [false, undefined, 'true', 1]) {
      provider().people.set(name, { email, email_verified });
      expect(reasonIn(await openBrowser().signOn(name))).toBe('unverified');
    }
    provider().people.set(name, { email_verified: true });
    expect(reasonIn(await openBrowser().signOn(name))).toBe('unverified');
  });

  test('is refused in words for an address without an account, or one that was removed', async () => {
    provider().people.set('stranger', { email: 'stranger@example.com', email_verified: true });
    const browser = openBrowser();
    const location = await browser.signOn('stranger', '/payouts');
    expect(location).toBe('/login?refused=no_account&to=%2Fpayouts#stranger%40example.com');
    expect(await browser.session()).toBeNull();
    const { id, name } = await someone();
    await db().updateTable('admins').set({ deleted_at: sql`provost_now()` }).where('id', '=', id).execute();
    expect(reasonIn(await openBrowser().signOn(name))).toBe('no_account');
    expect(await sessionsOf(id)).toEqual([]);
  });

  test('ends the session that the browser had, whose cookie stays behind on the way back, and no other', async () => {
    const { id, name } = await someone();
    const [browser, other] = [openBrowser(), openBrowser()];
    await browser.signOn(name);
    await other.signOn(name);
    const [former] = await sessionsOf(id);
    const url = await goThrough(await browser.begin(), name, browser.there);
    browser.here.cookies.delete('provost_refresh');
    expect(await browser.comeBack(url)).toBe('/');
    const sessions = await sessionsOf(id);
    expect(sessions.filter(({ ended_at }) => ended_at !== null)).toMatchObject([
      { id: former?.id, ended_because: 'sign_out' },
    ]);
    expect(sessions).toHaveLength(3);
    expect(await other.session()).not.toBeNull();
  });

  test('needs no second factor of ours, and still needs none once the settings demand one', async () => {
    const { id, name } = await someone();
    await db()
      .insertInto('one_time_codes')
      .values({ admin_id: id, pending: false, sealed: Buffer.alloc(40) })
      .execute();
    const browser = openBrowser();
    await browser.signOn(name);
    const superadmin = await app().as({ permissions: ['superadmin'] });
    await db().deleteFrom('one_time_codes').where('admin_id', '=', id).execute();
    expect((await superadmin('PATCH', 'security-settings', { second_factor: 'everybody' })).status).toBe(200);
    const [session] = await sessionsOf(id);
    expect(session).toMatchObject({ signed_on: true, needs_factor: false });
    await db().updateTable('sessions').set({ needs_factor: false }).execute();
    expect((await superadmin('PATCH', 'security-settings', { second_factor: 'nobody' })).status).toBe(200);
  });

  test('accepts an invitation, whose link ends with it', async () => {
    const { id, name } = await someone({ permissions: ['events'], password_hash: '-' });
    await db().insertInto('admin_invitations').values({ admin_id: id }).execute();
    const browser = openBrowser();
    await browser.signOn(name);
    expect((await browser.session())?.user).toMatchObject({ id, has_password: 0 });
    const [invitation] = await db()
      .selectFrom('admin_invitations')
      .selectAll()
      .where('admin_id', '=', id)
      .execute();
    expect(invitation?.ended_at).not.toBeNull();
  });

  test('refuses an account whose invitation was withdrawn', async () => {
    const { id, name } = await someone({ permissions: ['events'], password_hash: '-' });
    await db().insertInto('admin_invitations').values({ admin_id: id }).execute();
    await db()
      .updateTable('admin_invitations')
      .set({ ended_at: sql`provost_now()` })
      .where('admin_id', '=', id)
      .execute();
    const browser = openBrowser();
    await browser.signOn(name);
    expect(await browser.session()).toBeNull();
  });

  test('knows the device again, whose cookie does not come along from another site', async () => {
    const { name, email } = await someone();
    const browser = openBrowser();
    await browser.signOn(name);
    const device = browser.here.cookies.get('provost_device');
    const address = await browser.begin();
    const url = await goThrough(address, name, browser.there);
    // Strict cookies stay behind on the way back.
    browser.here.cookies.delete('provost_device');
    browser.here.cookies.delete('provost_refresh');
    await browser.comeBack(url);
    expect(browser.here.cookies.get('provost_device')).toBe(device);
    expect(await mailsTo(email)).toEqual([]);
  });
});

describe('the way back', () => {
  test('is refused to another browser, a second time, after ten minutes and without a state', async () => {
    const { id, name } = await someone();
    const [browser, other] = [openBrowser(), openBrowser()];
    const url = await goThrough(await browser.begin(), name);
    expect(reasonIn(await other.comeBack(url))).toBe('begun_elsewhere');
    await other.begin();
    expect(reasonIn(await other.comeBack(url))).toBe('begun_elsewhere');
    expect(await browser.comeBack(url)).toBe('/');
    expect(reasonIn(await browser.comeBack(url))).toBe('begun_elsewhere');
    expect(await sessionsOf(id)).toHaveLength(1);
    const late = await goThrough(await browser.begin(), name, browser.there);
    await db()
      .updateTable('sign_on_attempts')
      .set({ begun_at: sql`provost_now() - interval '601 seconds'` })
      .execute();
    expect(reasonIn(await browser.comeBack(late))).toBe('begun_elsewhere');
    expect(reasonIn(await browser.comeBack(new URL(`http://x${CALLBACK}?code=x`)))).toBe('begun_elsewhere');
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('opens one session where it is taken eight times at once', async () => {
    const { id, name } = await someone();
    const browser = openBrowser();
    const url = await goThrough(await browser.begin(), name);
    const cookie = browser.here.header;
    const ways = await Promise.all(
      Array.from({ length: 8 }, () => app().call('GET', url.pathname + url.search, undefined, { cookie })),
    );
    expect(ways.filter(({ headers }) => headers.location === '/')).toHaveLength(1);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('takes two windows of one browser', async () => {
    const { id, name } = await someone();
    const browser = openBrowser();
    const [first, second] = [await browser.begin('/audit'), await browser.begin('/payouts')];
    expect(await browser.comeBack(await goThrough(second, name))).toBe('/payouts');
    expect(await browser.comeBack(await goThrough(first, name))).toBe('/audit');
    expect(await sessionsOf(id)).toHaveLength(2);
  });

  test('says that it was cancelled, and that a code is not the provider’s', async () => {
    const { name } = await someone();
    const browser = openBrowser();
    expect(reasonIn(await browser.signOn(null))).toBe('cancelled');
    const url = await goThrough(await browser.begin(), name);
    url.searchParams.set('code', 'made up');
    expect(reasonIn(await browser.comeBack(url))).toBe('not_trusted');
    const mixed = await goThrough(await browser.begin(), name);
    mixed.searchParams.set('iss', 'https://provider.example.org');
    expect(reasonIn(await browser.comeBack(mixed))).toBe('not_trusted');
    // A code belongs to its challenge.
    const one = await goThrough(await browser.begin(), name);
    const other = await goThrough(await browser.begin(), name);
    one.searchParams.set('code', other.searchParams.get('code') ?? '');
    expect(reasonIn(await browser.comeBack(one))).toBe('not_trusted');
    expect(await browser.session()).toBeNull();
  });
});

describe('tokens', () => {
  const withToken = async (change: (claims: Record<string, unknown>) => void, known = true) =>
    (await ownToken({ change, known })).location;

  test('are taken where all of it is right, else the next test would show nothing', async () => {
    expect(await withToken(() => {})).toBe('/');
  });

  test.each<[string, (claims: Record<string, unknown>) => void]>([
    ['of another issuer', (claims) => void (claims.iss = 'https://provider.example.org')],
    ['for another client', (claims) => void (claims.aud = 'somebody else')],
    ['of another sign-in', (claims) => void (claims.nonce = 'another')],
    ['without a nonce', (claims) => void delete claims.nonce],
    ['that has expired', (claims) => void (claims.exp = 1)],
    ['without a subject', (claims) => void delete claims.sub],
  ])('%s are refused', async (_, change) => {
    expect(reasonIn(await withToken(change))).toBe('not_trusted');
  });

  test('signed by a key that is not the provider’s are refused, and logged once', async () => {
    log.length = 0;
    const before = await db().selectFrom('sessions').select('id').execute();
    expect(reasonIn(await withToken(() => {}, false))).toBe('not_trusted');
    expect(reasonIn(await withToken(() => {}, false))).toBe('not_trusted');
    expect(await db().selectFrom('sessions').select('id').execute()).toHaveLength(before.length);
    expect(log.filter((line) => line.includes('single sign-on')).length).toBeLessThanOrEqual(1);
  });
});

describe('while the provider is away', () => {
  test('the screen opens, the button says so, and it is asked again once it is back', async () => {
    provider().meanwhile = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    expect((await app().call('GET', 'auth/sso')).body).toEqual({ offered: 1, only: 0 });
    const browser = openBrowser();
    for (let tries = 0; tries < 3; tries += 1) {
      const { status, body } = await browser.call('POST', 'auth/sso', {});
      expect([status, body.message]).toEqual([
        503,
        'Single sign-on is not responding. Try again in a minute.',
      ]);
    }
    provider().meanwhile = null;
    expect(new URL(await browser.begin()).origin).toBe(provider().issuer);
  });

  test('nobody listens: the same', async () => {
    app().platform.config.oidc = { ...provider().settings(), issuer: 'http://127.0.0.1:9' };
    expect((await app().call('POST', 'auth/sso', {})).status).toBe(503);
  });

  test('it goes away between the way there and the way back', async () => {
    const { id, name } = await someone();
    const browser = openBrowser();
    const url = await goThrough(await browser.begin(), name);
    instead('/token', (response) => response.writeHead(502).end());
    expect(reasonIn(await browser.comeBack(url))).toBe('provider_away');
    expect(await sessionsOf(id)).toEqual([]);
  });

  test('what it says of itself is asked once', async () => {
    settle();
    provider().asked.length = 0;
    for (let tries = 0; tries < 3; tries += 1) await openBrowser().begin();
    expect(provider().asked.filter((path) => path.includes('.well-known'))).toHaveLength(1);
  });

  test('another one answers in its place: refused', async () => {
    settle();
    instead('/.well-known/openid-configuration', (response) =>
      json(response, {
        issuer: 'https://provider.example.org',
        authorization_endpoint: 'https://provider.example.org/auth',
      }),
    );
    expect((await app().call('POST', 'auth/sso', {})).status).toBe(503);
  });
});

describe('an address that two people share', () => {
  test('is the first one’s; the other is refused, and the account is mailed once', async () => {
    const { id, name, email } = await someone();
    provider().people.set(`${name}-twin`, { email, email_verified: true });
    expect(await openBrowser().signOn(name)).toBe('/');
    for (let tries = 0; tries < 2; tries += 1)
      expect(reasonIn(await openBrowser().signOn(`${name}-twin`))).toBe('other_person');
    expect(await sessionsOf(id)).toHaveLength(1);
    expect(await mailsTo(email)).toEqual(['Someone else tried to sign in to your Provost account']);
    expect(await openBrowser().signOn(name)).toBe('/');
  });

  test('is one person’s where both come first at once', async () => {
    const { id, name, email } = await someone();
    provider().people.set(`${name}-twin`, { email, email_verified: true });
    const ways = await Promise.all(
      [name, `${name}-twin`].map(async (who) => {
        const browser = openBrowser();
        return { browser, url: await goThrough(await browser.begin(), who) };
      }),
    );
    const led = await Promise.all(ways.map(({ browser, url }) => browser.comeBack(url)));
    expect(new Set(led.map(reasonIn))).toEqual(new Set([null, 'other_person']));
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('a person whose address becomes that of another account does not get that one', async () => {
    const [one, other] = [await someone(), await someone()];
    await openBrowser().signOn(one.name);
    provider().people.set(one.name, { email: other.email, email_verified: true });
    expect(reasonIn(await openBrowser().signOn(one.name))).toBe('other_account');
    expect(await sessionsOf(other.id)).toEqual([]);
  });

  test('an account whose address was changed here is found by the new one', async () => {
    const { id, name, email } = await someone();
    await openBrowser().signOn(name);
    await db()
      .updateTable('admins')
      .set({ email: `new-${email}` })
      .where('id', '=', id)
      .execute();
    provider().people.set('successor', { email: `new-${email}`, email_verified: true });
    expect(await openBrowser().signOn('successor')).toBe('/');
  });
});

describe('the password of an account', () => {
  test('still opens it beside single sign-on', async () => {
    const { email } = await someone();
    expect((await app().call('POST', 'auth', { email, password: ADMIN_PASSWORD })).status).toBe(200);
  });
});

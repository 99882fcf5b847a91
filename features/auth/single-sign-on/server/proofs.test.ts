/** What a provider's word proves, and what it does not: when somebody showed who they are, and whose an address is. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../../../test/harness.ts';
import { useOwnTokens } from '../../../../test/sign-on/own-tokens.ts';
import { goThrough } from '../../../../test/sign-on/sign-on-provider.ts';
import { reasonIn, useSignOn } from '../../../../test/sign-on/sign-on-world.ts';

const app = useTestApp();
const world = useSignOn(app);
const { provider, settle, someone, sessionsOf, browser } = world;
const ownToken = useOwnTokens(world);

const now = () => Math.floor(Date.now() / 1000);

test.each<[string, () => unknown, number]>([
  ['a minute ago', () => now() - 60, 200],
  ['eleven minutes ago', () => now() - 11 * 60, 401],
  ['a day ago', () => now() - 24 * 3600, 401],
  ['at a time that the provider does not say', () => undefined, 401],
])('who has shown the provider who they are %s', async (_, auth_time, status) => {
  const { own, location } = await ownToken({ change: (claims) => void (claims.auth_time = auth_time()) });
  expect(location).toBe('/');
  const session = await own.session();
  expect((await session?.call('GET', 'auth/proven'))?.status).toBe(status);
});

test('a time that is a text opens nothing', async () => {
  const { location } = await ownToken({ change: (claims) => void (claims.auth_time = String(now())) });
  expect(reasonIn(location)).toBe('not_trusted');
});

test.each<[string, object, string]>([
  ['nobody', { alg: 'none' }, ''],
  ['nobody, in other letters', { alg: 'NONE' }, ''],
  ['the secret that the client has too', { alg: 'HS256' }, 'a secret of the provider'],
])('a token signed by %s opens nothing', async (_, header, secret) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { id, location } = await ownToken({
    sign(claims) {
      const signed = `${part(header)}.${part(claims)}`;
      const mac = createHmac('sha256', secret).update(signed).digest('base64url');
      return `${signed}.${secret && mac}`;
    },
  });
  expect(reasonIn(location)).toBe('not_trusted');
  expect(await sessionsOf(id)).toEqual([]);
});

describe('where the provider has to name how it knows people', () => {
  const settings = { strength: ['mfa', 'phr'] };

  test.each<[object, string | null]>([
    [{}, 'too_weak'],
    [{ amr: ['pwd'] }, 'too_weak'],
    [{ amr: 'mfa-less' }, 'too_weak'],
    [{ acr: '0', amr: ['pwd', 'otp'] }, 'too_weak'],
    [{ acr: ['mfa'] }, null],
    [{ amr: ['pwd', 'mfa'] }, null],
    [{ acr: 'phr' }, null],
  ])('%j is answered by %s', async (said, refused) => {
    const { id, location } = await ownToken({
      settings,
      change: (claims) => void Object.assign(claims, said),
    });
    expect(reasonIn(location)).toBe(refused);
    expect(await sessionsOf(id)).toHaveLength(refused === null ? 1 : 0);
  });

  test('it is asked for it, and what it says beside the token counts for nothing', async () => {
    settle(settings);
    expect(new URL(await browser().begin()).searchParams.get('acr_values')).toBe('mfa phr');
    const { location } = await ownToken({
      settings,
      change: (claims) => void delete claims.email,
      userinfo: ({ email }) => ({ email, email_verified: true, acr: 'mfa', amr: ['mfa'] }),
    });
    expect(reasonIn(location)).toBe('too_weak');
  });

  test('a proof in a weaker way proves no session either', async () => {
    const { own, name, location } = await ownToken({
      settings,
      change: (claims) => void (claims.amr = ['mfa']),
    });
    expect(location).toBe('/');
    provider().meanwhile = null;
    // With the keys of the provider itself.
    settle(settings);
    const session = await own.session();
    const { body } = (await session?.call('POST', 'auth/sso/step-up', {})) ?? {};
    // The provider of the tests names no method.
    expect(reasonIn(await own.comeBack(await goThrough(body.address, name, own.there)))).toBe('too_weak');
  });
});

test('a clock of the provider that is ahead proves nothing for longer', async () => {
  const { id } = await ownToken({ change: (claims) => void (claims.auth_time = now() + 3600) });
  const [session] = await sessionsOf(id);
  expect(Date.parse(String(session?.proven_at))).toBeLessThanOrEqual(Date.now() + 1000);
});

test('what verifies another address verifies nothing', async () => {
  const victim = await someone({ permissions: ['superadmin'] });
  const mixed = [
    {
      // The token names the victim's, the answer beside it verifies the own.
      change: (claims: Record<string, unknown>) => {
        claims.email = victim.email;
        delete claims.email_verified;
      },
      userinfo: ({ email }: { email: string }) => ({ email, email_verified: true }),
    },
    {
      change: (claims: Record<string, unknown>) => void delete claims.email,
      userinfo: () => ({ email: victim.email }),
    },
  ];
  for (const written of mixed) {
    await ownToken(written);
    expect(await sessionsOf(victim.id)).toEqual([]);
  }
});

test('address and its verification beside a token that has neither open the account', async () => {
  const { id, location } = await ownToken({
    change: (claims) => {
      delete claims.email;
      delete claims.email_verified;
    },
    userinfo: ({ email }) => ({ email, email_verified: true }),
  });
  expect(location).toBe('/');
  expect(await sessionsOf(id)).toHaveLength(1);
});

test.each([
  // The sign of Kelvin, whose small letter is a k.
  ['keeper', '\u212aeeper'],
  ['sister', '\u017fi\u017fter'],
  ['owner', '\u043ewner'],
  ['office', 'o\ufb03ce'],
])('an address of %s in letters of other scripts is not theirs', async (name, written) => {
  const victim = await someone({ permissions: ['superadmin'] });
  const email = `${name}-${victim.id}@example.com`;
  const { id } = await someone({ permissions: ['superadmin'] });
  await world.db().updateTable('admins').set({ email }).where('id', '=', id).execute();
  provider().people.set(`${name}-thief`, { email: email.replace(name, written), email_verified: true });
  expect(reasonIn(await browser().signOn(`${name}-thief`))).toBe('unverified');
  expect(await sessionsOf(id)).toEqual([]);
});

test('of many who wait for a provider that is away, each is told so', async () => {
  settle();
  provider().meanwhile = (_, response) => {
    setTimeout(() => response.writeHead(503).end(), 200);
    return true;
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => browser().call('POST', 'auth/sso', {})));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503));
});

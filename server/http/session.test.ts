import { type KeyObject, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { makeAdmin } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { authenticate, signAccessToken } from './session.ts';

const app = useTestApp();
const key = () => app().platform.tokenKey;
const ask = (token: string, scheme = 'Bearer ') =>
  authenticate(app().platform.database.everything, key(), `${scheme}${token}`);

async function newSession() {
  const db = app().platform.database.everything;
  const admin = await makeAdmin(db, { permissions: ['events'] });
  const session = await db
    .insertInto('sessions')
    .values({ admin_id: admin.id, address: '127.0.0.1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { admin_id: admin.id, session_id: session.id, token: signAccessToken(key(), session.id) };
}

const claims = (sid: unknown, life = 60) => ({ sid, exp: Math.floor(Date.now() / 1000) + life });
const signedBy = (secret: KeyObject | Uint8Array, payload: object, header: object = {}) =>
  new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256', ...header }).sign(secret);

describe('an access token', () => {
  test('is a JWT as others read and write them, and lives a quarter of an hour', async () => {
    const { token, session_id, admin_id } = await newSession();
    const { payload } = await jwtVerify(token, key(), { algorithms: ['HS256'] });
    expect(payload).toMatchObject({ sid: session_id });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(15 * 60);
    const known = { session_id, actor: { admin_id, role: 'admin', permissions: ['events'] } };
    expect(await ask(token)).toMatchObject(known);
    expect(await ask(await signedBy(key(), claims(session_id)))).toMatchObject(known);
  });

  test('does not hold under another key, algorithm, header, scheme, without an end, after it, or for no session', async () => {
    const { session_id, token } = await newSession();
    const forged = [
      await signedBy(randomBytes(32), claims(session_id)),
      await signedBy(key(), claims(session_id), { alg: 'HS512' }),
      await signedBy(key(), claims(session_id), { typ: 'JWT' }),
      await signedBy(key(), { sid: session_id }),
      await signedBy(key(), { ...claims(session_id), exp: '99999999999' }),
      await signedBy(key(), claims(session_id, -1)),
      await signedBy(key(), claims(crypto.randomUUID())),
      await signedBy(key(), claims(17)),
      await signedBy(key(), claims("' or true --")),
      new UnsecuredJWT(claims(session_id)).encode(),
      `${token}.`,
      `${token}=`,
      token.split('.').slice(0, 2).join('.'),
      '',
      '..',
    ];
    for (const text of forged) expect(await ask(text), text).toBeNull();
    for (const scheme of ['', 'bearer ', 'Basic ', ' Bearer ']) expect(await ask(token, scheme)).toBeNull();
  });

  test('does not hold with any character changed, nor as any other text', async () => {
    const { token } = await newSession();
    const change = fc.record({ at: fc.nat(token.length - 1), by: fc.string({ minLength: 1, maxLength: 1 }) });
    await fc.assert(
      fc.asyncProperty(change, fc.string({ unit: 'binary' }), async ({ at, by }, text) => {
        fc.pre(token[at] !== by);
        expect(await ask(token.slice(0, at) + by + token.slice(at + 1))).toBeNull();
        expect(await ask(text)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});

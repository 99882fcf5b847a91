import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { hashPassword } from '../../../server/passwords/password-hashes.ts';
import { ADMIN_PASSWORD } from '../../../test/factories.ts';
import type { FeatureCases, Stage } from '../../../test/routes/route-cases.ts';
import type { authContract } from '../contract.ts';

const PASSWORD = 'correct horse';
let hash: Promise<string> | undefined;

async function account({ db, caller }: Stage) {
  hash ??= hashPassword(PASSWORD, 'test');
  return db
    .updateTable('admins')
    .set({ password_hash: await hash })
    .where('id', '=', caller.admin_id)
    .returning(['email', 'id'])
    .executeTakeFirstOrThrow();
}

async function signedIn(stage: Stage) {
  const { email } = await account(stage);
  const answer = await stage.app.call('POST', 'auth', { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return { email, ...(answer.body as { token: string; refresh_token: string }) };
}

const me = ({ app }: Stage, token: string) =>
  app.call('GET', 'auth/me', undefined, { authorization: `Bearer ${token}` });

/** The throttle would hide what lies behind it. */
async function forgetFailures(db: Db): Promise<number[]> {
  await db.deleteFrom('sign_in_failures').execute();
  return [];
}

export const authCases: FeatureCases<typeof authContract> = {
  routes: {
    signIn: {
      refusals: {
        everybody: 401,
        body: () => ({ email: `${crypto.randomUUID()}@example.com`, password: 'wrong' }),
      },
      async success(stage) {
        const { email, id } = await account(stage);
        return {
          body: { email, password: PASSWORD },
          effect: async ({ token }) => expect((await me(stage, token)).body.user.id).toBe(id),
        };
      },
      fuzz: { also: [401, 429], never200: true, prepare: forgetFailures },
    },
    refresh: {
      refusals: { everybody: 401, body: () => ({ refresh_token: 'unknown' }) },
      async success(stage) {
        const { email, refresh_token } = await signedIn(stage);
        return {
          body: { refresh_token },
          effect: async ({ token }) => expect((await me(stage, token)).body.user.email).toBe(email),
        };
      },
      fuzz: { also: [401], never200: true },
    },
    signOut: {
      refusals: { everybody: 200 },
      async success(stage) {
        const { token, refresh_token } = await signedIn(stage);
        return {
          body: { refresh_token },
          effect: async () => expect((await me(stage, token)).status).toBe(401),
        };
      },
      fuzz: { endsCallers: true },
    },
    me: {
      refusals: {},
      success: async ({ caller }) => ({ effect: ({ user }) => expect(user.id).toBe(caller.admin_id) }),
    },
    stepUp: {
      refusals: { body: () => ({ password: ADMIN_PASSWORD }), kinds: ['own'] },
      async success({ db, caller }) {
        const old = sql<string>`provost_now() - interval '1 hour'`;
        await db
          .updateTable('sessions')
          .set({ proven_at: old })
          .where('admin_id', '=', caller.admin_id)
          .execute();
        return {
          body: { password: ADMIN_PASSWORD },
          effect: async () => {
            const { proven_at } = await db
              .selectFrom('sessions')
              .select('proven_at')
              .where('admin_id', '=', caller.admin_id)
              .executeTakeFirstOrThrow();
            expect(Date.now() - Date.parse(proven_at)).toBeLessThan(600_000);
          },
        };
      },
      fuzz: { also: [429], usually: { password: ADMIN_PASSWORD } },
    },
    proven: {
      refusals: {},
      success: async () => ({ effect: ({ message }) => expect(message).toBe('Proven') }),
    },
    recoverPassword: {
      refusals: { everybody: 200, body: () => ({ email: 'nobody@example.com' }) },
      async success(stage) {
        const { email } = await account(stage);
        return { body: { email }, effect: () => {} };
      },
      fuzz: { also: [429] },
    },
    changePassword: {
      refusals: { everybody: 400, body: () => ({ token: 'unknown', password: 'a new one' }) },
      async success(stage) {
        const { email, id } = await account(stage);
        const token = randomBytes(32).toString('base64url');
        await stage.db
          .insertInto('password_resets')
          .values({
            token_hash: createHash('sha256').update(token).digest(),
            admin_id: id,
            expires_at: new Date(Date.now() + 60_000).toISOString(),
          })
          .execute();
        return {
          body: { token, password: 'battery staple' },
          effect: async () => {
            const again = await stage.app.call('POST', 'auth', { email, password: 'battery staple' });
            expect(again.status).toBe(200);
          },
        };
      },
      fuzz: { never200: true, also: [429] },
    },
  },
};

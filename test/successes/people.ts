/** Successes of sign-in, admin users, the audit and the look-ups of programs and users. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { adminUsersContract } from '../../features/admin-users/contract.ts';
import type { auditContract } from '../../features/audit/contract.ts';
import type { authContract } from '../../features/auth/contract.ts';
import { hashPassword } from '../../features/auth/server/passwords.ts';
import type { programsContract } from '../../features/programs/contract.ts';
import type { siteUsersContract } from '../../features/site-users/contract.ts';
import { makeAdmin, makeSiteUser } from '../factories.ts';
import type { Stage, Successes } from './success.ts';

const PASSWORD = 'correct horse';
let hash: Promise<string> | undefined;

/** The caller's own account, with a password. */
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
  const answer = await stage.world.call('POST', 'auth', { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return { email, ...(answer.body as { token: string; refresh_token: string }) };
}

const me = ({ world }: Stage, token: string) =>
  world.call('GET', 'auth/me', undefined, { authorization: `Bearer ${token}` });

export const authSuccesses: Successes<typeof authContract> = {
  async signIn(stage) {
    const { email, id } = await account(stage);
    return {
      body: { email, password: PASSWORD },
      effect: async ({ token }) => expect((await me(stage, token)).body.user.id).toBe(id),
    };
  },
  async refresh(stage) {
    const { email, refresh_token } = await signedIn(stage);
    return {
      body: { refresh_token },
      effect: async ({ token }) => expect((await me(stage, token)).body.user.email).toBe(email),
    };
  },
  async signOut(stage) {
    const { token, refresh_token } = await signedIn(stage);
    return {
      body: { refresh_token },
      effect: async () => expect((await me(stage, token)).status).toBe(401),
    };
  },
  me: async ({ caller }) => ({ effect: ({ user }) => expect(user.id).toBe(caller.admin_id) }),
  async recoverPassword(stage) {
    const { email } = await account(stage);
    return { body: { email }, effect: () => {} };
  },
  async changePassword(stage) {
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
        const again = await stage.world.call('POST', 'auth', { email, password: 'battery staple' });
        expect(again.status).toBe(200);
      },
    };
  },
};

const newAdmin = ({ db, program }: Stage) =>
  makeAdmin(db, { permissions: [], program_id: program, email: `made-${crypto.randomUUID()}@example.com` });
const adminRow = ({ db }: Stage, id: number) =>
  db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const adminUsersSuccesses: Successes<typeof adminUsersContract> = {
  async adminUsers(stage) {
    await newAdmin(stage);
    return { effect: ({ count }) => expect(count).toBeGreaterThan(0) };
  },
  async adminUser(stage) {
    const { id, email } = await newAdmin(stage);
    return { id, effect: ({ user }) => expect(user).toMatchObject({ id, email }) };
  },
  permissions: async () => ({ effect: ({ permissions }) => expect(permissions.length).toBeGreaterThan(0) }),
  async createAdminUser(stage) {
    const email = `new-${crypto.randomUUID()}@example.com`;
    const user = { email, password: 'long enough', program_id: stage.program, permissions: [] };
    return {
      body: { user_data: user },
      effect: async () => {
        const { program_id } = await stage.db
          .selectFrom('admins')
          .select('program_id')
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
        expect(program_id).toBe(stage.program);
      },
    };
  },
  async updateAdminUser(stage) {
    const { id } = await newAdmin(stage);
    const email = `changed-${crypto.randomUUID()}@example.com`;
    return {
      id,
      body: { user_data: { email, program_id: stage.program, permissions: [] } },
      effect: async () => expect((await adminRow(stage, id)).email).toBe(email),
    };
  },
  async deleteAdminUser(stage) {
    const { id } = await newAdmin(stage);
    return { id, effect: async () => expect((await adminRow(stage, id)).deleted_at).not.toBeNull() };
  },
};

export const auditSuccesses: Successes<typeof auditContract> = {
  async audit({ db, program }) {
    const entity = `success-${crypto.randomUUID()}`;
    await db
      .insertInto('audit_entries')
      .values({ entity, entity_id: '1', action: 'update', program_id: program })
      .execute();
    return { query: `entity=${entity}`, effect: ({ count }) => expect(count).toBe(1) };
  },
  async auditAuthors({ db, program, caller }) {
    const { admin_id } = caller;
    await db
      .insertInto('audit_entries')
      .values({ entity: 'thing', entity_id: '1', action: 'update', program_id: program, admin_id })
      .execute();
    return {
      query: `id=${admin_id}`,
      effect: ({ authors }) => expect(authors).toEqual([{ id: admin_id, email: expect.any(String) }]),
    };
  },
};

export const programsSuccesses: Successes<typeof programsContract> = {
  programs: async ({ program }) => ({
    effect: ({ programs }) => expect(programs.map(({ id }: { id: number }) => id)).toContain(program),
  }),
};

export const siteUsersSuccesses: Successes<typeof siteUsersContract> = {
  async userSearch({ db, program }) {
    const first_name = `Found${crypto.randomUUID().slice(0, 8)}`;
    const { id } = await makeSiteUser(db, { first_name, program_id: program });
    return {
      query: `name=${first_name}`,
      effect: ({ users }) => expect(users).toMatchObject([{ id }]),
    };
  },
};

import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { NO_PASSWORD } from '../../../../server/passwords/password-hashes.ts';
import { makeAdmin } from '../../../../test/factories.ts';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import type { invitationsContract } from '../contract.ts';

async function invited(db: Db, program_id: number) {
  const admin = await makeAdmin(db, { permissions: [], program_id, password_hash: NO_PASSWORD });
  const { id } = await db
    .insertInto('admin_invitations')
    .values({ admin_id: admin.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...admin, invitation_id: id };
}

async function link({ db, program_id }: Stage) {
  const admin = await invited(db, program_id);
  const token = randomBytes(32).toString('base64url');
  await db
    .updateTable('admin_invitations')
    .set({ token_hash: createHash('sha256').update(token).digest() })
    .where('id', '=', admin.invitation_id)
    .execute();
  return { ...admin, token };
}

const invitedRow = async ({ db, program }: Cell) => (await invited(db, program)).id;

const linksOf = ({ db }: Stage, id: number) =>
  db.selectFrom('admin_invitations').selectAll().where('admin_id', '=', id).orderBy('id').execute();

const wish = (program_id: number) => ({
  user_data: { email: `${crypto.randomUUID()}@example.com`, program_id, permissions: ['admins'] },
});

const freshInvited = (db: Db, calls: number) =>
  Promise.all(Array.from({ length: calls }, async () => (await invited(db, 0)).id));

export const invitationsCases: FeatureCases<typeof invitationsContract> = {
  routes: {
    invitationSettings: {
      refusals: {},
      success: async () => ({ effect: (answer) => expect(answer).toEqual({ sends_email: false }) }),
    },
    inviteAdminUser: {
      refusals: { body: ({ program }) => wish(program), beyond: 403 },
      async success(stage) {
        const body = wish(stage.program_id);
        return {
          body,
          effect: async ({ user }) => {
            expect(user).toMatchObject({ email: body.user_data.email, program_id: stage.program_id });
            expect(await linksOf(stage, user.id)).toMatchObject([
              { invited_by: stage.caller.admin_id, token_hash: null, used_at: null, ended_at: null },
            ]);
          },
        };
      },
    },
    resendInvitation: {
      refusals: { row: invitedRow },
      async success(stage) {
        const { id } = await invited(stage.db, stage.program_id);
        return {
          id,
          effect: async () => {
            const links = await linksOf(stage, id);
            expect(links.map(({ ended_at }) => ended_at === null)).toEqual([false, true]);
          },
        };
      },
      fuzz: { prepare: freshInvited, also: [429] },
    },
    withdrawInvitation: {
      refusals: { row: invitedRow },
      async success(stage) {
        const { id } = await invited(stage.db, stage.program_id);
        return {
          id,
          effect: async ({ user }) => {
            expect(user.invitation).toEqual({ ends_at: null });
            expect((await linksOf(stage, id)).map(({ ended_at }) => ended_at === null)).toEqual([false]);
          },
        };
      },
      fuzz: { prepare: freshInvited },
    },
    openInvitation: {
      refusals: { everybody: 400, body: () => ({ token: 'unknown' }) },
      async success(stage) {
        const { token, email } = await link(stage);
        return {
          body: { token },
          effect: (answer) => expect(answer).toMatchObject({ email, invited_by: null }),
        };
      },
      fuzz: { never200: true, also: [429] },
    },
    acceptInvitation: {
      refusals: { everybody: 400, body: () => ({ token: 'unknown', password: 'a new one' }) },
      async success(stage) {
        const { token, email, id } = await link(stage);
        const password = 'battery staple';
        return {
          body: { token, password },
          effect: async ({ user }) => {
            expect(user.id).toBe(id);
            expect((await stage.app.call('POST', 'auth', { email, password })).status).toBe(200);
          },
        };
      },
      fuzz: { never200: true, also: [429] },
    },
  },
};

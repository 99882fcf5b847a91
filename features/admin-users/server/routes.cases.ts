import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { makeAdmin } from '../../../test/factories.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases, Stage } from '../../../test/routes/route-cases.ts';
import { switchCase } from '../../../test/routes/switch-cases.ts';
import type { adminUsersContract } from '../contract.ts';

const newAdmin = async ({ db, program }: Cell) =>
  (await makeAdmin(db, { permissions: [], program_id: program })).id;

const wish = ({ program }: Cell) => ({
  user_data: {
    email: `${crypto.randomUUID()}@example.com`,
    password: 'long enough',
    program_id: program,
    permissions: ['admins'],
  },
});

const ownAdmin = ({ db, program_id }: Stage) =>
  makeAdmin(db, { permissions: [], program_id, email: `made-${crypto.randomUUID()}@example.com` });

const adminRow = ({ db }: Stage, id: number) =>
  db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const freshAdmins = (db: Db, calls: number) =>
  Promise.all(
    Array.from({ length: calls }, async () => (await makeAdmin(db, { permissions: ['events'] })).id),
  );

export const adminUsersCases: FeatureCases<typeof adminUsersContract> = {
  mark: ({ db, program }, mark) =>
    makeAdmin(db, { permissions: [], email: `${mark}@example.com`, program_id: program }),
  routes: {
    adminUsersCsv: listExportCase,
    adminUsers: {
      refusals: { lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        await ownAdmin(stage);
        return { effect: ({ count }) => expect(count).toBeGreaterThan(0) };
      },
    },
    adminUser: {
      refusals: { row: newAdmin },
      async success(stage) {
        const { id, email } = await ownAdmin(stage);
        return { id, effect: ({ user }) => expect(user).toMatchObject({ id, email }) };
      },
    },
    permissions: {
      refusals: {},
      success: async () => ({
        effect: ({ permissions }) => expect(permissions.length).toBeGreaterThan(0),
      }),
    },
    createAdminUser: {
      refusals: { body: wish, beyond: 403 },
      async success(stage) {
        const email = `new-${crypto.randomUUID()}@example.com`;
        const user = {
          email,
          password: 'long enough',
          program_id: stage.program_id,
          permissions: ['admins'],
        };
        return {
          body: { user_data: user },
          effect: async () => {
            const { program_id } = await stage.db
              .selectFrom('admins')
              .select('program_id')
              .where('email', '=', email)
              .executeTakeFirstOrThrow();
            expect(program_id).toBe(stage.program_id);
          },
        };
      },
    },
    updateAdminUser: {
      refusals: { row: newAdmin, body: wish },
      async success(stage) {
        const { id } = await ownAdmin(stage);
        const email = `changed-${crypto.randomUUID()}@example.com`;
        return {
          id,
          body: { user_data: { email, program_id: stage.program_id, permissions: ['admins'] } },
          effect: async () => expect((await adminRow(stage, id)).email).toBe(email),
        };
      },
      fuzz: { endsCallers: true, prepare: freshAdmins },
    },
    deleteAdminUser: {
      refusals: { row: newAdmin },
      async success(stage) {
        const { id } = await ownAdmin(stage);
        return { id, effect: async () => expect((await adminRow(stage, id)).deleted_at).not.toBeNull() };
      },
      fuzz: { prepare: freshAdmins },
    },
    switchAdminUsers: switchCase('admin'),
  },
};

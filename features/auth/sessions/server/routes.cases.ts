import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { makeAdmin } from '../../../../test/factories.ts';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import type { sessionsContract } from '../contract.ts';

async function newSession(db: Db, admin_id: number): Promise<string> {
  const values = { admin_id, address: '192.0.2.1' };
  return (await db.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

const isOpen = async ({ db }: Stage, id: string) =>
  (await db.selectFrom('sessions').select('ended_at').where('id', '=', id).executeTakeFirstOrThrow())
    .ended_at === null;

const colleague = (db: Db, program_id: number) => makeAdmin(db, { permissions: ['events'], program_id });

const colleagueRow = async ({ db, program }: Cell) => (await colleague(db, program)).id;

export const sessionsCases: FeatureCases<typeof sessionsContract> = {
  routes: {
    ownSessions: {
      refusals: {},
      async success({ db, caller }) {
        const id = await newSession(db, caller.admin_id);
        return {
          effect: ({ sessions }) =>
            expect(sessions.find((session: { id: string }) => session.id === id)).toMatchObject({
              address: '192.0.2.1',
              current: 0,
            }),
        };
      },
    },
    endOwnSession: {
      refusals: { own: async ({ db }, id) => ({ session_id: await newSession(db, id) }) },
      async success(stage) {
        const session_id = await newSession(stage.db, stage.caller.admin_id);
        return {
          id: { session_id },
          effect: async () => expect(await isOpen(stage, session_id)).toBe(false),
        };
      },
      fuzz: { never200: true },
    },
    endOtherSessions: {
      refusals: {},
      async success(stage) {
        const other = await newSession(stage.db, stage.caller.admin_id);
        return {
          effect: async () => {
            expect(await isOpen(stage, other)).toBe(false);
            expect((await stage.caller('GET', 'account/sessions')).status).toBe(200);
          },
        };
      },
      fuzz: { endsCallers: true },
    },
    adminSessions: {
      refusals: { row: colleagueRow },
      async success({ db, program_id }) {
        const { id } = await colleague(db, program_id);
        const session = await newSession(db, id);
        return {
          id,
          effect: ({ sessions }) => expect(sessions).toMatchObject([{ id: session, current: 0 }]),
        };
      },
    },
    endAdminSession: {
      refusals: {
        async row({ db, program }) {
          const { id } = await colleague(db, program);
          return { id, session_id: await newSession(db, id) };
        },
      },
      async success(stage) {
        const { id } = await colleague(stage.db, stage.program_id);
        const [session_id, other] = [await newSession(stage.db, id), await newSession(stage.db, id)];
        return {
          id: { id, session_id },
          effect: async () => {
            expect([await isOpen(stage, session_id), await isOpen(stage, other)]).toEqual([false, true]);
          },
        };
      },
      fuzz: { never200: true },
    },
    endAdminSessions: {
      refusals: { row: colleagueRow },
      async success(stage) {
        const { id } = await colleague(stage.db, stage.program_id);
        const session = await newSession(stage.db, id);
        return { id, effect: async () => expect(await isOpen(stage, session)).toBe(false) };
      },
      fuzz: { endsCallers: true },
    },
  },
};

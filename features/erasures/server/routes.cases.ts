import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { makeAdmin, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases, Stage } from '../../../test/routes/route-cases.ts';
import type { erasureContract, PersonalDataRequest } from '../contract.ts';
import { eraseDue } from './erase.ts';

type Of = Pick<Stage, 'db'> & { program_id: number | null };

const person = async ({ db, program_id }: Of) => (await makeSiteUser(db, { program_id })).id;

/** Somebody whose erasure another superadmin has requested. */
async function proposed({ db, program_id }: Of): Promise<number> {
  const user_id = await person({ db, program_id });
  const { id: asked_by } = await makeAdmin(db, { permissions: ['superadmin'] });
  await sql`select ask_erasure(${user_id}, ${asked_by})`.execute(db);
  return user_id;
}

/** Somebody who has asked for their data through a site. */
async function asked({ db, program_id }: Of): Promise<number> {
  const user_id = await person({ db, program_id });
  // In some of these tests programs have ids that the sequence does not know.
  const first = db.selectFrom('programs').select('id').orderBy('id').limit(1);
  const site_program_id = program_id ?? (await first.executeTakeFirst())?.id ?? (await makeProgram(db)).id;
  await db.insertInto('data_requests').values({ user_id, site_program_id }).execute();
  return user_id;
}

const dataRequests = (db: Db, user_id: number) =>
  db.selectFrom('data_requests').select(['state', 'decided_by']).where('user_id', '=', user_id).execute();

/** Requests for odd calls to decide. */
const prepare = async (db: Db) => [await proposed({ db, program_id: null })];

const standing = (db: Db, user_id: number) =>
  db
    .selectFrom('erasures as e')
    .innerJoin('site_users as u', 'u.id', 'e.user_id')
    .select(['e.state', 'e.decided_by', 'u.first_name', 'u.del_status'])
    .where('e.user_id', '=', user_id)
    .execute();

/** Does what has begun, as no job works in these tests, and a beginning keeps imports waiting. */
async function finish({ app, db }: Pick<Stage, 'app' | 'db'>, user_id: number): Promise<void> {
  await eraseDue(app.platform);
  expect(await standing(db, user_id)).toMatchObject([{ state: 'done' }]);
}

const emailOf = async (db: Db, id: number) =>
  (await db.selectFrom('site_users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

export const erasureCases: FeatureCases<typeof erasureContract> = {
  routes: {
    personalDataRequestsCsv: listExportCase,
    personalDataRequests: {
      refusals: {},
      async success(stage) {
        const [erased, wanted] = [await proposed(stage), await asked(stage)];
        return {
          effect: ({ requests }) =>
            expect(
              requests.map(({ kind, user_id, own }: PersonalDataRequest) => [kind, user_id, own]),
            ).toEqual(
              expect.arrayContaining([
                ['erasure', erased, 0],
                ['export', wanted, 0],
              ]),
            ),
        };
      },
    },
    closeDataRequest: {
      refusals: { row: (cell: Cell) => asked(cell), body: () => ({ sent: 1 }) },
      async success(stage) {
        const id = await asked(stage);
        return {
          id,
          body: { sent: 1 },
          effect: async ({ data_request }) => {
            expect(data_request).toBeNull();
            expect(await dataRequests(stage.db, id)).toEqual([
              { state: 'sent', decided_by: stage.caller.admin_id },
            ]);
          },
        };
      },
      fuzz: {
        also: [409],
        usually: { sent: 1 },
        // Each is closed once.
        prepare: (db: Db) => Promise.all(Array.from({ length: 20 }, () => asked({ db, program_id: null }))),
      },
    },
    erasure: {
      refusals: { row: (cell: Cell) => proposed(cell) },
      success: async (stage) => ({
        id: await proposed(stage),
        effect: (answer) =>
          expect(answer).toMatchObject({ erasure: { state: 'proposed', own: 0 }, blockers: [], unpaid: [] }),
      }),
    },
    eraseUser: {
      refusals: {
        row: (cell: Cell) => person(cell),
        body: async (cell: Cell, id: number) => ({ email: await emailOf(cell.db, id) }),
      },
      async success(stage) {
        const id = await asked(stage);
        return {
          id,
          body: { email: await emailOf(stage.db, id) },
          effect: async ({ erasure }) => {
            expect(erasure).toMatchObject({ state: 'running', own: 1 });
            expect(await standing(stage.db, id)).toEqual([
              { state: 'running', decided_by: stage.caller.admin_id, first_name: 'Erased', del_status: 1 },
            ]);
            // The pseudonym asks for nothing.
            expect(await dataRequests(stage.db, id)).toEqual([
              { state: 'rejected', decided_by: stage.caller.admin_id },
            ]);
            await finish(stage, id);
          },
        };
      },
      fuzz: { also: [409], never200: true },
    },
    approveErasure: {
      refusals: { row: (cell: Cell) => proposed(cell) },
      async success(stage) {
        const id = await proposed(stage);
        return {
          id,
          async effect() {
            expect(await standing(stage.db, id)).toMatchObject([
              { state: 'running', decided_by: stage.caller.admin_id, first_name: 'Erased' },
            ]);
            await finish(stage, id);
          },
        };
      },
      // Among all the rows there are imports that run, which have to be over first.
      fuzz: { also: [403, 409], never200: true },
    },
    rejectErasure: {
      refusals: { row: (cell: Cell) => proposed(cell) },
      async success(stage) {
        const id = await proposed(stage);
        return {
          id,
          effect: async () =>
            expect(await standing(stage.db, id)).toMatchObject([
              { state: 'rejected', decided_by: stage.caller.admin_id, del_status: 0 },
            ]),
        };
      },
      fuzz: { also: [409], prepare },
    },
    userData: {
      ...listExportCase,
      refusals: { row: (cell: Cell) => person(cell) },
      async success(stage) {
        return { ...(await listExportCase.success()), id: await person(stage) };
      },
    },
  },
};

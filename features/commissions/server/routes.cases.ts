import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { chargeValues } from '../../../test/factories.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import {
  type Cell,
  type FeatureCases,
  PROGRAM_OF,
  SEEDED,
  type Stage,
  type Whose,
} from '../../../test/routes/route-cases.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { newClass } from '../../classes/server/routes.cases.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import type { commissionsContract } from '../contract.ts';
import { CODE } from '../rules.ts';
import { groupCases, kindsOf, newInstructor, newOwner, rowsOf } from './group.cases.ts';

const percent = () => ({ commission: 10 });
const referral = (_: Cell, id: number) => ({ commission: 5, referral: id });
const ofInstructor = (id: number) => `level=instructor&owner_id=${id}`;

async function heldCharge(
  db: Db,
  sold: { id: number; instructor_id: number | null },
  program_id: number | null,
) {
  const values = chargeValues({ class_id: sold.id, program_id, instructor_id: sold.instructor_id });
  const { id } = await db
    .insertInto('charges')
    .values({ ...values, held: 'over_100' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Afresh for each call, because a save at any level divides the charges that it resolves. */
async function holdMarkedCharges({ db }: Cell): Promise<number> {
  const classes = await db
    .selectFrom('classes')
    .select(['id', 'class_name', 'instructor_id'])
    .where('class_name', 'like', '%-marker')
    .execute();
  for (const sold of classes) {
    await heldCharge(db, sold, PROGRAM_OF[sold.class_name.split('-')[0] as Whose] || null);
  }
  return 0;
}

async function newRecalculation(cell: Cell): Promise<number> {
  const { id } = await cell.db
    .insertInto('recalculations')
    .values({
      level: 2,
      owner_id: await newInstructor(cell),
      program_id: cell.program_id,
      scope_program_id: cell.program,
      run_at: '2100-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A recalculation that is divided in slices, and runs or was stopped. */
const begun =
  (status: 'running' | 'stopped') =>
  async (cell: Cell): Promise<number> =>
    begin(cell.db, await newRecalculation(cell), status);

async function begin(db: Db, id: number, status: 'running' | 'stopped'): Promise<number> {
  const number = sql<number>`nextval('split_numbers')`;
  await db
    .updateTable('recalculations')
    .set({ status, number, started_at: sql`provost_now()`, last_charge: 1 })
    .where('id', '=', id)
    .execute();
  return id;
}

const begunRecalculations = (status: 'running' | 'stopped') => async (db: Db) => {
  const ids: number[] = [];
  for (const id of await waitingRecalculations(db)) ids.push(await begin(db, id, status));
  return ids;
};

async function asked(stage: Stage): Promise<number> {
  const owner = await newOwner(stage, 'instructor');
  const { body } = await stage.caller('POST', `instructor-commission/${owner}`, {
    commission: [],
    update: true,
  });
  return body.group.recalculation.id;
}

async function waitingRecalculations(db: Db): Promise<number[]> {
  for (let owner_id = 1; owner_id <= SEEDED; owner_id++) {
    await db
      .insertInto('recalculations')
      .values({ level: 2, owner_id, run_at: '2100-01-01T00:00:00Z' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const waiting = await db
    .selectFrom('recalculations')
    .select('id')
    .where('status', '=', 'waiting')
    .execute();
  return waiting.map(({ id }) => id);
}

/** Programs with a part of their own, and instructors who have room for it. */
async function roomToRefer(db: Db, calls: number): Promise<number[]> {
  for (const id of [1, 2]) await setRows(db, 'program', id, [{ type: 1, commission: 5 }]);
  for (let id = 1; id <= SEEDED; id++) await setRows(db, 'instructor', id, []);
  return Array.from({ length: calls }, (_, index) => 1 + (index % 2));
}

async function seedSales(db: Db): Promise<void> {
  for (const [index, currency] of (['USD', 'JPY', 'EUR', 'KRW'] as const).entries()) {
    await setRows(db, 'instructor', index + 1, [{ type: 0, commission: 10 + index }]);
    await recordCharge(system(db), { class_id: index + 1, amount: 4999, currency });
  }
  await setRows(db, 'class', 5, [{ type: 2, commission: 60, referrer_id: 1 }]);
  await setRows(db, 'instructor', 5, [{ type: 0, commission: 60 }]);
  await recordCharge(system(db), { class_id: 5, amount: 1, currency: 'USD' });
}

const instructors = groupCases('instructor', 'instructors');
const programs = groupCases('program', 'programs');
const classes = groupCases('class', 'classes');

export const commissionsCases: FeatureCases<typeof commissionsContract> = {
  seedOnce: seedSales,
  routes: {
    heldChargesCsv: listExportCase,
    classCommissionsCsv: listExportCase,
    programCommissionsCsv: listExportCase,
    instructorsCsv: listExportCase,
    instructors: instructors.list,
    instructorCommission: instructors.one,
    saveInstructorCommission: instructors.save,
    previewInstructorCommission: instructors.preview,
    deleteInstructorCommission: instructors.remove,
    addInstructorReferral: { ...instructors.refer, refusals: { row: newInstructor, body: referral } },
    programCommissions: programs.list,
    programCommission: programs.one,
    saveProgramCommission: programs.save,
    previewProgramCommission: programs.preview,
    deleteProgramCommission: programs.remove,
    addProgramReferral: programs.refer,
    referInstructor: {
      refusals: {
        ...kindsOf('program'),
        async row({ db, program }) {
          await setRows(db, 'program', program, [{ type: 1, commission: 5 }]);
          return program;
        },
        body: async (cell) => ({ referral: await newInstructor(cell) }),
      },
      async success(stage) {
        await setRows(stage.db, 'program', stage.program_id, [{ type: 1, commission: 12 }]);
        const instructor = await newInstructor(stage);
        return {
          id: stage.program_id,
          body: { referral: instructor },
          effect: async () =>
            expect((await rowsOf(stage, 'instructor', instructor)).parts).toEqual([
              [1, 12],
              [4, 88],
            ]),
        };
      },
      fuzz: { prepare: roomToRefer },
    },
    classCommissions: classes.list,
    classCommission: classes.one,
    saveClassCommission: classes.save,
    previewClassCommission: classes.preview,
    deleteClassCommission: classes.remove,
    addClassReferral: classes.refer,
    siteCommission: {
      refusals: {},
      success: async () => ({
        effect: ({ updated_at }) => expect(updated_at).toEqual(expect.any(String)),
      }),
    },
    saveSiteCommission: {
      refusals: { body: percent, kinds: ['own'] },
      async success(stage) {
        const commission = 1 + (Date.now() % 9);
        return {
          body: { commission, update: true },
          effect: async ({ recalculation }) => {
            expect((await rowsOf(stage, 'site', 0)).parts).toEqual([
              [0, commission],
              [4, 100 - commission],
            ]);
            expect(recalculation.id).toEqual(expect.any(Number));
          },
        };
      },
    },
    previewSiteCommission: {
      refusals: { body: percent, kinds: ['own'] },
      async success(stage) {
        const { parts } = await rowsOf(stage, 'site', 0);
        return {
          body: { commission: 50 },
          effect: async () => expect((await rowsOf(stage, 'site', 0)).parts).toEqual(parts),
        };
      },
    },
    explainCharge: {
      refusals: { row: async (cell) => heldCharge(cell.db, await newClass(cell), cell.program_id) },
      async success(stage) {
        const { id: class_id } = await newClass(stage);
        const id = await recordCharge(system(stage.db), { class_id, amount: 1000, currency: 'USD' });
        return { id, effect: ({ charge }) => expect(charge).toMatchObject({ id, amount: 10 }) };
      },
    },
    commissionHistory: {
      refusals: { row: newInstructor, query: ofInstructor },
      async success(stage) {
        const owner = await newInstructor(stage);
        await setRows(stage.db, 'instructor', owner, [{ type: 1, commission: 5 }]);
        return { query: ofInstructor(owner), effect: ({ count }) => expect(count).toBeGreaterThan(0) };
      },
    },
    commissionAsOf: {
      refusals: { row: newInstructor, query: (id) => `${ofInstructor(id)}&at=2030-01-01T00:00:00Z` },
      async success(stage) {
        const owner = await newInstructor(stage);
        await setRows(stage.db, 'instructor', owner, [{ type: 1, commission: 5 }]);
        return {
          query: `${ofInstructor(owner)}&at=2100-01-01T00:00:00Z`,
          effect: (answer) => expect(JSON.stringify(answer)).toContain('95'),
        };
      },
    },
    heldCharges: {
      refusals: { row: holdMarkedCharges, kinds: ['own'], lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        await heldCharge(stage.db, await newClass(stage), stage.program_id);
        return { effect: ({ count }) => expect(count).toBeGreaterThan(0) };
      },
    },
    referralCodes: {
      refusals: { query: () => 'code=ada' },
      async success(stage) {
        const owner = await newOwner(stage, 'instructor');
        const code = crypto.randomUUID();
        const row = { type: CODE, commission: 5, referrer_id: await newInstructor(stage), code } as const;
        await setRows(stage.db, 'instructor', owner, [row]);
        return {
          query: `code=${code}`,
          effect: ({ codes }) =>
            expect(codes).toMatchObject([{ code, level: 'instructor', owner_id: owner }]),
        };
      },
      fuzz: { usually: { code: 'a' } },
    },
    recalculation: {
      refusals: { row: newRecalculation },
      async success(stage) {
        const id = await asked(stage);
        return {
          id,
          effect: ({ recalculation, preview }) => {
            expect(recalculation).toMatchObject({ id, status: 'waiting' });
            expect(preview.charges).toBe(0);
          },
        };
      },
      fuzz: { prepare: waitingRecalculations },
    },
    cancelRecalculation: {
      // Of one that somebody else has started.
      refusals: { row: newRecalculation, kinds: ['own'], demands: { role: 'programadmin' } },
      async success(stage) {
        const id = await asked(stage);
        return {
          id,
          effect: ({ recalculation }) => expect(recalculation).toMatchObject({ id, status: 'cancelled' }),
        };
      },
      fuzz: { prepare: waitingRecalculations },
    },
    stopRecalculation: {
      refusals: { row: begun('running'), kinds: ['own'], demands: { role: 'programadmin' } },
      async success(stage) {
        const id = await begin(stage.db, await asked(stage), 'running');
        return {
          id,
          effect: ({ recalculation }) =>
            expect(recalculation).toMatchObject({ id, status: 'stopped', progress: 0 }),
        };
      },
      fuzz: { prepare: begunRecalculations('running') },
    },
    resumeRecalculation: {
      refusals: { row: begun('stopped'), kinds: ['own'], demands: { role: 'programadmin' } },
      async success(stage) {
        const id = await begin(stage.db, await asked(stage), 'stopped');
        return {
          id,
          effect: ({ recalculation }) =>
            expect(recalculation).toMatchObject({ id, status: 'running', progress: 0 }),
        };
      },
      fuzz: { prepare: begunRecalculations('stopped') },
    },
  },
};

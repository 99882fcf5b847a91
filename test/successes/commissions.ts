/** Successes of commissions: of each level, of recalculations, of what is asked of charges and history. */
import { expect } from 'vitest';
import type { commissionsContract } from '../../features/commissions/contract.ts';
import { type LevelName, levelNumber } from '../../features/commissions/rules.ts';
import { recordCharge } from '../../features/transactions/server/charges.ts';
import { setRows } from '../commission-groups.ts';
import { chargeValues, makeInstructor, makeSiteUser } from '../factories.ts';
import { system } from '../system.ts';
import { newClass } from './catalogue.ts';
import type { Stage, Success, Successes } from './success.ts';

type GroupLevel = Exclude<LevelName, 'site'>;

async function newOwner(stage: Stage, level: GroupLevel): Promise<number> {
  if (level === 'class') return (await newClass(stage)).id;
  if (level === 'instructor') return (await makeInstructor(stage.db, { program_id: stage.program })).id;
  await setRows(stage.db, 'program', stage.program, []);
  return stage.program;
}

const referrer = async ({ db, program }: Stage) => (await makeSiteUser(db, { program_id: program })).id;

async function rowsOf({ db }: Stage, level: LevelName, owner: number) {
  const rows = await db
    .selectFrom('commission_rows')
    .select(['id', 'type', 'commission'])
    .where('level', '=', levelNumber(level))
    .where('owner_id', '=', owner)
    .where('replaced_at', 'is', null)
    .orderBy('type')
    .execute();
  return { rows, parts: rows.map(({ type, commission }) => [type, commission]) };
}

/** Sold once and saved anew with update: a recalculation waits, seen by whoever asked. */
function saving(level: GroupLevel) {
  return async (stage: Stage): Promise<Success> => {
    const owner = await newOwner(stage, level);
    const user = await referrer(stage);
    await setRows(stage.db, level, owner, [{ type: 2, commission: 5, referrer_id: user }]);
    return {
      id: owner,
      body: { commission: [{ type: 2, commission: 7.5, referrer_id: user }], update: true },
      effect: async ({ group }) => {
        expect((await rowsOf(stage, level, owner)).parts).toEqual([
          [2, 7.5],
          [4, 92.5],
        ]);
        expect(group.recalculation.id).toEqual(expect.any(Number));
        const seen = await stage.caller('GET', `recalculation/${group.recalculation.id}`);
        expect([seen.status, seen.body.recalculation.status]).toEqual([200, 'waiting']);
      },
    };
  };
}

function previewing(level: GroupLevel) {
  return async (stage: Stage): Promise<Success> => {
    const owner = await newOwner(stage, level);
    const commission = [{ type: 2, commission: 7.5, referrer_id: await referrer(stage) }];
    return {
      id: owner,
      body: { commission },
      effect: async ({ charges }) => {
        expect(charges).toEqual(expect.any(Number));
        expect((await rowsOf(stage, level, owner)).parts).toEqual([]);
      },
    };
  };
}

function deleting(level: GroupLevel) {
  return async (stage: Stage): Promise<Success> => {
    const owner = await newOwner(stage, level);
    const user = await referrer(stage);
    await setRows(stage.db, level, owner, [
      { type: 2, commission: 5, referrer_id: user },
      { type: 3, commission: 3, referrer_id: user, code: `gone-${owner}-${level}` },
    ]);
    const { rows } = await rowsOf(stage, level, owner);
    return {
      id: rows.find(({ type }) => type === 3)?.id ?? 0,
      effect: async () =>
        expect((await rowsOf(stage, level, owner)).parts).toEqual([
          [2, 5],
          [4, 95],
        ]),
    };
  };
}

function referring(level: GroupLevel) {
  return async (stage: Stage): Promise<Success> => {
    const owner = await newOwner(stage, level);
    return {
      id: owner,
      body: { commission: 6, referral: await referrer(stage) },
      effect: async () =>
        expect((await rowsOf(stage, level, owner)).parts).toEqual([
          [2, 6],
          [4, 94],
        ]),
    };
  };
}

const listing = (level: GroupLevel, plural: string) => async (stage: Stage) => {
  const owner = await newOwner(stage, level);
  return {
    query: level === 'class' ? `name=${owner}` : `program_id=${stage.program}`,
    effect: (answer: Record<string, { id: number }[]>) =>
      expect(answer[plural]?.map(({ id }) => id)).toContain(owner),
  };
};
const reading = (level: GroupLevel) => async (stage: Stage) => {
  const owner = await newOwner(stage, level);
  return {
    id: owner,
    effect: (answer: Record<string, { id: number }>) => expect(answer[level]?.id).toBe(owner),
  };
};

/** What the caller itself asked for. */
async function asked(stage: Stage): Promise<number> {
  const owner = await newOwner(stage, 'instructor');
  const { body } = await stage.caller('POST', `instructor-commission/${owner}`, {
    commission: [],
    update: true,
  });
  return body.group.recalculation.id;
}

async function sold(stage: Stage) {
  const { id } = await newClass(stage);
  return recordCharge(system(stage.db), { class_id: id, amount: 1000, currency: 'USD' });
}

export const commissionsSuccesses: Successes<typeof commissionsContract> = {
  instructors: listing('instructor', 'instructors'),
  instructorCommission: reading('instructor'),
  saveInstructorCommission: saving('instructor'),
  previewInstructorCommission: previewing('instructor'),
  deleteInstructorCommission: deleting('instructor'),
  addInstructorReferral: referring('instructor'),
  programCommissions: listing('program', 'programs'),
  programCommission: reading('program'),
  saveProgramCommission: saving('program'),
  previewProgramCommission: previewing('program'),
  deleteProgramCommission: deleting('program'),
  addProgramReferral: referring('program'),
  async referInstructor(stage) {
    await setRows(stage.db, 'program', stage.program, [{ type: 1, commission: 12 }]);
    const instructor = await newOwner({ ...stage }, 'instructor');
    return {
      id: stage.program,
      body: { referral: instructor },
      effect: async () =>
        expect((await rowsOf(stage, 'instructor', instructor)).parts).toEqual([
          [1, 12],
          [4, 88],
        ]),
    };
  },
  classCommissions: listing('class', 'classes'),
  classCommission: reading('class'),
  saveClassCommission: saving('class'),
  previewClassCommission: previewing('class'),
  deleteClassCommission: deleting('class'),
  addClassReferral: referring('class'),
  siteCommission: async () => ({
    effect: ({ updated_at }) => expect(updated_at).toEqual(expect.any(String)),
  }),
  async saveSiteCommission(stage) {
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
  async previewSiteCommission(stage) {
    const { parts } = await rowsOf(stage, 'site', 0);
    return {
      body: { commission: 50 },
      effect: async () => expect((await rowsOf(stage, 'site', 0)).parts).toEqual(parts),
    };
  },
  async recalculation(stage) {
    const id = await asked(stage);
    return {
      id,
      effect: ({ recalculation, preview }) => {
        expect(recalculation).toMatchObject({ id, status: 'waiting' });
        expect(preview.charges).toBe(0);
      },
    };
  },
  async cancelRecalculation(stage) {
    const id = await asked(stage);
    return {
      id,
      effect: ({ recalculation }) => expect(recalculation).toMatchObject({ id, status: 'cancelled' }),
    };
  },
  async explainCharge(stage) {
    const id = await sold(stage);
    return { id, effect: ({ charge }) => expect(charge).toMatchObject({ id, amount: 10 }) };
  },
  async commissionHistory(stage) {
    const owner = await newOwner(stage, 'instructor');
    await setRows(stage.db, 'instructor', owner, [{ type: 1, commission: 5 }]);
    return {
      query: `level=instructor&owner_id=${owner}`,
      effect: ({ count }) => expect(count).toBeGreaterThan(0),
    };
  },
  async commissionAsOf(stage) {
    const owner = await newOwner(stage, 'instructor');
    await setRows(stage.db, 'instructor', owner, [{ type: 1, commission: 5 }]);
    return {
      query: `level=instructor&owner_id=${owner}&at=2100-01-01T00:00:00Z`,
      effect: (answer) => expect(JSON.stringify(answer)).toContain('95'),
    };
  },
  async heldCharges(stage) {
    const { id, instructor_id } = await newClass(stage);
    await stage.db
      .insertInto('charges')
      .values({
        ...chargeValues({ class_id: id, program_id: stage.program, instructor_id }),
        held: 'over_100',
      })
      .execute();
    return { effect: ({ count }) => expect(count).toBeGreaterThan(0) };
  },
};

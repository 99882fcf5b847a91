/** The cases that the routes of instructors, programs and classes have in common. */
import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { makeInstructor, makeSiteUser } from '../../../test/factories.ts';
import {
  type Cell,
  type Maker,
  type Refusals,
  SEEDED,
  type Stage,
  type Success,
} from '../../../test/routes/route-cases.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { newClass } from '../../classes/server/routes.cases.ts';
import { type LevelName, levelNumber } from '../rules.ts';

export type GroupLevel = Exclude<LevelName, 'site'>;

export async function newInstructor({ db, program_id }: Maker): Promise<number> {
  return (await makeInstructor(db, { program_id })).id;
}

export async function newOwner(maker: Maker, level: GroupLevel): Promise<number> {
  if (level === 'class') return (await newClass(maker)).id;
  return level === 'instructor' ? newInstructor(maker) : (maker.program_id ?? 0);
}

const referrer = async ({ db, program_id }: Stage) => (await makeSiteUser(db, { program_id })).id;

export async function rowsOf({ db }: { db: Db }, level: LevelName, owner: number) {
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

/** There is no program that is global. */
export function kindsOf(level: GroupLevel): Pick<Refusals, 'kinds'> {
  return level === 'program' ? { kinds: ['own', 'foreign'] } : {};
}

async function newReferral(cell: Cell, level: GroupLevel): Promise<number> {
  const owner = await newOwner(cell, level);
  const row = { type: 2, commission: 5, referrer_id: await newInstructor(cell) } as const;
  await setRows(cell.db, level, owner, [row]);
  return (await rowsOf(cell, level, owner)).rows.find(({ type }) => type === 2)?.id ?? 0;
}

async function emptyOwner(stage: Stage, level: GroupLevel): Promise<number> {
  const owner = await newOwner(stage, level);
  await setRows(stage.db, level, owner, []);
  return owner;
}

export function groupCases(level: GroupLevel, plural: string) {
  const refusals: Refusals = { ...kindsOf(level), row: (cell) => newOwner(cell, level) };
  const commission = (cell: Cell, owner: number) => ({
    commission: level === 'instructor' ? [{ type: 2, commission: 5, referrer_id: owner }] : [],
  });
  return {
    list: {
      refusals: {
        ...(level === 'program' ? {} : { query: () => 'name=marker' }),
        lists: kindsOf(level).kinds ?? ['own', 'foreign', 'global'],
      },
      success: (stage: Stage) => listing(stage, level, plural),
    },
    one: { refusals, success: (stage: Stage) => reading(stage, level) },
    save: {
      refusals: { ...refusals, body: commission },
      success: (stage: Stage) => saving(stage, level),
    },
    preview: {
      refusals: { ...refusals, body: commission },
      success: (stage: Stage) => previewing(stage, level),
    },
    remove: {
      refusals: { ...refusals, row: (cell: Cell) => newReferral(cell, level) },
      success: (stage: Stage) => deleting(stage, level),
      // The instructor's part is nobody's to remove, not even a superadmin's.
      fuzz: { also: [403], prepare: (db: Db) => freshRows(db, level) },
    },
    refer: {
      refusals: {
        ...refusals,
        body: async (cell: Cell) => ({ referral: await newInstructor(cell), commission: 1 }),
      },
      success: (stage: Stage) => referring(stage, level),
    },
  };
}

async function listing(stage: Stage, level: GroupLevel, plural: string): Promise<Success> {
  const owner = await emptyOwner(stage, level);
  return {
    query: level === 'class' ? `name=${owner}` : `program_id=${stage.program_id}`,
    effect: (answer: Record<string, { id: number }[]>) =>
      expect(answer[plural]?.map(({ id }) => id)).toContain(owner),
  };
}

async function reading(stage: Stage, level: GroupLevel): Promise<Success> {
  const owner = await emptyOwner(stage, level);
  return {
    id: owner,
    effect: (answer: Record<string, { id: number }>) => expect(answer[level]?.id).toBe(owner),
  };
}

/** Saved anew with update: a recalculation waits, seen by whoever asked. */
async function saving(stage: Stage, level: GroupLevel): Promise<Success> {
  const owner = await emptyOwner(stage, level);
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
}

async function previewing(stage: Stage, level: GroupLevel): Promise<Success> {
  const owner = await emptyOwner(stage, level);
  const commission = [{ type: 2, commission: 7.5, referrer_id: await referrer(stage) }];
  return {
    id: owner,
    body: { commission },
    effect: async ({ charges }) => {
      expect(charges).toEqual(expect.any(Number));
      expect((await rowsOf(stage, level, owner)).parts).toEqual([]);
    },
  };
}

async function deleting(stage: Stage, level: GroupLevel): Promise<Success> {
  const owner = await emptyOwner(stage, level);
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
}

async function referring(stage: Stage, level: GroupLevel): Promise<Success> {
  const owner = await emptyOwner(stage, level);
  return {
    id: owner,
    body: { commission: 6, referral: await referrer(stage) },
    effect: async () =>
      expect((await rowsOf(stage, level, owner)).parts).toEqual([
        [2, 6],
        [4, 94],
      ]),
  };
}

/** Two in three groups hold a referral that a call may remove. */
async function freshRows(db: Db, level: GroupLevel): Promise<number[]> {
  const referral = { type: 2 as const, commission: 5, referrer_id: 1 };
  for (let id = 1; id <= SEEDED; id++) {
    await setRows(db, level, id, [{ type: 0, commission: 10 }, ...(id % 3 === 0 ? [] : [referral])]);
  }
  const rows = await db.selectFrom('commission_rows').select('id').where('replaced_at', 'is', null).execute();
  return rows.map(({ id }) => id).reverse();
}

/** Inherited rows are those that a sale is divided by: held against sales recorded on a real database. */
import { beforeEach, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import type { CommissionRow, InheritedRow } from '../ledger-contract.ts';
import { CODE, codeKey, levelNumber, mergeLevels, type RuleRow } from '../rules.ts';
import { inheritedRows } from './inherited-rows.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let instructor: number;
let classId: number;
let referrer: number;

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id: program })).id;
  classId = (await makeClass(db(), { instructor_id: instructor, program_id: program })).id;
  referrer = (await makeSiteUser(db(), { program_id: program })).id;
  await setRows(db(), 'site', 0, [{ type: 0, commission: 20 }]);
});

const referral = (commission: number): RuleRow => ({ type: 2, commission, referrer_id: referrer });
const code = (text: string, commission: number): RuleRow => ({
  type: 3,
  commission,
  referrer_id: referrer,
  code: text,
});
const short = (rows: readonly InheritedRow[]) =>
  rows.map(({ level, owner_id, type, commission }) => [level, owner_id, type, commission]);

describe('inherited rows', () => {
  test('of a class, an instructor and a program: of each type the nearest level above', async () => {
    await setRows(db(), 'program', program, [{ type: 1, commission: 10 }, code('MAY', 5)]);
    await setRows(db(), 'instructor', instructor, [{ type: 1, commission: 15 }, referral(2), referral(3)]);
    await setRows(db(), 'class', classId, [{ type: 0, commission: 1 }]);
    expect(short((await inheritedRows(db(), 'class', [classId]))(classId))).toEqual([
      ['site', 0, 0, 20],
      ['instructor', instructor, 1, 15],
      ['instructor', instructor, 2, 2],
      ['instructor', instructor, 2, 3],
      ['program', program, 3, 5],
    ]);
    expect(short((await inheritedRows(db(), 'instructor', [instructor]))(instructor))).toEqual([
      ['site', 0, 0, 20],
      ['program', program, 1, 10],
      ['program', program, 3, 5],
    ]);
    expect(short((await inheritedRows(db(), 'program', [program]))(program))).toEqual([['site', 0, 0, 20]]);
  });

  test('of owners without a program or an instructor are the site’s', async () => {
    const alone = await makeInstructor(db(), { program_id: null });
    const taught = await makeClass(db(), { instructor_id: alone.id });
    const site = [['site', 0, 0, 20]];
    expect(short((await inheritedRows(db(), 'instructor', [alone.id]))(alone.id))).toEqual(site);
    expect(short((await inheritedRows(db(), 'class', [taught.id]))(taught.id))).toEqual(site);
  });

  test('with the rows of the card make the very rows of a sale, for 20 mixtures of levels and codes', async () => {
    const random = dice(7);
    const codes = ['A', 'B', 'C'];
    const part = (most: number) => 1 + Math.floor(random() * most);
    for (let round = 0; round < 20; round++) {
      const rows = (): RuleRow[] => [
        ...(random() < 0.5 ? [{ type: 0, commission: part(9) } as const] : []),
        ...(random() < 0.5 ? [{ type: 1, commission: part(9) } as const] : []),
        ...(random() < 0.4 ? [referral(part(5))] : []),
        ...(random() < 0.3 ? [referral(part(5))] : []),
        // A code is one owner's at a level, and each round has owners of its own.
        ...codes.filter(() => random() < 0.4).map((text) => code(`${text}${round}`, part(5))),
      ];
      await setRows(db(), 'program', program, rows());
      await setRows(db(), 'instructor', instructor, rows());
      await setRows(db(), 'class', classId, rows());
      const inherited = (await inheritedRows(db(), 'class', [classId]))(classId);
      const shown = mergeLevels([...(await ownRows()), ...inherited.map(onLevel)]);
      for (const typed of [null, ...codes.map((text) => `${text}${round}`)]) {
        const charge = await recordCharge(system(db()), {
          class_id: classId,
          amount: 999,
          currency: 'USD',
          code: typed,
        });
        const { split_rows } = await db()
          .selectFrom('charges')
          .select('split_rows')
          .where('id', '=', charge)
          .executeTakeFirstOrThrow();
        const counted = shown.filter(
          (row) => row.type !== CODE || codeKey(row.code ?? '') === codeKey(typed ?? ''),
        );
        expect(counted.map(({ id }) => id).toSorted(byNumber)).toEqual((split_rows ?? []).toSorted(byNumber));
      }
    }
  });

  test('come with the page, a bound admin’s with its own program and the site', async () => {
    await setRows(db(), 'program', program, [{ type: 1, commission: 10 }]);
    const elsewhere = await makeSiteUser(db(), {
      program_id: (await makeProgram(db())).id,
      first_name: 'Hidden',
    });
    await setRows(db(), 'instructor', instructor, [{ type: 2, commission: 5, referrer_id: elsewhere.id }]);
    const bound = await app().as({ permissions: ['commissions'], program_id: program });
    const classes = (await bound('GET', `class-commissions?name=%23${classId}`)).body.classes;
    expect(short(classes[0].inherited)).toEqual([
      ['site', 0, 0, 20],
      ['program', program, 1, 10],
      ['instructor', instructor, 2, 5],
    ]);
    expect(classes[0].inherited[2]).toMatchObject({
      referrer_id: elsewhere.id,
      first_name: null,
      email: null,
    });
    const { body } = await bound('GET', `instructor-commission/${instructor}`);
    expect(short(body.instructor.inherited)).toEqual([
      ['site', 0, 0, 20],
      ['program', program, 1, 10],
    ]);
    const programs = (await bound('GET', 'program-commissions')).body.programs;
    expect(short(programs[0].inherited)).toEqual([['site', 0, 0, 20]]);
  });
});

const onLevel = (row: InheritedRow) => ({ ...row, level: levelNumber(row.level) });
const byNumber = (a: number, b: number) => a - b;

function ownRows(): Promise<(Pick<CommissionRow, 'id' | 'type' | 'code'> & { level: number })[]> {
  return db()
    .selectFrom('commission_rows')
    .select(['id', 'type', 'code', 'level'])
    .where('level', '=', levelNumber('class'))
    .where('owner_id', '=', classId)
    .where('replaced_at', 'is', null)
    .$narrowType<{ type: CommissionRow['type'] }>()
    .execute();
}

/** Numbers from 0 to 1, the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

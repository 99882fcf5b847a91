import { expect } from 'vitest';
import { makeEnrolment, makeSiteUser } from '../../../../test/factories.ts';
import type { FeatureCases, Maker } from '../../../../test/routes/route-cases.ts';
import { REPORTS } from '../../../exports/contract.ts';
import { newClass } from '../../server/routes.cases.ts';
import type { classReportContract } from '../contract.ts';

/** A class with one student of the same program. */
async function newClassWithStudent(maker: Maker): Promise<number> {
  const { id } = await newClass(maker);
  const user = await makeSiteUser(maker.db, { program_id: maker.program_id });
  await makeEnrolment(maker.db, { class_id: id, user_id: user.id });
  return id;
}

export const classReportCases: FeatureCases<typeof classReportContract> = {
  routes: {
    classDetail: {
      refusals: {},
      async success(stage) {
        const { id } = await newClass(stage);
        return {
          query: `page=1&program_id=${stage.program_id}`,
          effect: (answer) => expect(answer).toMatchObject({ classes: [{ id, enrolled: 0 }], count: 1 }),
        };
      },
    },
    classDetailCsv: {
      refusals: {},
      async success(stage) {
        await newClass(stage);
        return {
          query: `page=1&file_name=&program_id=${stage.program_id}&dates=2026-01-01,2026-01-31`,
          effect: (answer) =>
            expect(answer).toMatchObject({ file_name: expect.stringMatching(/^[\da-f]{32}/) }),
        };
      },
      fuzz: { also: [429] },
    },
    classUsersCsv: {
      refusals: { row: newClassWithStudent },
      async success(stage) {
        return {
          id: await newClassWithStudent(stage),
          effect: (answer) =>
            expect(answer).toMatchObject({
              result: false,
              count: 1,
              total: 1,
              file: `${REPORTS}${answer.file_name}`,
            }),
        };
      },
      fuzz: { also: [429] },
    },
    classReportFile: {
      refusals: { row: async (cell) => (await newClass(cell)).id },
      async success(stage) {
        const { id } = await newClass(stage);
        return { id, effect: (answer) => expect(answer).toEqual({ file: `${REPORTS}class-${id}.xlsx` }) };
      },
    },
    classReport: {
      refusals: { row: async (cell) => (await newClass(cell)).id },
      async success(stage) {
        const { id } = await newClass(stage);
        return {
          id,
          async effect() {
            const asked = stage.db.selectFrom('class_reports').select('admin_id').where('class_id', '=', id);
            expect(await asked.execute()).toEqual([{ admin_id: stage.caller.admin_id }]);
          },
        };
      },
    },
  },
};

import { expect } from 'vitest';
import { csvForm, overClassImport } from '../../../test/csv-files.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases } from '../../../test/routes/route-cases.ts';
import { makeImport } from '../../../test/rows/imports.ts';
import { until } from '../../../test/until.ts';
import { runImports } from '../../imports/server/runs.ts';
import type { classImportsContract } from '../contract.ts';

let made = 0;

type Whose = Pick<Cell, 'db' | 'program_id'>;

const anImport = ({ db, program_id }: Whose, values: object = {}): Promise<number> =>
  makeImport(db, { kind: 'classes', program_id, mapping: { name: 'class_name' }, ...values });

const aFile = (fields: Record<string, string> = {}) =>
  csvForm(`name\nClass of a case ${++made}\n`, fields, 'classes.csv');

/** With a file that can be read, and has no rows that would still be written behind the answer. */
const withFile = async (cell: Cell): Promise<number> => {
  await whenAtRest(cell);
  const file_path = `class-imports/case-${++made}.csv`;
  await cell.app.platform.files.put(file_path, Buffer.from('name\n'));
  return anImport(cell, { state: 'ready', file_path });
};

/** An import that the case before has begun records its end behind the answer. */
async function whenAtRest({ db }: Cell): Promise<void> {
  await until(async () =>
    expect(
      await db.selectFrom('imports').select('id').where('state', 'in', ['checking', 'running']).execute(),
    ).toEqual([]),
  );
}

/** Read and ready, by whoever calls. */
const ready = async ({ caller }: { caller: Parameters<typeof overClassImport>[0] }): Promise<number> => {
  const { body } = await caller('POST', 'classes-import', aFile({ dry_run: '1' }));
  return body.import.id;
};

export const classImportsCases: FeatureCases<typeof classImportsContract> = {
  mark: async ({ db, program_id }, mark) => anImport({ db, program_id }, { file_name: `${mark}.csv` }),
  seed: async (db, id) => {
    // One table holds imports of all kinds: those of classes have the ids that are divided by four.
    if (id % 4 === 0) await anImport({ db, program_id: id }, { id });
  },
  routes: {
    classImportsCsv: listExportCase,
    classImports: {
      refusals: { lists: ['own', 'foreign', 'global'] },
      async success({ db, program_id }) {
        const id = await anImport({ db, program_id });
        return { effect: ({ imports }) => expect(imports[0].id).toBe(id) };
      },
    },
    createClassImport: {
      refusals: { body: () => aFile({ dry_run: '1' }), kinds: ['own'] },
      success: async ({ caller, db }) => ({
        body: aFile(),
        async effect({ import: { id } }) {
          expect(await overClassImport(caller, id)).toMatchObject({ state: 'done', created: 1 });
          const rows = await db
            .selectFrom('class_import_rows')
            .select('outcome')
            .where('import_id', '=', id)
            .execute();
          expect(rows).toEqual([{ outcome: 'created' }]);
        },
      }),
      fuzz: { never200: true },
    },
    classImport: {
      refusals: { row: (cell) => anImport(cell) },
      async success({ db, program_id }) {
        const id = await anImport({ db, program_id });
        return { id, effect: (answer) => expect(answer.import).toMatchObject({ id, state: 'done' }) };
      },
    },
    mapClassImport: {
      refusals: { row: withFile, body: () => ({ mapping: { name: '' } }) },
      async success(stage) {
        const id = await ready(stage);
        return {
          id,
          body: { mapping: { name: 'description' } },
          effect: (answer) =>
            expect(answer.import).toMatchObject({ mapping: { name: 'description' }, rejected: 1 }),
        };
      },
      fuzz: { never200: true },
    },
    runClassImport: {
      refusals: { row: withFile },
      async success(stage) {
        const id = await ready(stage);
        return {
          id,
          effect: async () =>
            expect(await overClassImport(stage.caller, id)).toMatchObject({ state: 'done', created: 1 }),
        };
      },
      fuzz: { never200: true },
    },
    cancelClassImport: {
      refusals: { row: (cell) => anImport(cell, { state: 'ready' }) },
      async success(stage) {
        const id = await ready(stage);
        return {
          id,
          effect: (answer) => expect(answer.import).toMatchObject({ state: 'done', cancelled: true }),
        };
      },
      fuzz: { never200: true },
    },
    undoClassImport: {
      refusals: { row: (cell) => anImport(cell) },
      async success(stage) {
        const { body } = await stage.caller('POST', 'classes-import', aFile());
        const { id } = body.import;
        await overClassImport(stage.caller, id);
        return {
          id,
          async effect() {
            await runImports(stage.app.platform);
            expect(await overClassImport(stage.caller, id)).toMatchObject({ state: 'undone', deleted: 1 });
          },
        };
      },
      fuzz: { never200: true },
    },
    rejectedClassImportCsv: {
      refusals: { row: (cell) => anImport(cell), query: () => 'file_name=' },
      async success({ db, program_id }) {
        const id = await anImport({ db, program_id });
        return {
          id,
          query: 'file_name=',
          effect: ({ file }) => expect(file).toMatch(/^\/storage\/reports\/[0-9a-f]{32}\.csv$/),
        };
      },
      // Files under way are counted, as of every export.
      fuzz: { also: [429] },
    },
  },
};

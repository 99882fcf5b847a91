import { expect } from 'vitest';
import { csvForm, over } from '../../../test/csv-files.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases } from '../../../test/routes/route-cases.ts';
import { makeImport } from '../../../test/rows/imports.ts';
import { runImports } from '../../imports/server/runs.ts';
import type { userImportsContract } from '../contract.ts';

let made = 0;

type Whose = Pick<Cell, 'db' | 'program_id'>;

const anImport = ({ db, program_id }: Whose, values: object = {}): Promise<number> =>
  makeImport(db, { kind: 'users', program_id, mapping: { email: 'email' }, ...values });

const aFile = (fields: Record<string, string> = {}) =>
  csvForm(`email\nperson-${++made}@cases.example\n`, fields);

/** With a file that can be read, and has no rows that would still be written behind the answer. */
const withFile = async (cell: Cell): Promise<number> => {
  const file_path = `user-imports/case-${++made}.csv`;
  await cell.app.platform.files.put(file_path, Buffer.from('email\n'));
  return anImport(cell, { state: 'ready', file_path });
};

/** Read and ready, by whoever calls. */
const ready = async ({ caller }: { caller: Parameters<typeof over>[0] }): Promise<number> => {
  const { body } = await caller('POST', 'users-import', aFile({ dry_run: '1' }));
  return body.import.id;
};

export const userImportsCases: FeatureCases<typeof userImportsContract> = {
  mark: async ({ db, program_id }, mark) => anImport({ db, program_id }, { file_name: `${mark}.csv` }),
  seed: async (db, id) => {
    // One table holds imports of all kinds: those of history have the even ids.
    if (id % 2 === 1) await anImport({ db, program_id: id }, { id });
  },
  routes: {
    userImportsCsv: listExportCase,
    userImports: {
      refusals: { lists: ['own', 'foreign', 'global'] },
      async success({ db, program_id }) {
        const id = await anImport({ db, program_id });
        return { effect: ({ imports }) => expect(imports[0].id).toBe(id) };
      },
    },
    createUserImport: {
      refusals: { body: () => aFile({ dry_run: '1' }), kinds: ['own'] },
      success: async ({ caller, db }) => ({
        body: aFile(),
        async effect({ import: { id } }) {
          expect(await over(caller, id)).toMatchObject({ state: 'done', created: 1 });
          const rows = await db
            .selectFrom('user_import_rows')
            .select('outcome')
            .where('import_id', '=', id)
            .execute();
          expect(rows).toEqual([{ outcome: 'created' }]);
        },
      }),
      fuzz: { never200: true },
    },
    userImport: {
      refusals: { row: (cell) => anImport(cell) },
      async success({ db, program_id }) {
        const id = await anImport({ db, program_id });
        return { id, effect: (answer) => expect(answer.import).toMatchObject({ id, state: 'done' }) };
      },
    },
    mapUserImport: {
      refusals: {
        row: withFile,
        body: () => ({ mapping: { email: '' } }),
      },
      async success(stage) {
        const id = await ready(stage);
        return {
          id,
          body: { mapping: { email: '' } },
          effect: (answer) => expect(answer.import).toMatchObject({ mapping: { email: '' }, rejected: 1 }),
        };
      },
      fuzz: { never200: true },
    },
    runUserImport: {
      refusals: { row: withFile },
      async success(stage) {
        const id = await ready(stage);
        return {
          id,
          effect: async () =>
            expect(await over(stage.caller, id)).toMatchObject({ state: 'done', created: 1 }),
        };
      },
      fuzz: { never200: true },
    },
    cancelUserImport: {
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
    undoUserImport: {
      refusals: { row: (cell) => anImport(cell) },
      async success(stage) {
        const { body } = await stage.caller('POST', 'users-import', aFile());
        const { id } = body.import;
        await over(stage.caller, id);
        return {
          id,
          async effect() {
            await runImports(stage.app.platform);
            expect(await over(stage.caller, id)).toMatchObject({ state: 'undone', deleted: 1 });
          },
        };
      },
      fuzz: { never200: true },
    },
    rejectedUserImportCsv: {
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

import { expect } from 'vitest';
import { csvForm, overSiteImport } from '../../../test/csv-files.ts';
import { makeSiteUser } from '../../../test/factories.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases } from '../../../test/routes/route-cases.ts';
import { makeImport } from '../../../test/rows/imports.ts';
import { until } from '../../../test/until.ts';
import type { siteImportsContract } from '../contract.ts';

let made = 0;

type Whose = Pick<Cell, 'db' | 'program_id'>;

const anImport = ({ db, program_id }: Whose, values: object = {}): Promise<number> =>
  makeImport(db, { kind: 'coins', program_id, mapping: { reference: 'reference' }, ...values });

const aFile = (program_id: number, email: string, fields: Record<string, string> = {}) =>
  csvForm(`reference,email,amount,reason\ncase-${++made},${email},5,Years\n`, {
    kind: 'coins',
    program_id: String(program_id),
    ...fields,
  });

/** With a file that can be read, and has no rows that would still be written behind the answer. */
const withFile = async (cell: Cell): Promise<number> => {
  await whenAtRest(cell);
  const file_path = `site-imports/case-${++made}.csv`;
  await cell.app.platform.files.put(file_path, Buffer.from('reference\n'));
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

/** What is moved in is a program's. */
const KINDS = ['own', 'foreign'] as const;

type Stage = { db: Cell['db']; program_id: number } & { caller: Parameters<typeof overSiteImport>[0] };

/** Read and ready, by whoever calls. */
const ready = async ({ caller, db, program_id }: Stage, fields: Record<string, string> = {}) => {
  const { email } = await makeSiteUser(db, { program_id });
  const form = aFile(program_id, email, { dry_run: '1', ...fields });
  const { body } = await caller('POST', 'site-import', form);
  return { id: body.import.id as number, email };
};

const balanceOf = async (db: Whose['db'], email: string) =>
  (
    await db
      .selectFrom('site_users')
      .select('lilt_balance')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).lilt_balance;

export const siteImportsCases: FeatureCases<typeof siteImportsContract> = {
  mark: async ({ db, program_id }, mark) => {
    if (program_id !== null) await anImport({ db, program_id }, { file_name: `${mark}.csv` });
  },
  seed: async (db, id) => {
    // One table holds imports of all kinds: those of users have the odd ids, those of classes each fourth.
    if (id % 4 === 2) await anImport({ db, program_id: id }, { id });
  },
  routes: {
    siteImportsCsv: listExportCase,
    siteImports: {
      refusals: { lists: KINDS },
      async success({ db, program_id }) {
        const id = await anImport({ db, program_id });
        return { effect: ({ imports }) => expect(imports[0].id).toBe(id) };
      },
    },
    createSiteImport: {
      refusals: {
        body: ({ program }) => aFile(program, 'x@cases.example', { dry_run: '1' }),
        // A file for another program is stored before it is refused, and deleted then.
        kinds: ['own'],
      },
      async success({ caller, db, program_id }) {
        const { email } = await makeSiteUser(db, { program_id });
        return {
          body: aFile(program_id, email),
          async effect({ import: { id } }) {
            expect(await overSiteImport(caller, id)).toMatchObject({ state: 'done', created: 1 });
            expect(await balanceOf(db, email)).toBe(500);
          },
        };
      },
      fuzz: { never200: true },
    },
    siteImport: {
      refusals: { row: (cell) => anImport(cell), kinds: KINDS },
      async success({ db, program_id }) {
        const id = await anImport({ db, program_id });
        return { id, effect: (answer) => expect(answer.import).toMatchObject({ id, state: 'done' }) };
      },
    },
    mapSiteImport: {
      refusals: { row: withFile, body: () => ({ mapping: { reference: '' } }), kinds: KINDS },
      async success(stage) {
        const { id } = await ready(stage);
        return {
          id,
          body: { mapping: { reference: 'reference', email: 'email' } },
          effect: (answer) =>
            expect(answer.import).toMatchObject({ mapping: { amount: '' }, rejected: 1, state: 'ready' }),
        };
      },
      fuzz: { never200: true },
    },
    runSiteImport: {
      refusals: { row: withFile, kinds: KINDS },
      async success(stage) {
        const { id, email } = await ready(stage);
        return {
          id,
          async effect() {
            expect(await overSiteImport(stage.caller, id)).toMatchObject({ state: 'done', created: 1 });
            expect(await balanceOf(stage.db, email)).toBe(500);
          },
        };
      },
      fuzz: { never200: true },
    },
    cancelSiteImport: {
      refusals: { row: (cell) => anImport(cell, { state: 'ready' }), kinds: KINDS },
      async success(stage) {
        const { id } = await ready(stage);
        return {
          id,
          effect: (answer) => expect(answer.import).toMatchObject({ state: 'done', cancelled: true }),
        };
      },
      fuzz: { never200: true },
    },
    undoSiteImport: {
      refusals: {
        async row(cell) {
          await whenAtRest(cell);
          return anImport(cell);
        },
        kinds: KINDS,
      },
      async success(stage) {
        const { id, email } = await ready(stage, { dry_run: '0' });
        await overSiteImport(stage.caller, id);
        return {
          id,
          async effect() {
            expect(await overSiteImport(stage.caller, id)).toMatchObject({ state: 'undone', deleted: 1 });
            expect(await balanceOf(stage.db, email)).toBe(0);
          },
        };
      },
      fuzz: { never200: true },
    },
    rejectedSiteImportCsv: {
      refusals: { row: (cell) => anImport(cell), query: () => 'file_name=', kinds: KINDS },
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

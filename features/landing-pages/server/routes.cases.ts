import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { archiveCases } from '../../../test/routes/archive-cases.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases, Maker, Stage } from '../../../test/routes/route-cases.ts';
import type { landingPagesContract } from '../contract.ts';

async function makePage({ db, program_id }: Maker, name = 'A page'): Promise<number> {
  const values = {
    name,
    program_id,
    path: `/${randomUUID()}`,
    title: `${name} indeed`,
    template: 'letter.html',
  };
  const made = db.insertInto('landing_pages').values(values).returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}
const row = (cell: Cell) => makePage(cell);
const pageRow = ({ db }: Stage, id: number) =>
  db.selectFrom('landing_pages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const wish = { name: 'New', path: '/New', template: 'classic.html' };

const archives = archiveCases('landing_page');

export const landingPagesCases: FeatureCases<typeof landingPagesContract> = {
  mark: makePage,
  async seed(db, id) {
    await makePage({ db, program_id: id % 4 === 0 ? null : 1 + (id % 2) }, `Page ${id}`);
  },
  routes: {
    landingPagesCsv: listExportCase,
    landingPages: {
      refusals: { lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const id = await makePage(stage);
        return {
          query: `program_id=${stage.program_id}&sort_by=id&sort_dest=desc`,
          effect: ({ pages, templates }) => {
            expect(pages[0].id).toBe(id);
            expect(templates).toContainEqual({ file_name: 'letter.html' });
          },
        };
      },
    },
    landingPage: {
      refusals: { row },
      async success(stage) {
        const id = await makePage(stage);
        return { id, effect: ({ page }) => expect(page).toMatchObject({ id, name: 'A page' }) };
      },
    },
    createLandingPage: {
      refusals: {
        body: ({ program }) => ({ ...wish, path: `/${randomUUID()}`, program_id: program }),
        beyond: 403,
      },
      async success(stage) {
        const path = `/${randomUUID()}`;
        return {
          body: { ...wish, path, program_id: stage.program_id },
          effect: async ({ page }) =>
            expect(await pageRow(stage, page.id)).toMatchObject({ name: 'New', path }),
        };
      },
      fuzz: { usually: { template: 'classic.html', path: '/odd' } },
    },
    updateLandingPage: {
      refusals: { row, body: () => ({ name: 'Changed' }) },
      async success(stage) {
        const id = await makePage(stage);
        return {
          id,
          body: { name: 'Changed' },
          effect: async () => expect((await pageRow(stage, id)).name).toBe('Changed'),
        };
      },
    },
    landingPageTranslations: {
      refusals: { row },
      async success(stage) {
        const id = await makePage(stage);
        return { id, effect: ({ translations }) => expect(translations.length).toBeGreaterThan(20) };
      },
    },
    saveLandingPageTranslations: {
      refusals: { row, body: () => ({ translations: [{ language_slug: 'de', title: 'Neu' }] }) },
      async success(stage) {
        const id = await makePage(stage);
        return {
          id,
          body: { translations: [{ language_slug: 'de', title: 'Eine Seite' }] },
          effect: async () => {
            const kept = stage.db
              .selectFrom('landing_page_translations')
              .select('title')
              .where('page_id', '=', id);
            expect(await kept.execute()).toEqual([{ title: 'Eine Seite' }]);
          },
        };
      },
    },
    previewStoredLandingPage: {
      refusals: { row },
      async success(stage) {
        const id = await makePage(stage);
        return { id, effect: ({ html }) => expect(html).toContain('<h1>A page indeed</h1>') };
      },
    },
    previewLandingPage: {
      refusals: {
        body: ({ program }) => ({ name: 'New', template: 'classic.html', program_id: program }),
        beyond: 403,
      },
      async success(stage) {
        return {
          body: { name: 'As typed', template: 'spotlight.html', program_id: stage.program_id },
          effect: ({ html }) => expect(html).toContain('<h1>As typed</h1>'),
        };
      },
      fuzz: { usually: { template: 'classic.html' } },
    },
    duplicateLandingPage: archives.duplicate,
    archiveLandingPage: archives.archive,
    restoreLandingPage: archives.restore,
    archiveLandingPages: archives.many,
  },
};

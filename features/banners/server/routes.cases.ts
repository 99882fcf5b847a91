import { expect } from 'vitest';
import { archiveCases } from '../../../test/routes/archive-cases.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases, Maker, Stage } from '../../../test/routes/route-cases.ts';
import type { bannersContract } from '../contract.ts';

async function makeBanner({ db, program_id }: Maker, title = 'A banner'): Promise<number> {
  const made = db.insertInto('banners').values({ title, program_id }).returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}
const row = (cell: Cell) => makeBanner(cell);
const bannerRow = ({ db }: Stage, id: number) =>
  db.selectFrom('banners').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const archives = archiveCases('banner');

export const bannersCases: FeatureCases<typeof bannersContract> = {
  mark: makeBanner,
  async seed(db, id) {
    await makeBanner({ db, program_id: id % 4 === 0 ? null : 1 + (id % 2) }, `Banner ${id}`);
  },
  routes: {
    bannersCsv: listExportCase,
    banners: {
      refusals: { lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const id = await makeBanner(stage);
        return {
          query: `program_id=${stage.program_id}&sort_by=id&sort_dest=desc`,
          effect: ({ banners }) => expect(banners.banners[0].id).toBe(id),
        };
      },
    },
    banner: {
      refusals: { row },
      async success(stage) {
        const id = await makeBanner(stage);
        return { id, effect: ({ banner }) => expect(banner).toMatchObject({ id, title: 'A banner' }) };
      },
    },
    saveBanner: {
      refusals: { row, body: () => ({ title: 'Changed' }) },
      async success(stage) {
        const id = await makeBanner(stage);
        return {
          id,
          body: { title: 'Changed' },
          effect: async () => expect((await bannerRow(stage, id)).title).toBe('Changed'),
        };
      },
    },
    bannerTranslations: {
      refusals: { row },
      async success(stage) {
        const id = await makeBanner(stage);
        return { id, effect: ({ translations }) => expect(translations.length).toBeGreaterThan(20) };
      },
    },
    saveBannerTranslations: {
      refusals: { row, body: () => ({ translations: [{ language_slug: 'de', title: 'Neu' }] }) },
      async success(stage) {
        const id = await makeBanner(stage);
        return {
          id,
          body: { translations: [{ language_slug: 'de', title: 'Ein Banner' }] },
          effect: async () => {
            const kept = stage.db
              .selectFrom('banner_translations')
              .select('title')
              .where('banner_id', '=', id);
            expect(await kept.execute()).toEqual([{ title: 'Ein Banner' }]);
          },
        };
      },
    },
    duplicateBanner: archives.duplicate,
    archiveBanner: archives.archive,
    restoreBanner: archives.restore,
    archiveBanners: archives.many,
  },
};

import { expect } from 'vitest';
import type { SiteCases, SiteStage } from '../../../../test/routes/site-route-cases.ts';
import type { pageReadsContract } from '../contract.ts';

async function summerPage({ db, program_id, mark }: SiteStage) {
  const path = `/${mark}summer/one`;
  const page = { path, title: `${mark}<title>`, keywords: mark, description: `${mark}text` };
  const values = { ...page, program_id, name: mark, template: 'classic.html' };
  await db.insertInto('landing_pages').values(values).execute();
  await db
    .insertInto('landing_pages')
    .values({ ...values, path: `${path}-off`, active: 0 })
    .execute();
  return page;
}

export const pageReadsCases: SiteCases<typeof pageReadsContract> = {
  pages: {
    foreign: 200,
    async request(stage) {
      const page = await summerPage(stage);
      return { effect: (answer) => expect(answer).toEqual({ pages: [page], next: null, locale: 'en' }) };
    },
  },
  page: {
    async request(stage) {
      const page = await summerPage(stage);
      return {
        id: { path: page.path.slice(1) },
        effect(answer) {
          expect(answer).toEqual({ page: { ...page, html: expect.any(String) }, locale: 'en' });
          expect(answer.page.html).toContain(`<h1>${stage.mark}&#60;title&#62;</h1>`);
        },
      };
    },
  },
};

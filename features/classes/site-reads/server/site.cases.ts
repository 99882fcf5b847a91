import { expect } from 'vitest';
import { makeCategory, makeClass, makeInstructor, makeUpload } from '../../../../test/factories.ts';
import type { SiteCases, SiteStage } from '../../../../test/routes/site-route-cases.ts';
import type { classReadsContract } from '../contract.ts';

/** A bundle of one class, with all that a class can have; every text bears the mark. */
async function bundleOf({ db, program_id, mark }: SiteStage) {
  const instructor = await makeInstructor(db, { program_id, first_name: mark, last_name: 'Ada' });
  const category = await makeCategory(db, { program_id, programs: [program_id], category_name: mark });
  const image = await makeUpload(db, { program_id, width: 700 });
  const values = { program_id, instructor_id: instructor.id, description: mark, additional_info: mark };
  const bundle = await makeClass(db, {
    ...values,
    class_name: `${mark}bundle`,
    is_bundle: true,
    category: category.id,
    class_image_id: image.id,
  });
  const inner = await makeClass(db, { ...values, class_name: `${mark}class` });
  await db
    .insertInto('bundle_classes')
    .values({ bundle_id: bundle.id, class_id: inner.id, position: 1 })
    .execute();
  await db
    .insertInto('class_translations')
    .values({ class_id: bundle.id, language_slug: 'de', class_name: `${mark}Bündel` })
    .execute();
  const tag = await db
    .insertInto('program_tags')
    .values({ program_id, name: mark })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('class_program_tags')
    .values({ class_id: bundle.id, program_id, tag_id: tag.id })
    .execute();
  await db
    .updateTable('class_programs')
    .set({ discount_percentage: 15, featured: true, display_order: 4 })
    .where('class_id', '=', bundle.id)
    .execute();
  const path = (folder: string) =>
    `http://localhost:4000${image.path.replace('images/', `images/${folder}`)}`;
  const shown = {
    id: bundle.id,
    name: `${mark}Bündel`,
    description: mark,
    additional_info: mark,
    type: 'bundle',
    price: 4249,
    full_price: 4999,
    for_sale: true,
    currency: 'USD',
    featured: true,
    display_order: 4,
    tags: [{ id: tag.id, name: mark }],
    category: { id: category.id, name: mark },
    sub_category: null,
    instructor: { id: instructor.id, name: `${mark} Ada` },
    image: { small: path('320/'), medium: path('640/'), large: path('') },
    classes: [{ id: inner.id, name: `${mark}class` }],
  };
  return { shown, inner };
}

export const classReadsCases: SiteCases<typeof classReadsContract> = {
  classes: {
    foreign: 200,
    async request(stage) {
      const { shown, inner } = await bundleOf(stage);
      return {
        query: 'locale=de&limit=200',
        effect(answer) {
          expect(answer).toEqual({
            classes: [shown, expect.objectContaining({ id: inner.id, type: 'class', image: null })],
            next: null,
            locale: 'de',
          });
        },
      };
    },
  },
  class: {
    async request(stage) {
      const { shown } = await bundleOf(stage);
      return {
        id: shown.id,
        query: 'locale=de',
        effect: (answer) => expect(answer).toEqual({ class: shown, locale: 'de' }),
      };
    },
  },
};

import { expect } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { asOfCase } from '../../../test/routes/as-of-case.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import { type Cell, type FeatureCases, type Stage } from '../../../test/routes/route-cases.ts';
import type { programsContract } from '../contract.ts';

/** A program is nobody else's: there is none that belongs to no program. */
const kinds = ['own', 'foreign'] as const;
const row = ({ within }: Cell) => within;

const readBack = ({ db, program_id }: Stage) =>
  db.selectFrom('programs').selectAll().where('id', '=', program_id).executeTakeFirstOrThrow();
const tagIn = ({ db }: Pick<Stage, 'db'>, program_id: number, name: string) =>
  db.insertInto('program_tags').values({ program_id, name }).returning('id').executeTakeFirstOrThrow();
const newTag = () => `made-${crypto.randomUUID()}`;

export const programsCases: FeatureCases<typeof programsContract> = {
  mark: async ({ db, program_id }, mark) =>
    program_id &&
    db.updateTable('programs').set({ program_display_name: mark }).where('id', '=', program_id).execute(),
  seed: (db, id) => makeProgram(db, { id }),
  routes: {
    programsCsv: listExportCase,
    programs: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign'] },
      success: async ({ program_id }) => ({
        effect: ({ programs }) => expect(programs.map(({ id }: { id: number }) => id)).toContain(program_id),
      }),
    },
    program: {
      refusals: { row, kinds },
      success: async ({ program_id: id }) => ({
        id,
        effect: ({ program }) => expect(program).toMatchObject({ id, tags: [], site_key_at: null }),
      }),
    },
    programAsOf: asOfCase({ refusals: { row, kinds }, make: async ({ program_id }) => program_id }),
    createProgram: {
      refusals: {
        body: () => ({ program_data: { program_tag: newTag(), program_display_name: 'Made' } }),
        kinds: ['own'],
      },
      async success(stage) {
        const program_tag = newTag();
        return {
          body: { program_data: { program_tag, program_display_name: 'Made' } },
          effect: async ({ program }) => {
            const made = await readBack({ ...stage, program_id: program.id });
            expect(made).toMatchObject({ program_tag, updated_by: stage.caller.admin_id });
          },
        };
      },
    },
    updateProgram: {
      refusals: { row, kinds, body: () => ({ program_data: { support_email: 'new@example.com' } }) },
      success: async (stage) => ({
        id: stage.program_id,
        body: { program_data: { program_display_name: 'Changed', data: { heading_text: 'Hello' } } },
        effect: async () =>
          expect(await readBack(stage)).toMatchObject({
            program_display_name: 'Changed',
            heading_text: 'Hello',
          }),
      }),
    },
    setProgramAffiliate: {
      refusals: { body: ({ within }) => ({ affiliate: 1, program_id: within }), kinds },
      success: async (stage) => ({
        body: { affiliate: true, program_id: stage.program_id },
        effect: async () => expect((await readBack(stage)).affiliate).toBe(1),
      }),
    },
    saveProgramTags: {
      refusals: { row, kinds, body: () => ({ tags: [{ name: 'Beginners' }] }) },
      async success(stage) {
        const { id } = await tagIn(stage, stage.program_id, 'Begginers');
        return {
          id: stage.program_id,
          body: { tags: [{ id, name: 'Beginners', active: 1, is_customer_tag: 0 }] },
          effect: ({ tags }) =>
            expect(tags).toEqual([{ id, name: 'Beginners', active: 1, is_customer_tag: 0, classes: 0 }]),
        };
      },
    },
    programSubscriptions: {
      refusals: { row, kinds },
      success: async ({ program_id: id }) => ({
        id,
        effect: ({ subscriptions }) => expect(subscriptions).toHaveLength(3),
      }),
    },
    subscriptionLookup: {
      refusals: { query: () => 'price_id=x' },
      success: async () => ({
        query: 'price_id=x',
        effect: (answer) =>
          expect(answer).toEqual({ known: { product_id: null, price_id: null, coupon: null }, asked: false }),
      }),
    },
    saveProgramSubscriptions: {
      refusals: { row, kinds, body: () => ({ subscriptions: [{ type: 'month', product_id: 'prod_1' }] }) },
      success: async ({ db, program_id: id }) => ({
        id,
        body: { subscriptions: [{ type: 'year', product_id: 'prod_2', price_id: 'price_2', coupon: '' }] },
        effect: async () => {
          const kept = await db
            .selectFrom('program_subscriptions')
            .select(['type', 'price_id'])
            .where('program_id', '=', id)
            .execute();
          expect(kept).toEqual([{ type: 'year', price_id: 'price_2' }]);
        },
      }),
    },
    programTranslations: {
      refusals: { row, kinds },
      success: async ({ program_id: id }) => ({
        id,
        effect: ({ translations }) => expect(translations.length).toBeGreaterThan(20),
      }),
    },
    saveProgramTranslations: {
      refusals: {
        row,
        kinds,
        body: () => ({ translations: [{ language_slug: 'de', button_text: 'Los' }] }),
      },
      success: async ({ db, program_id: id }) => ({
        id,
        body: { translations: [{ language_slug: 'de', button_text: 'Los' }] },
        effect: async () => {
          const kept = await db
            .selectFrom('program_translations')
            .select('button_text')
            .where('program_id', '=', id)
            .execute();
          expect(kept).toEqual([{ button_text: 'Los' }]);
        },
      }),
    },
    programDefaults: {
      refusals: { row, kinds },
      success: async ({ program_id: id }) => ({
        id,
        effect: ({ programs }) => expect(programs).toEqual([]),
      }),
    },
    saveProgramDefaults: {
      refusals: { row, kinds, body: () => ({ programs: [] }) },
      async success({ db, program_id: id }) {
        const other = (await makeProgram(db)).id;
        return {
          id,
          body: { programs: [other] },
          effect: ({ programs }) => expect(programs).toEqual([other]),
        };
      },
    },
  },
};

import { expect } from 'vitest';
import type { Trx } from '../../../server/db/client.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { asOfCase } from '../../../test/routes/as-of-case.ts';
import {
  type FeatureCases,
  FOREIGN,
  type Maker,
  SEEDED,
  type Stage,
} from '../../../test/routes/route-cases.ts';
import { switchCase } from '../../../test/routes/switch-cases.ts';
import type { siteUsersContract } from '../contract.ts';

const userId = async ({ db, program_id }: Maker) => (await makeSiteUser(db, { program_id })).id;
const instructorId = async ({ db, program_id }: Maker) => (await makeInstructor(db, { program_id })).id;
const newAddress = () => `${crypto.randomUUID()}@example.org`;

const row = ({ db }: Stage, id: number) =>
  db.selectFrom('site_users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function userWithCategory(stage: Stage) {
  const id = await userId(stage);
  const category = await stage.db
    .insertInto('site_categories')
    .values({ category_name: 'Pottery', program_id: stage.program_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stage.db
    .insertInto('site_user_categories')
    .values({ user_id: id, category_id: category.id })
    .execute();
  return { id, category_id: category.id };
}

export const siteUsersCases: FeatureCases<typeof siteUsersContract> = {
  mark: ({ db, program_id }, first_name) => makeInstructor(db, { first_name, program_id }),
  seed: (db, id) => makeInstructor(db, { id, program_id: id % 3 === 0 ? null : 1 + (id % 2) }),
  // Their ids were given: a new user takes the next one.
  seedOnce: (db) => skipIds(db as Trx, 'site_users', SEEDED),
  routes: {
    userSearch: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success({ db, program_id }) {
        const first_name = `Found${crypto.randomUUID().slice(0, 8)}`;
        const { id } = await makeSiteUser(db, { first_name, program_id });
        return {
          query: `name=${first_name}`,
          effect: ({ users }) => expect(users).toMatchObject([{ id }]),
        };
      },
    },
    instructor: {
      refusals: { row: instructorId },
      async success(stage) {
        const id = await instructorId(stage);
        return {
          id,
          effect: ({ instructor }) =>
            expect(instructor).toMatchObject({ id, user_type: 'I', site_program: stage.program_id }),
        };
      },
    },
    instructorAsOf: asOfCase({ refusals: { row: instructorId }, make: instructorId }),
    timezones: {
      refusals: {},
      success: async () => ({
        effect: ({ timezones }) => expect(timezones).toContainEqual({ id: 31, name: 'America/New_York' }),
      }),
    },
    siteUsers: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const id = await userId(stage);
        return {
          query: `name=${id}&program_id=${stage.program_id}&sort_by=email&sort_dest=desc`,
          effect: ({ users }) => expect(users).toMatchObject([{ id, site_program: stage.program_id }]),
        };
      },
    },
    siteUsersCsv: {
      refusals: {},
      async success(stage) {
        await userId(stage);
        return {
          query: `page=1&file_name=&program_id=${stage.program_id}`,
          effect: (answer) =>
            expect(answer).toMatchObject({ file_name: expect.stringMatching(/^[\da-f]{32}/) }),
        };
      },
      fuzz: { also: [429] },
    },
    siteUser: {
      refusals: { row: userId },
      async success(stage) {
        const id = await userId(stage);
        return { id, effect: ({ user }) => expect(user).toMatchObject({ id, level: 1, categories: [] }) };
      },
    },
    siteUserAsOf: asOfCase({ refusals: { row: userId }, make: userId }),
    createSiteUser: {
      refusals: {
        kinds: ['own', 'foreign'],
        body: ({ program }) => ({
          user_data: { email: newAddress(), password: 'secret', site_program: program },
        }),
        beyond: 403,
      },
      async success(stage) {
        const email = newAddress();
        return {
          body: { user_data: { email, password: 'secret', site_program: stage.program_id } },
          effect: async ({ user }) =>
            expect(await row(stage, user.id)).toMatchObject({
              email,
              program_id: stage.program_id,
              password_hash: expect.stringMatching(/^\$argon2id\$/),
              updated_by: stage.caller.admin_id,
            }),
        };
      },
    },
    updateSiteUser: {
      refusals: {
        row: userId,
        body: ({ within }) => ({ user_data: { first_name: 'Changed', site_program: within } }),
      },
      async success(stage) {
        const id = await userId(stage);
        return {
          id,
          body: { user_data: { first_name: 'Changed', membership: 1 } },
          effect: async () =>
            expect(await row(stage, id)).toMatchObject({
              first_name: 'Changed',
              membership_at: expect.any(String),
              updated_by: stage.caller.admin_id,
            }),
        };
      },
    },
    siteUserCategories: {
      refusals: { row: userId },
      async success(stage) {
        const { id, category_id } = await userWithCategory(stage);
        return {
          id,
          effect: ({ categories }) =>
            expect(categories).toEqual([
              { category_id, sub_category_id: null, category_name: 'Pottery', sub_category_name: null },
            ]),
        };
      },
    },
    siteUserSites: {
      refusals: { row: userId },
      async success(stage) {
        return {
          id: await userId(stage),
          effect: (answer) =>
            expect(answer).toMatchObject({ sites: [], default_programs: [stage.program_id] }),
        };
      },
    },
    saveSiteUserSites: {
      refusals: { row: userId, body: () => ({ programs: [FOREIGN] }) },
      async success(stage) {
        const other = (await makeProgram(stage.db)).id;
        return {
          id: await userId(stage),
          body: { programs: [other] },
          effect: ({ sites }) => expect(sites).toEqual([other]),
        };
      },
    },
    siteUserPrograms: {
      refusals: { row: instructorId },
      success: async (stage) => ({
        id: await instructorId(stage),
        effect: ({ programs }) => expect(programs).toEqual([]),
      }),
    },
    siteUserCategoryLosses: {
      refusals: { row: instructorId, query: () => `programs=${FOREIGN}` },
      success: async (stage) => ({
        id: await instructorId(stage),
        query: 'programs=',
        effect: (answer) => expect(answer).toEqual({ count: 0, classes: [] }),
      }),
    },
    saveSiteUserPrograms: {
      refusals: { row: instructorId, body: () => ({ programs: [FOREIGN] }) },
      async success(stage) {
        const id = await instructorId(stage);
        const { id: class_id } = await makeClass(stage.db, {
          instructor_id: id,
          program_id: stage.program_id,
        });
        const other = (await makeProgram(stage.db)).id;
        return {
          id,
          body: { programs: [other] },
          effect: async (answer) => {
            expect(answer).toMatchObject({ programs: [other], linked: 1, unlinked: 0 });
            const links = stage.db
              .selectFrom('class_programs')
              .select(['program_id', 'discount_percentage', 'featured', 'made_for'])
              .where('class_id', '=', class_id)
              .where('program_id', '=', other);
            expect(await links.execute()).toEqual([
              { program_id: other, discount_percentage: 0, featured: false, made_for: id },
            ]);
          },
        };
      },
    },
    switchSiteUsers: switchCase('site_user'),
  },
};

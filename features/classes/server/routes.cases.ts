import { expect } from 'vitest';
import {
  makeCategory,
  makeClass,
  makeInstructor,
  makeProgram,
  makeSiteUser,
} from '../../../test/factories.ts';
import { asOfCase } from '../../../test/routes/as-of-case.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import { orderCases } from '../../../test/routes/order-cases.ts';
import { type FeatureCases, FOREIGN, type Maker, type Stage } from '../../../test/routes/route-cases.ts';
import type { classesContract } from '../contract.ts';

export async function newClass({ db, program_id }: Maker, class_name = 'A class') {
  const instructor = await makeInstructor(db, { program_id });
  return makeClass(db, { instructor_id: instructor.id, program_id, class_name });
}

const classId = async (maker: Maker) => (await newClass(maker)).id;

const userId = async ({ db, program_id }: Maker) => (await makeSiteUser(db, { program_id })).id;

async function newEnrolment(maker: Maker) {
  const values = { class_id: await classId(maker), user_id: await userId(maker) };
  return maker.db.insertInto('class_users').values(values).returningAll().executeTakeFirstOrThrow();
}

async function newComment(maker: Maker) {
  const values = { class_id: await classId(maker), message: 'Well said' };
  return maker.db.insertInto('class_comments').values(values).returningAll().executeTakeFirstOrThrow();
}

async function newTag({ db, program_id }: Stage): Promise<number> {
  const values = { program_id, name: 'A tag' };
  return (await db.insertInto('program_tags').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

const placeOf = ({ db, program_id }: Stage, id: number) =>
  db
    .selectFrom('class_programs')
    .select(['featured', 'display_order'])
    .where('class_id', '=', id)
    .where('program_id', '=', program_id)
    .executeTakeFirstOrThrow();
const statusOf = ({ db }: Stage, id: number) =>
  db.selectFrom('class_users').select('enrol_status').where('id', '=', id).executeTakeFirstOrThrow();

const order = orderCases({
  make: classId,
  placeOf: async (stage, id) => (await placeOf(stage, id)).display_order,
});

export const classesCases: FeatureCases<typeof classesContract> = {
  mark: newClass,
  async seed(db, id) {
    await makeClass(db, { id, instructor_id: id, program_id: id % 4 === 0 ? null : 1 + (id % 2) });
    // Sold in both programs, so that whoever is named by chance can be enrolled.
    const links = [1, 2].map((program_id) => ({ class_id: id, program_id, active: 0 }));
    await db
      .insertInto('class_programs')
      .values(links)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db.insertInto('class_users').values({ id, class_id: id, user_id: id }).execute();
  },
  routes: {
    classesCsv: listExportCase,
    classes: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const { id } = await newClass(stage);
        return { query: `name=${id}`, effect: ({ classes }) => expect(classes).toMatchObject([{ id }]) };
      },
    },
    class: {
      refusals: { row: classId },
      async success(stage) {
        const { id } = await newClass(stage);
        return {
          id,
          effect: (answer) =>
            expect(answer.class).toMatchObject({ id, bundles: [], hidden: 0, programs: [{ home: true }] }),
        };
      },
    },
    classAsOf: asOfCase({ refusals: { row: classId }, make: classId }),
    createClass: {
      refusals: {
        body: ({ program }) => ({ class_data: { class_name: 'New', program_id: program } }),
        beyond: 403,
      },
      async success({ db, program_id }) {
        const instructor_id = program_id === null ? null : (await makeInstructor(db, { program_id })).id;
        const class_data = {
          class_name: 'New',
          instructor_id,
          program_id: program_id ?? 0,
          class_price: 12.5,
        };
        return {
          body: { class_data },
          effect: (answer) =>
            expect(answer.class).toMatchObject({ ...class_data, is_bundle: false, status: 1 }),
        };
      },
    },
    updateClass: {
      refusals: { row: classId, body: () => ({ class_data: { class_name: 'Changed' } }) },
      async success(stage) {
        const { id } = await newClass(stage);
        return {
          id,
          body: { class_data: { class_name: 'Changed' } },
          effect: async () =>
            expect(
              await stage.db
                .selectFrom('classes')
                .select(['class_name', 'updated_by'])
                .where('id', '=', id)
                .executeTakeFirst(),
            ).toEqual({ class_name: 'Changed', updated_by: stage.caller.admin_id }),
        };
      },
    },
    classPrograms: {
      refusals: { row: classId },
      async success(stage) {
        const { program_id } = stage;
        return {
          id: await classId(stage),
          effect: ({ programs }) => expect(programs).toMatchObject([{ program_id, home: true, active: 1 }]),
        };
      },
    },
    saveClassPrograms: {
      refusals: { row: classId, body: () => ({ programs: [{ program_id: FOREIGN }] }) },
      async success(stage) {
        const [id, other] = [await classId(stage), (await makeProgram(stage.db)).id];
        return {
          id,
          body: { programs: [{ program_id: other, discount_percentage: 12.7 }] },
          effect: async () =>
            expect(
              await stage.db
                .selectFrom('class_programs')
                .select(['program_id', 'discount_percentage'])
                .where('class_id', '=', id)
                .orderBy('program_id')
                .execute(),
            ).toEqual([
              { program_id: stage.program_id, discount_percentage: 0 },
              { program_id: other, discount_percentage: 12 },
            ]),
        };
      },
    },
    classCategoriesLost: {
      refusals: { row: classId, query: () => `programs=${FOREIGN}` },
      async success(stage) {
        return {
          id: await classId(stage),
          query: `programs=${stage.program_id}`,
          effect: ({ lost_categories }) => expect(lost_categories).toEqual([]),
        };
      },
    },
    classCategories: {
      refusals: { row: classId },
      async success(stage) {
        const { id: category } = await makeCategory(stage.db, { program_id: stage.program_id });
        return {
          id: await classId(stage),
          effect: ({ categories }) =>
            expect(categories).toContainEqual(expect.objectContaining({ id: category, status: 1 })),
        };
      },
    },
    saveClassTags: {
      refusals: {
        row: classId,
        kinds: ['own', 'foreign'],
        body: ({ within }) => ({ program_id: within, tags: [] }),
      },
      fuzz: { usually: { tags: [], program_id: 1 } },
      async success(stage) {
        const [id, tag] = [await classId(stage), await newTag(stage)];
        return {
          id,
          body: { program_id: stage.program_id, tags: [tag] },
          effect: async () =>
            expect(
              await stage.db
                .selectFrom('class_program_tags')
                .select(['program_id', 'tag_id'])
                .where('class_id', '=', id)
                .execute(),
            ).toEqual([{ program_id: stage.program_id, tag_id: tag }]),
        };
      },
    },
    classOrder: order.read,
    unplacedClasses: order.unplaced,
    saveClassOrder: order.save,
    setClassDisplayOrder: {
      refusals: {
        row: classId,
        kinds: ['own', 'foreign'],
        body: ({ within }) => ({ program_id: within, display_order: 1 }),
      },
      async success(stage) {
        const id = await classId(stage);
        return {
          id,
          body: { program_id: stage.program_id, display_order: 4 },
          effect: async () => expect(await placeOf(stage, id)).toMatchObject({ display_order: 4 }),
        };
      },
    },
    toggleClassFeatured: {
      refusals: {
        row: classId,
        kinds: ['own', 'foreign'],
        body: ({ within }) => ({ program_id: within }),
      },
      async success(stage) {
        const id = await classId(stage);
        return {
          id,
          body: { program_id: stage.program_id },
          effect: async () => expect(await placeOf(stage, id)).toMatchObject({ featured: true }),
        };
      },
    },
    classUsers: {
      refusals: { row: classId },
      async success(stage) {
        const { id, class_id, user_id } = await newEnrolment(stage);
        return {
          id: class_id,
          effect: ({ users, count }) => {
            expect(count).toBe(1);
            expect(users).toMatchObject([{ id, user_id, enrol_status: 0, cancel_after_refund: 0 }]);
          },
        };
      },
    },
    enrolUser: {
      refusals: {
        row: async (cell) => ({ id: await classId(cell), user_id: await userId(cell) }),
        kinds: ['own', 'foreign'],
      },
      async success(stage) {
        const [id, user_id] = [await classId(stage), await userId(stage)];
        return {
          id: { id, user_id },
          effect: async (enrolment) => {
            expect(enrolment).toMatchObject({ enrol_status: 0 });
            expect(await statusOf(stage, enrolment.id)).toEqual({ enrol_status: 0 });
          },
        };
      },
    },
    switchEnrolment: {
      refusals: { row: async (cell) => (await newEnrolment(cell)).id },
      async success(stage) {
        const { id } = await newEnrolment(stage);
        return {
          id,
          effect: async () => expect(await statusOf(stage, id)).toEqual({ enrol_status: 5 }),
        };
      },
    },
    classComments: {
      refusals: { row: classId },
      async success(stage) {
        const { id, class_id } = await newComment(stage);
        return {
          id: class_id,
          effect: ({ comments }) => expect(comments).toMatchObject([{ id, message: 'Well said' }]),
        };
      },
    },
    deleteComment: {
      refusals: { row: async (cell) => (await newComment(cell)).id },
      fuzz: {
        prepare: async (db, calls) => {
          const values = Array.from({ length: calls }, () => ({ class_id: 1, message: 'Well said' }));
          const made = await db.insertInto('class_comments').values(values).returning('id').execute();
          return made.map(({ id }) => id);
        },
      },
      async success(stage) {
        const { id } = await newComment(stage);
        return {
          id,
          effect: async () =>
            expect(
              await stage.db.selectFrom('class_comments').selectAll().where('id', '=', id).execute(),
            ).toEqual([]),
        };
      },
    },
  },
};

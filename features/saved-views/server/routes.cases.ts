import { expect } from 'vitest';
import { makeAdmin } from '../../../test/factories.ts';
import type { Cell, FeatureCases, Maker, Stage } from '../../../test/routes/route-cases.ts';
import type { savedViewsContract } from '../contract.ts';

/** Shared by somebody of that program. */
async function newView({ db, program_id }: Maker, name: string, screen = '/users'): Promise<number> {
  const { id: admin_id } = await makeAdmin(db, { permissions: [], program_id: program_id ?? 0 });
  const { id } = await db
    .insertInto('saved_views')
    .values({ screen, name, admin_id, program_id, shared: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const shared = (cell: Cell) => newView(cell, 'A view');
const rowOf = ({ db }: Stage, id: number) =>
  db.selectFrom('saved_views').select(['name', 'shared']).where('id', '=', id).executeTakeFirst();
/** The caller's own. */
async function own({ db, caller, program_id }: Stage): Promise<number> {
  const view = { screen: '/users', name: crypto.randomUUID(), admin_id: caller.admin_id, program_id };
  const { id } = await db.insertInto('saved_views').values(view).returning('id').executeTakeFirstOrThrow();
  return id;
}

const programadmin = { role: 'programadmin' } as const;

export const savedViewsCases: FeatureCases<typeof savedViewsContract> = {
  mark: newView,
  seed: (db, id) => newView({ db, program_id: 1 + (id % 2) }, `View ${id}`),
  routes: {
    views: {
      // Global staff share among themselves: what they find is tested beside the noun.
      refusals: { query: () => 'screen=/users' },
      async success(stage) {
        const id = await own(stage);
        return {
          query: 'screen=/users',
          effect: ({ views }) =>
            expect(views.find((view: { id: number }) => view.id === id)).toMatchObject({ mine: true }),
        };
      },
    },
    createView: {
      refusals: {
        body: () => ({ data: { screen: '/users', name: crypto.randomUUID(), search: 'name=ada' } }),
        kinds: ['own'],
      },
      async success(stage) {
        const name = crypto.randomUUID();
        return {
          body: { data: { screen: '/users', name, shared: true } },
          effect: async ({ view }) => expect(await rowOf(stage, view.id)).toEqual({ name, shared: true }),
        };
      },
    },
    updateView: {
      refusals: {
        row: shared,
        body: () => ({ data: { name: 'Renamed' } }),
        kinds: ['own'],
        demands: programadmin,
      },
      async success(stage) {
        const id = await own(stage);
        return {
          id,
          body: { data: { name: `Renamed ${id}`, shared: true } },
          effect: async () => expect(await rowOf(stage, id)).toEqual({ name: `Renamed ${id}`, shared: true }),
        };
      },
      fuzz: { also: [409] },
    },
    deleteView: {
      refusals: { row: shared, kinds: ['own'], demands: programadmin },
      async success(stage) {
        const id = await own(stage);
        return { id, effect: async () => expect(await rowOf(stage, id)).toBeUndefined() };
      },
    },
  },
};

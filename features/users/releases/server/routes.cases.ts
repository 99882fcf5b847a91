import { expect } from 'vitest';
import { makeAdmin, makeSiteUser } from '../../../../test/factories.ts';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import type { payoutReleasesContract } from '../contract.ts';

type Of = Pick<Stage, 'db'> & { program_id: number | null };

const deleted = async ({ db, program_id }: Of) => (await makeSiteUser(db, { program_id, del_status: 1 })).id;

async function released({ db, program_id }: Of): Promise<number> {
  const user_id = await deleted({ db, program_id });
  const { id: created_by } = await makeAdmin(db, { permissions: ['superadmin'] });
  await db.insertInto('payout_releases').values({ user_id, created_by, reason: 'The heirs' }).execute();
  return user_id;
}

const standing = ({ db }: Stage, user_id: number) =>
  db
    .selectFrom('payout_releases')
    .select(['reason', 'created_by', 'ended_by'])
    .where('user_id', '=', user_id)
    .execute();

export const payoutReleasesCases: FeatureCases<typeof payoutReleasesContract> = {
  async seed(db, id) {
    const { id: created_by } = await makeAdmin(db, { permissions: ['superadmin'] });
    await db.updateTable('site_users').set({ status: 0 }).where('id', '=', id).execute();
    if (id % 2)
      await db.insertInto('payout_releases').values({ user_id: id, created_by, reason: 'x' }).execute();
  },
  routes: {
    payeeRelease: {
      refusals: { row: (cell: Cell) => released(cell) },
      success: async (stage) => ({
        id: await released(stage),
        effect: (answer) =>
          expect(answer).toMatchObject({ deleted: 1, blocked: 0, release: { reason: 'The heirs' } }),
      }),
    },
    releasePayee: {
      refusals: { row: (cell: Cell) => deleted(cell), body: () => ({ reason: 'The heirs' }) },
      async success(stage) {
        const id = await deleted(stage);
        return {
          id,
          body: { reason: ' The heirs ' },
          async effect(answer) {
            expect(answer.release).toMatchObject({ reason: 'The heirs', at: expect.any(String) });
            expect(await standing(stage, id)).toEqual([
              { reason: 'The heirs', created_by: stage.caller.admin_id, ended_by: null },
            ]);
          },
        };
      },
    },
    withdrawPayeeRelease: {
      refusals: { row: (cell: Cell) => released(cell) },
      async success(stage) {
        const id = await released(stage);
        return {
          id,
          async effect(answer) {
            expect(answer).toEqual({ deleted: 1, blocked: 0, release: null });
            expect(await standing(stage, id)).toMatchObject([{ ended_by: stage.caller.admin_id }]);
          },
        };
      },
    },
  },
};

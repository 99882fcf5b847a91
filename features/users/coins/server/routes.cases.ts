import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import type { coinsContract } from '../contract.ts';

const row = async ({ db, program_id }: Cell) => (await makeSiteUser(db, { program_id })).id;
const coinsIn = ({ db }: Stage, id: number) =>
  db
    .selectFrom('site_users')
    .select(['lilt_balance', 'lilt_total'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const coinsCases: FeatureCases<typeof coinsContract> = {
  routes: {
    grantCoins: {
      refusals: { row, body: () => ({ amount: 3.99 }) },
      async success(stage) {
        const { id } = await makeSiteUser(stage.db, { program_id: stage.program_id });
        return {
          id,
          body: { amount: 1000.25, reason: 'A gift' },
          async effect({ entry, ...answer }) {
            expect(answer).toEqual({ lilt_balance: 1000.25, lilt_total: 1000.25, level: 2 });
            expect(entry).toMatchObject({
              amount: 1000.25,
              balance: 1000.25,
              kind: 'grant',
              reason: 'A gift',
            });
            expect(await coinsIn(stage, id)).toEqual({ lilt_balance: 100_025, lilt_total: 100_025 });
          },
        };
      },
    },
    coinEntries: {
      refusals: { row },
      async success({ db, program_id }) {
        const { id: user_id } = await makeSiteUser(db, { program_id });
        await db.insertInto('lilt_entries').values({ user_id, amount: 250, kind: 'prize' }).execute();
        return {
          id: user_id,
          effect: (answer) =>
            expect(answer).toMatchObject({
              count: 1,
              lilt_balance: 2.5,
              entries: [{ amount: 2.5, kind: 'prize' }],
            }),
        };
      },
    },
  },
};

import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { makeAdmin } from '../../../test/factories.ts';
import { type FeatureCases, type Maker, SEEDED } from '../../../test/routes/route-cases.ts';
import type { moneySettingsContract } from '../contract.ts';
import { json } from './money-rules.ts';

/** A change that another superadmin has asked for; whatever waits is dropped for it. */
async function newChange({ db }: Pick<Maker, 'db'>): Promise<number> {
  const { id: admin_id } = await makeAdmin(db, { permissions: ['superadmin'] });
  await db
    .updateTable('money_setting_changes')
    .set({ decision: 'rejected', decided_at: new Date().toISOString(), decided_by: admin_id })
    .where('decision', 'is', null)
    .execute();
  const { id } = await db
    .insertInto('money_setting_changes')
    // Later than whoever is to approve it was made: an account that is younger could be anybody's.
    .values({
      admin_id,
      change: json({ hold_days: 0 }),
      created_at: new Date(Date.now() + 60_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const decisionOf = (db: Db, id: number) =>
  db
    .selectFrom('money_setting_changes')
    .select(['decision', 'decided_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const moneySettingsCases: FeatureCases<typeof moneySettingsContract> = {
  async seedOnce(db) {
    for (let n = 0; n < SEEDED; n++) await newChange({ db });
  },
  routes: {
    moneySettings: {
      refusals: {},
      success: async () => ({
        effect: ({ settings }) => expect(settings).toMatchObject({ payout_approval: expect.any(Boolean) }),
      }),
    },
    saveMoneySettings: {
      // More of it every time, so that it holds at once.
      refusals: { body: () => ({ minimum: { EUR: 1 + Math.floor(Math.random() * 1e6) } }), kinds: ['own'] },
      fuzz: { also: [202, 409] },
      async success({ db }) {
        const minimum = { USD: 12.5, JPY: 700 };
        return {
          body: { minimum },
          async effect({ settings, pending, waits }) {
            expect([settings.minimum, waits, pending?.own ?? 0]).toEqual([minimum, 0, 0]);
            const { value } = await db
              .selectFrom('settings')
              .select('value')
              .where('name', '=', 'money')
              .executeTakeFirstOrThrow();
            expect(value).toMatchObject({ rules: { minimum: { USD: 1250, JPY: 700 } } });
          },
        };
      },
    },
    approveMoneySettings: {
      refusals: { row: newChange, kinds: ['global'] },
      fuzz: { prepare: async (db) => [await newChange({ db })] },
      async success({ db, caller }) {
        const id = await newChange({ db });
        return {
          id,
          async effect({ pending }) {
            expect(pending).toBeNull();
            expect(await decisionOf(db, id)).toEqual({ decision: 'approved', decided_by: caller.admin_id });
          },
        };
      },
    },
    rejectMoneySettings: {
      refusals: { row: newChange, kinds: ['global'] },
      fuzz: { prepare: async (db) => [await newChange({ db })] },
      async success({ db, caller }) {
        const id = await newChange({ db });
        return {
          id,
          async effect({ pending }) {
            expect(pending).toBeNull();
            expect(await decisionOf(db, id)).toEqual({ decision: 'rejected', decided_by: caller.admin_id });
          },
        };
      },
    },
  },
};

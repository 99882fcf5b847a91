import { expect } from 'vitest';
import type { Trx } from '../../../../server/db/client.ts';
import { ADMIN_PASSWORD, makeSiteUser } from '../../../../test/factories.ts';
import { type Cell, type FeatureCases, SEEDED, type Stage } from '../../../../test/routes/route-cases.ts';
import { system } from '../../../../test/system.ts';
import type { paymentContract } from '../contract.ts';
import { SECRETS } from '../rules.ts';
import { savePayment } from './payment-saves.ts';
import { keepSecrets } from './payment-secrets.ts';

const IBAN = 'DE89370400440532013000';

const row = async (cell: Cell) => (await paid(cell)).id;

async function paid({ db, program_id }: Pick<Stage, 'db'> & { program_id: number | null }) {
  const user = await makeSiteUser(db, { program_id });
  await savePayment(system(db), { id: user.id, fields: { bank_deposit: { iban: IBAN } } });
  return user;
}

/** An id above all changes. */
const ALL = 2_000_000_000;

/** A user whose details were changed by the site, which waits for somebody. */
async function changedBySomebody(stage: Pick<Stage, 'db'> & { program_id: number | null }) {
  const { id } = await paid(stage);
  const { id: up_to } = await stage.db
    .updateTable('payee_changes')
    .set({ needs_approval: true, changed_by: null })
    .where('user_id', '=', id)
    .where('kind', '=', 'details')
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, up_to };
}

export const paymentCases: FeatureCases<typeof paymentContract> = {
  async seed(db, user_id) {
    await db.insertInto('payment_settings').values({ user_id }).execute();
    await keepSecrets(
      { ...system(db), db: db as Trx },
      user_id,
      SECRETS.map((field) => [field, '1234567890'] as const),
    );
  },
  routes: {
    paymentSettings: {
      refusals: { row },
      success: async (stage) => ({
        id: (await paid(stage)).id,
        effect: ({ paid_by, fields }) =>
          expect([paid_by, fields.bank_deposit.iban]).toEqual([null, { last4: '3000', set: true }]),
      }),
    },
    paymentApproval: {
      refusals: { row },
      success: async (stage) => ({
        id: (await changedBySomebody(stage)).id,
        effect: ({ waits }) => expect(waits).toMatchObject({ up_to: expect.any(Number), own: 0 }),
      }),
    },
    approvePayment: {
      refusals: {
        row: async (cell) => (await changedBySomebody(cell)).id,
        body: () => ({ up_to: ALL }),
      },
      fuzz: {
        usually: { up_to: ALL },
        async prepare(db, calls) {
          const ids: number[] = [];
          for (let n = 0; n < Math.min(calls, SEEDED); n++)
            ids.push((await changedBySomebody({ db, program_id: 1 + (n % 2) })).id);
          return ids;
        },
      },
      async success(stage) {
        const { id, up_to } = await changedBySomebody(stage);
        return { id, body: { up_to }, effect: (answer) => expect(answer).toEqual({ waits: null }) };
      },
    },
    showPaymentSecret: {
      refusals: { row, body: () => ({ field: 'iban' }) },
      success: async (stage) => ({
        id: (await paid(stage)).id,
        body: { field: 'iban' },
        effect: (answer) => expect(answer).toEqual({ value: IBAN }),
      }),
    },
    savePaymentSettings: {
      refusals: {
        row,
        body: () => ({ paid_by: 'paypal', fields: { paypal: { user: '@ada' } }, password: ADMIN_PASSWORD }),
      },
      // Wrong passwords are counted.
      fuzz: { also: [429], usually: { password: ADMIN_PASSWORD } },
      async success(stage) {
        const { id } = await paid(stage);
        return {
          id,
          body: {
            paid_by: 'paypal',
            fields: { paypal: { user: 'ada@example.org' } },
            password: ADMIN_PASSWORD,
          },
          async effect(answer) {
            expect(answer).toMatchObject({
              paid_by: 'paypal',
              fields: { paypal: { user: 'ada@example.org' } },
            });
            const kept = stage.db.selectFrom('payment_settings').selectAll().where('user_id', '=', id);
            expect(await kept.execute()).toMatchObject([
              { paid_by: 'paypal', updated_by: stage.caller.admin_id },
            ]);
          },
        };
      },
    },
  },
};

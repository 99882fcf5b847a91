import { expect } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { listExportCase } from '../../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { makeUnmatchedPayment } from '../../../../test/rows/unmatched-payments.ts';
import type { unmatchedPaymentsContract } from '../contract.ts';

const row = async ({ db, program_id }: Cell) => (await makeUnmatchedPayment(db, { program_id })).id;
const stored = ({ db }: Stage, id: number) =>
  db.selectFrom('unmatched_payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const unmatchedPaymentsCases: FeatureCases<typeof unmatchedPaymentsContract> = {
  mark: ({ db, program_id }, mark) => makeUnmatchedPayment(db, { program_id, payer: mark }),
  async seed(db, id) {
    await makeUnmatchedPayment(db, { id, program_id: id });
  },
  routes: {
    unmatchedPaymentsCsv: listExportCase,
    unmatchedPayments: {
      refusals: { lists: ['own', 'foreign', 'global'] },
      async success({ db, program_id }) {
        const { id } = await makeUnmatchedPayment(db, { program_id });
        return {
          effect: ({ payments }) =>
            expect(payments.find((payment: { id: number }) => payment.id === id)).toMatchObject({
              amount: 49.99,
              missing: ['class', 'user'],
              program_id,
              state: 'open',
            }),
        };
      },
    },
    unmatchedPayment: {
      refusals: { row },
      async success({ db, program_id }) {
        const { id } = await makeUnmatchedPayment(db, { program_id, payer: 'Grace Hopper' });
        return { id, effect: ({ payment }) => expect(payment).toMatchObject({ id, payer: 'Grace Hopper' }) };
      },
    },
    soldSearch: {
      refusals: { query: () => 'program_id=2&type=class&name=sold' },
      async success({ db, program_id }) {
        const id = await makeSoldClass(db, program_id, { home: (await makeProgram(db)).id });
        return {
          query: `program_id=${program_id}&type=class&name=${id}`,
          effect: ({ found }) => expect(found).toMatchObject([{ id }]),
        };
      },
      fuzz: { usually: { program_id: 2, type: 'class' } },
    },
    matchPayment: {
      refusals: {
        row,
        async body({ db, within }) {
          const class_id = await makeSoldClass(db, within);
          const { id: user_id } = await makeSiteUser(db, { program_id: within });
          return { program_id: within, type: 'class', class_id, user_id };
        },
      },
      async success(stage) {
        const { db, program_id, caller } = stage;
        const { id, paid_at, provider_ref } = await makeUnmatchedPayment(db, { program_id });
        const class_id = await makeSoldClass(db, program_id, { home: (await makeProgram(db)).id });
        const { id: user_id } = await makeSiteUser(db, { program_id });
        return {
          id,
          body: { program_id, type: 'class', class_id, user_id },
          async effect({ payment }) {
            expect(payment).toMatchObject({ state: 'matched', missing: [] });
            expect(await stored(stage, id)).toMatchObject({
              decided_by: caller.admin_id,
              charge_id: payment.charge_id,
            });
            const charge = await db
              .selectFrom('charges')
              .selectAll()
              .where('id', '=', payment.charge_id)
              .executeTakeFirstOrThrow();
            expect(charge).toMatchObject({
              class_id,
              student_id: user_id,
              amount: 4999,
              created_at: paid_at,
              provider: 'stripe',
              provider_charge: provider_ref,
              source: 'stripe',
            });
          },
        };
      },
    },
    dismissPayment: {
      refusals: { row, body: () => ({ reason: 'Somebody else’s' }) },
      async success(stage) {
        const { id } = await makeUnmatchedPayment(stage.db, { program_id: stage.program_id });
        return {
          id,
          body: { reason: 'Somebody else’s' },
          async effect({ payment }) {
            expect(payment).toMatchObject({ state: 'dismissed', reason: 'Somebody else’s' });
            expect(await stored(stage, id)).toMatchObject({ decided_by: stage.caller.admin_id });
          },
        };
      },
      fuzz: { also: [409] },
    },
    dismissPayments: {
      refusals: { row, body: (_cell, id) => ({ ids: [id] }) },
      async success(stage) {
        const { db, program_id, caller } = stage;
        const ids: number[] = [];
        for (let n = 0; n < 2; n++) ids.push((await makeUnmatchedPayment(db, { program_id })).id);
        return {
          body: { ids, reason: 'A shop of our own' },
          async effect({ payments }) {
            expect(payments).toMatchObject(ids.map((id) => ({ id, state: 'dismissed' })));
            for (const id of ids)
              expect(await stored(stage, id)).toMatchObject({
                decided_by: caller.admin_id,
                reason: 'A shop of our own',
              });
          },
        };
      },
      fuzz: { also: [409], usually: { ids: [1] } },
    },
  },
};

import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { makeClass, makeInstructor } from '../../../test/factories.ts';
import { giveMethod } from '../../../test/models/paying.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { FeatureCases, Maker } from '../../../test/routes/route-cases.ts';
import { makeCharge } from '../../../test/rows/charges.ts';
import type { payoutsContract } from '../contract.ts';
import { payeeId } from '../rules.ts';

/** 49.99 USD of an instructor, who can be paid. */
async function newPayee({ db, program_id }: Maker, first_name = 'Ada') {
  const instructor = await makeInstructor(db, { program_id, first_name });
  const { id: class_id } = await makeClass(db, { instructor_id: instructor.id, program_id });
  const charge = await makeCharge(db, { class_id, instructor_id: instructor.id, program_id });
  await giveMethod(db, instructor.id);
  const line = await db
    .selectFrom('charge_lines')
    .select('id')
    .where('charge_id', '=', charge.id)
    .executeTakeFirstOrThrow();
  return {
    user_id: instructor.id,
    id: payeeId({ user_id: instructor.id, program_id: null }, 'USD'),
    line: line.id,
    charge: charge.id,
  };
}

const SITE = payeeId({ user_id: null, program_id: null }, 'USD');

/** What the first call that pays the site takes. */
async function creditTheSite(db: Db): Promise<number[]> {
  await db
    .insertInto('payout_adjustments')
    .values({ currency: 'USD', amount: 100, kind: 'refund_undone' })
    .execute();
  return [];
}

export const payoutsCases: FeatureCases<typeof payoutsContract> = {
  mark: newPayee,
  routes: {
    payoutsCsv: listExportCase,
    payouts: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const name = `Only${Math.random().toString(36).slice(2)}`;
        const { id, user_id } = await newPayee(stage, name);
        return {
          query: `name=${name}&currency=USD&payable=1&method=venmo&sort_by=payout&sort_dest=desc`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              count: 1,
              payouts: [
                { id, amount: 49.99, held_amount: 0, payout: 49.99, pay_to_id: user_id, paid_by: 'venmo' },
              ],
            }),
        };
      },
    },
    payoutTransactions: {
      refusals: {
        row: async (cell) => (await newPayee(cell)).user_id,
        query: (id) => `instructor_id=${id}`,
      },
      async success(stage) {
        const { id, line, charge } = await newPayee(stage);
        return {
          query: `payee_id=${id}`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              count: 1,
              transactions: [{ id: line, charge_id: charge, amount: 49.99, active: 1, override: null }],
            }),
        };
      },
    },
    switchPayoutTransaction: {
      refusals: { row: async (cell) => (await newPayee(cell)).line },
      async success(stage) {
        const { line } = await newPayee(stage);
        return {
          id: line,
          async effect({ transaction }) {
            expect(transaction).toMatchObject({ id: line, override: '-1', active: 0 });
            const kept = stage.db.selectFrom('charge_lines').select('override').where('id', '=', line);
            expect(await kept.executeTakeFirst()).toEqual({ override: '-1' });
          },
        };
      },
    },
    notifyPayee: {
      refusals: { row: async (cell) => (await newPayee(cell)).user_id },
      async success(stage) {
        const { user_id } = await newPayee(stage);
        return {
          id: user_id,
          async effect({ notified_at }) {
            const sent = stage.db
              .selectFrom('payment_notifications')
              .select(['sent_at', 'admin_id'])
              .where('user_id', '=', user_id);
            expect(await sent.execute()).toEqual([{ sent_at: notified_at, admin_id: stage.caller.admin_id }]);
            const mail = stage.db
              .selectFrom('mails as m')
              .innerJoin('site_users as u', 'u.email', 'm.to_address')
              .select('m.subject')
              .where('u.id', '=', user_id);
            expect((await mail.executeTakeFirst())?.subject).toContain('Your payment from');
          },
        };
      },
    },
    payoutPreview: {
      refusals: { row: async (cell) => (await newPayee(cell)).id, query: (id) => `ids=${id}`, beyond: 400 },
      async success(stage) {
        const { id } = await newPayee(stage);
        return {
          query: `ids=${id}`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              payees: [{ id, method: 'venmo', lines: 1, lines_amount: 49.99, amount: 49.99, payable: 1 }],
              totals: [{ currency: 'USD', method: 'venmo', payees: 1, amount: 49.99 }],
            }),
        };
      },
    },
    makePayout: {
      refusals: { row: async (cell) => (await newPayee(cell)).id, body: (_cell, id) => ({ ids: [id] }) },
      fuzz: { usually: { ids: [SITE] }, prepare: creditTheSite },
      async success(stage) {
        const { id, line } = await newPayee(stage);
        return {
          body: { ids: [id] },
          async effect({ file, batch }) {
            expect(batch).toMatchObject({ kind: 'sales', state: 'made', payees: 1, own: 1, held: [] });
            expect(file).toMatch(/^\/storage\/reports\/payouts\/[0-9a-f]{32}\.zip$/);
            const kept = stage.db
              .selectFrom('charge_lines as l')
              .innerJoin('payouts as p', 'p.id', 'l.payout_id')
              .select(['l.paid', 'p.batch_id', 'p.state'])
              .where('l.id', '=', line);
            expect(await kept.executeTakeFirst()).toEqual({ paid: 4999, batch_id: batch.id, state: 'made' });
          },
        };
      },
    },
  },
};

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { listExportCase } from '../../../../test/routes/list-export-case.ts';
import { type FeatureCases, type Maker, SEEDED, type Stage } from '../../../../test/routes/route-cases.ts';
import { makeBatch, makePayee } from '../../../../test/rows/batches.ts';
import type { payoutBatchesContract } from '../contract.ts';

type Of = { approval?: boolean; first_name?: string; class_id?: number; at?: string };

/** 49.99 USD to one instructor. */
async function newBatch({ db, program_id }: Maker, { approval = false, at, ...of }: Of = {}) {
  const payee = await makePayee(db, { program_id, ...of });
  return { ...(await makeBatch(db, [payee.id], { approval, ...(at !== undefined && { at }) })), payee };
}

const ofStage = ({ db, program_id }: Stage, of?: Of) => newBatch({ db, program_id }, of);

const stateOf = (db: Db, id: number) =>
  db
    .selectFrom('payouts as p')
    .innerJoin('payout_batches as b', 'b.id', 'p.batch_id')
    .select(['p.state', 'b.state as of_batch', 'b.decided_by'])
    .where('p.id', '=', id)
    .executeTakeFirst();

/** As many as odd requests may use up; their ids are those of batches, or of payouts. */
const fresh = (of: 'id' | 'payout', approval: boolean) => async (db: Db, calls: number) => {
  const ids: number[] = [];
  // Odd settings before this may have asked for an approval of payout details, which nobody here gives.
  await sql`update settings set value = jsonb_set(value, '{rules,details_approval}', 'false')
    where name = 'money'`.execute(db);
  // Later than whoever is to approve it was made: an account that is younger could be anybody's.
  const at = new Date(Date.now() + 60_000).toISOString();
  for (let n = 0; n < Math.min(calls, SEEDED); n++)
    ids.push((await newBatch({ db, program_id: 1 + (n % 2) }, { approval, class_id: 1 + n, at }))[of]);
  return ids;
};

export const payoutBatchesCases: FeatureCases<typeof payoutBatchesContract> = {
  mark: (cell, first_name) => newBatch(cell, { first_name }),
  async seed(db, id) {
    await newBatch({ db, program_id: 1 + (id % 2) }, { class_id: id });
  },
  routes: {
    payoutBatchesCsv: listExportCase,
    payoutsHistoryCsv: listExportCase,
    payoutsHistory: {
      refusals: { query: () => 'instructor_name=marker', lists: ['own', 'foreign', 'global'] },
      fuzz: { usually: { program_id: 0 } },
      async success(stage) {
        const first_name = `Only${Math.random().toString(36).slice(2)}`;
        const { id, payout } = await ofStage(stage, { first_name });
        return {
          query: `instructor_name=${first_name}&currency=USD&state=made&kind=sales&batch_id=${id}&id=${payout}&sort_by=amount`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              count: 1,
              payouts: [
                {
                  id: payout,
                  first_name,
                  last_name: expect.stringMatching(/^Number \d+$/),
                  amount: 49.99,
                  method: 'venmo',
                  batch_id: id,
                  file: stage.kind.startsWith('bound') ? null : expect.stringMatching(/\.zip$/),
                },
              ],
            }),
        };
      },
    },
    paidTransactions: {
      refusals: { row: async (cell) => (await newBatch(cell)).payout },
      async success(stage) {
        const { payout, payee } = await ofStage(stage);
        return {
          id: payout,
          effect: (answer) =>
            expect(answer).toMatchObject({
              count: 1,
              transactions: [
                {
                  charge_id: payee.charge,
                  type: 'payment',
                  commission_type: 4,
                  amount: 49.99,
                  payout_status: 1,
                },
              ],
            }),
        };
      },
    },
    payoutArrived: {
      refusals: { row: async (cell) => (await newBatch(cell)).payout },
      fuzz: { prepare: fresh('payout', false) },
      async success(stage) {
        const { payout: id } = await ofStage(stage);
        return {
          id,
          async effect({ payout }) {
            expect(payout).toMatchObject({
              id,
              state: 'paid',
              paid_at: expect.any(String),
              returned_at: null,
            });
            expect(await stateOf(stage.db, id)).toMatchObject({ state: 'paid' });
          },
        };
      },
    },
    payoutsArrived: {
      refusals: {
        row: async (cell) => (await newBatch(cell)).payout,
        body: (_cell, id) => ({ ids: [id] }),
      },
      fuzz: { also: [409], usually: { ids: [1] } },
      async success(stage) {
        const { payout: id } = await ofStage(stage);
        return {
          body: { ids: [id, id] },
          async effect({ payouts }) {
            expect(payouts).toMatchObject([{ id, state: 'paid', paid_at: expect.any(String) }]);
            expect(await stateOf(stage.db, id)).toMatchObject({ state: 'paid' });
          },
        };
      },
    },
    returnPayout: {
      refusals: {
        row: async (cell) => (await newBatch(cell)).payout,
        body: () => ({ reason: 'Account closed' }),
      },
      fuzz: { prepare: fresh('payout', false) },
      async success(stage) {
        const { payout: id, payee } = await ofStage(stage);
        return {
          id,
          body: { reason: ' Account closed ' },
          async effect({ payout }) {
            expect(payout).toMatchObject({ id, state: 'returned', reason: 'Account closed' });
            const credits = stage.db
              .selectFrom('payout_adjustments')
              .select(['kind', 'amount', 'currency', 'payout_id', 'scope_program_id'])
              .where('user_id', '=', payee.user_id);
            const { program_id: scope_program_id } = stage;
            expect(await credits.execute()).toEqual([
              { kind: 'return', amount: 4999, currency: 'USD', payout_id: null, scope_program_id },
            ]);
          },
        };
      },
    },
    payoutBatches: {
      refusals: {},
      async success(stage) {
        const { id } = await ofStage(stage, { approval: true });
        return {
          query: `waiting=1&id=${id}`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              count: 1,
              batches: [{ id, state: 'proposed', own: 0, file: null, payees: 1, paid: 0, returned: 0 }],
            }),
        };
      },
    },
    payoutBatchPayees: {
      refusals: { row: async (cell) => (await newBatch(cell, { approval: true })).id, beyond: 403 },
      async success(stage) {
        const { id, payout, payee } = await ofStage(stage, { approval: true });
        return {
          id,
          effect: (answer) =>
            expect(answer).toEqual({
              count: 1,
              payees: [
                {
                  id: payout,
                  user_id: payee.user_id,
                  name: payee.name,
                  amount: 49.99,
                  currency: 'USD',
                  method: 'venmo',
                  account: `@payee-${payee.user_id}`,
                  first: 1,
                  largest: 0,
                  changed_at: null,
                  against: [],
                  release: null,
                },
              ],
              // Whichever was made before, by whatever else tries the calls.
              last_batch: expect.toSatisfy((last) => last === null || typeof last === 'object'),
            }),
        };
      },
    },
    approvePayoutBatch: {
      refusals: { row: async (cell) => (await newBatch(cell, { approval: true })).id },
      fuzz: { prepare: fresh('id', true) },
      async success(stage) {
        const { id, payout } = await ofStage(stage, { approval: true });
        return {
          id,
          async effect({ batch }) {
            expect(batch).toMatchObject({ id, state: 'made', file: expect.stringMatching(/\.zip$/) });
            const decided_by = stage.caller.admin_id;
            expect(await stateOf(stage.db, payout)).toEqual({ state: 'made', of_batch: 'made', decided_by });
          },
        };
      },
    },
    cancelPayoutBatch: {
      refusals: { row: async (cell) => (await newBatch(cell, { approval: true })).id },
      fuzz: { prepare: fresh('id', true) },
      async success(stage) {
        const { id, payout } = await ofStage(stage, { approval: true });
        return {
          id,
          async effect({ batch }) {
            expect(batch).toMatchObject({ id, state: 'cancelled', file: null });
            const decided_by = stage.caller.admin_id;
            expect(await stateOf(stage.db, payout)).toEqual({
              state: 'cancelled',
              of_batch: 'cancelled',
              decided_by,
            });
            const held = stage.db.selectFrom('charge_lines').select('id').where('payout_id', '=', payout);
            expect(await held.execute()).toEqual([]);
          },
        };
      },
    },
  },
};

import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { classValues, makeSiteUser } from '../../../../test/factories.ts';
import { listExportCase } from '../../../../test/routes/list-export-case.ts';
import type { FeatureCases, Maker } from '../../../../test/routes/route-cases.ts';
import { makeAttendances, makeTeacher } from '../../../../test/rows/memberships.ts';
import { payeeId } from '../../rules.ts';
import type { membershipPayoutsContract } from '../contract.ts';

const MARKED = '2025-06-01,2025-06-30';
const ODD = '2026-01-01,2026-01-31';

let days = 0;
/** A day of its own, so that no pool is in the way of another one. */
function freshDates(): string {
  const day = new Date(Date.UTC(1990, 0, ++days)).toISOString().slice(0, 10);
  return `${day},${day}`;
}

/** An instructor whose class a member attended twice; answers the user. */
async function newTeacher({ db, program_id }: Maker, dates: string, first_name = 'Ada'): Promise<number> {
  const { id, class_id } = await makeTeacher(db, { program_id, first_name });
  const { id: user_id } = await makeSiteUser(db, { program_id });
  await makeAttendances(db, dates.slice(0, 10), [
    { class_id, user_id },
    { class_id, user_id, type: 'recording' },
  ]);
  return id;
}

/** Its id as a payee; the range is told by the body. */
async function newPayee(maker: Maker, dates: string): Promise<number> {
  return payeeId({ user_id: await newTeacher(maker, dates), program_id: null }, 'USD');
}

/** Of a class that nobody teaches. */
async function seedOdd(db: Db): Promise<void> {
  const id = 900;
  await db
    .insertInto('classes')
    .values(classValues(id, { id, instructor_id: null }))
    .execute();
  await makeAttendances(db, ODD.slice(0, 10), [{ class_id: id, user_id: 1 }]);
}

/** The site itself is the first payee in USD. */
const usually = { ids: [1], dates: ODD, currency: 'USD', split_amount: 12.34 };

export const membershipPayoutsCases: FeatureCases<typeof membershipPayoutsContract> = {
  mark: (cell, name) => newTeacher(cell, MARKED, name),
  seedOnce: seedOdd,
  routes: {
    membershipPayoutsCsv: listExportCase,
    membershipPayouts: {
      refusals: { query: () => `dates=${MARKED}`, lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const dates = freshDates();
        const instructor_id = await newTeacher(stage, dates);
        return {
          query: `dates=${dates}&split_amount=10`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              payouts: [{ instructor_id, live: 1, recordings: 1, score: 1, amount: 10, lens: 10 }],
              count: { count: 1, live: 1, recordings: 1 },
              dates,
            }),
        };
      },
    },
    membershipTransactions: {
      refusals: {
        row: (cell) => newTeacher(cell, MARKED),
        query: (id) => `instructor_id=${id}&dates=${MARKED}`,
      },
      async success(stage) {
        const dates = freshDates();
        const id = await newTeacher(stage, dates);
        return {
          query: `instructor_id=${id}&dates=${dates}`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              count: 2,
              transactions: [{ type: 'recording' }, { type: 'live' }],
            }),
        };
      },
      fuzz: { usually: { instructor_id: 0 } },
    },
    membershipPreview: {
      refusals: {
        row: (cell) => newPayee(cell, MARKED),
        query: (id) => `ids=${id}&dates=${MARKED}&split_amount=10`,
        beyond: 400,
      },
      async success(stage) {
        const dates = freshDates();
        const id = await newPayee(stage, dates);
        return {
          query: `ids=${id}&dates=${dates}&split_amount=9.99`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              payees: [{ id, amount: 9.99, lines: 1, payable: 1 }],
              totals: [{ currency: 'USD', method: 'venmo', payees: 1, amount: 9.99 }],
            }),
        };
      },
      fuzz: { usually: { ...usually, ids: '1' } },
    },
    makeMembershipPayout: {
      refusals: {
        body: async (cell) => {
          const dates = freshDates();
          return { ids: [await newPayee(cell, dates)], dates, split_amount: 10 };
        },
      },
      async success(stage) {
        const { db, caller } = stage;
        const dates = freshDates();
        const id = await newPayee(stage, dates);
        return {
          body: { ids: [id], dates, split_amount: 9.99 },
          async effect({ file, batch }) {
            expect(batch).toMatchObject({ kind: 'membership', state: 'made', own: 1, payees: 1, file });
            expect(batch.totals).toEqual([{ currency: 'USD', method: 'venmo', payees: 1, amount: 9.99 }]);
            const made = await db
              .selectFrom('membership_parts as m')
              .innerJoin('membership_pools as o', 'o.id', 'm.pool_id')
              .innerJoin('payouts as p', 'p.id', 'm.payout_id')
              .select(['p.amount', 'p.state', 'o.split_amount', 'o.created_by'])
              .where('p.batch_id', '=', batch.id)
              .execute();
            expect(made).toEqual([
              { amount: 999, state: 'made', split_amount: 999, created_by: caller.admin_id },
            ]);
          },
        };
      },
      fuzz: { usually },
    },
  },
};

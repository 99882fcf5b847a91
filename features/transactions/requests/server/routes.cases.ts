import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { chargeValues, makeClass, makeInstructor, makeSiteUser } from '../../../../test/factories.ts';
import { listExportCase } from '../../../../test/routes/list-export-case.ts';
import { type FeatureCases, type Maker, SEEDED, type Stage } from '../../../../test/routes/route-cases.ts';
import type { refundRequestsContract } from '../contract.ts';

type Of = { reason?: string; class_id?: number };

/** A student asks for 10 of 49.99 USD, for the reason given. */
async function newRequest({ db, program_id }: Maker, { reason = '', ...of }: Of = {}): Promise<number> {
  const instructor = await makeInstructor(db, { program_id });
  const class_id = of.class_id ?? (await makeClass(db, { instructor_id: instructor.id, program_id })).id;
  const student = await makeSiteUser(db, { program_id });
  const { id: charge_id } = await db
    .insertInto('charges')
    .values(
      chargeValues({
        class_id,
        program_id,
        instructor_id: instructor.id,
        student_id: student.id,
        charge_type: 'class_payment',
        held: 'no_instructor',
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('refund_requests')
    .values({
      charge_id,
      scope_program_id: program_id,
      amount: 1000,
      type: 'student',
      user_id: student.id,
      reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const ofStage = ({ db, program_id }: Stage) => newRequest({ db, program_id });

async function requestsFor(db: Db, calls: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < Math.min(calls, SEEDED); n++)
    ids.push(await newRequest({ db, program_id: 1 + (n % 2) }, { class_id: 1 + n }));
  return ids;
}

const requestRow = (db: Db, id: number) =>
  db.selectFrom('refund_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const refundRequestsCases: FeatureCases<typeof refundRequestsContract> = {
  mark: (cell, reason) => newRequest(cell, { reason }),
  async seed(db, id) {
    await newRequest({ db, program_id: 1 + (id % 2) }, { class_id: id });
  },
  routes: {
    refundRequestsCsv: listExportCase,
    refundRequests: {
      refusals: { lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const id = await ofStage(stage);
        return {
          query: 'sort_by=id&sort_dest=desc&status=waiting',
          effect: ({ refunds }) => expect(refunds[0]).toMatchObject({ id, status: null, amount: 10 }),
        };
      },
    },
    refundRequestCounts: {
      refusals: {},
      async success(stage) {
        await ofStage(stage);
        return { effect: ({ counts }) => expect(counts.waiting).toBeGreaterThan(0) };
      },
    },
    approvalPreview: {
      refusals: { row: (cell) => newRequest(cell), query: (id) => `ids=${id}`, beyond: 400 },
      async success(stage) {
        const id = await ofStage(stage);
        return {
          query: `ids=${id}`,
          effect: ({ requests, totals }) => {
            expect(requests).toMatchObject([{ id, amount: 10, against: null }]);
            expect(totals).toEqual([{ currency: 'USD', by_hand: 1, requests: 1, amount: 10 }]);
          },
        };
      },
    },
    approveRefundRequests: {
      refusals: {
        row: (cell) => newRequest(cell),
        body: (_cell, id) => ({ requests: [{ id }] }),
        beyond: 400,
      },
      fuzz: { prepare: requestsFor, usually: { requests: [{ id: 1 }] } },
      async success(stage) {
        const ids = [await ofStage(stage), await ofStage(stage)];
        const { requests } = (await stage.caller('GET', `refunds/approval?ids=${ids.join()}`)).body;
        const shown = (requests as { id: number; fingerprint: string }[]).map(({ id, fingerprint }) => ({
          id,
          fingerprint,
        }));
        return {
          body: { requests: shown },
          async effect({ refunds }) {
            expect(refunds).toMatchObject(ids.map((id) => ({ id, status: 'approved' })));
            for (const id of ids)
              expect((await requestRow(stage.db, id)).decided_by).toBe(stage.caller.admin_id);
          },
        };
      },
    },
    rejectionPreview: {
      refusals: { row: (cell) => newRequest(cell), query: (id) => `ids=${id}`, beyond: 400 },
      async success(stage) {
        const id = await ofStage(stage);
        return {
          query: `ids=${id}`,
          effect: ({ requests, totals }) => {
            expect(requests).toMatchObject([{ id, amount: 10, against: null }]);
            expect(totals).toEqual([{ currency: 'USD', requests: 1, amount: 10 }]);
          },
        };
      },
    },
    rejectRefundRequests: {
      refusals: {
        row: (cell) => newRequest(cell),
        body: (_cell, id) => ({ requests: [{ id }] }),
        beyond: 400,
      },
      fuzz: { prepare: requestsFor, usually: { requests: [{ id: 1 }] } },
      async success(stage) {
        const ids = [await ofStage(stage), await ofStage(stage)];
        return {
          body: { requests: ids.map((id) => ({ id })) },
          async effect({ refunds }) {
            expect(refunds).toMatchObject(ids.map((id) => ({ id, status: 'rejected', refund_id: null })));
            for (const id of ids)
              expect((await requestRow(stage.db, id)).decided_by).toBe(stage.caller.admin_id);
          },
        };
      },
    },
    refundRequest: {
      refusals: { row: (cell) => newRequest(cell) },
      async success(stage) {
        const id = await ofStage(stage);
        return { id, effect: ({ refund }) => expect(refund).toMatchObject({ id, refund_available: 49.99 }) };
      },
    },
    approveRefundRequest: {
      refusals: { row: (cell) => newRequest(cell) },
      fuzz: { prepare: requestsFor },
      async success(stage) {
        const id = await ofStage(stage);
        return {
          id,
          async effect({ refund }) {
            expect(refund).toMatchObject({ id, status: 'approved', refund_available: 39.99 });
            const row = await requestRow(stage.db, id);
            expect([row.decided_by, row.refund_id]).toEqual([stage.caller.admin_id, refund.refund_id]);
            const made = await stage.db
              .selectFrom('refunds')
              .select(['charge_id', 'amount', 'state', 'created_by'])
              .where('id', '=', refund.refund_id)
              .executeTakeFirstOrThrow();
            const { admin_id: created_by } = stage.caller;
            expect(made).toEqual({ charge_id: row.charge_id, amount: 1000, state: 'requested', created_by });
          },
        };
      },
    },
    rejectRefundRequest: {
      refusals: { row: (cell) => newRequest(cell) },
      fuzz: { prepare: requestsFor },
      async success(stage) {
        const id = await ofStage(stage);
        return {
          id,
          async effect({ refund }) {
            expect(refund).toMatchObject({ id, status: 'rejected', refund_id: null });
            const row = await requestRow(stage.db, id);
            expect([row.decision, row.decided_by]).toEqual(['rejected', stage.caller.admin_id]);
          },
        };
      },
    },
  },
};

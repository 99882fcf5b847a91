import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { Cell, FeatureCases, Maker, Stage } from '../../../test/routes/route-cases.ts';
import { switchCase } from '../../../test/routes/switch-cases.ts';
import type { couponsContract } from '../contract.ts';

async function insertCoupon({ db, program_id }: Maker, coupon_name = 'A coupon'): Promise<number> {
  const { id } = await db
    .insertInto('coupons')
    .values({ coupon_name, coupon_stripe_id: `of ${coupon_name}`, program_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const newCoupon = (cell: Cell) => insertCoupon(cell);
const ownCoupon = (stage: Stage) => insertCoupon(stage);
const couponRow = ({ db }: Stage, id: number) =>
  db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const freshCoupons = (db: Db, calls: number) =>
  Promise.all(Array.from({ length: calls }, () => insertCoupon({ db, program_id: null })));

export const couponsCases: FeatureCases<typeof couponsContract> = {
  mark: insertCoupon,
  seed: (db) => insertCoupon({ db, program_id: null }),
  routes: {
    couponsCsv: listExportCase,
    coupons: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const id = await ownCoupon(stage);
        return {
          query: `name=%23${id}&program_id=${stage.program_id}`,
          effect: ({ coupons }) => expect(coupons).toMatchObject([{ id, program_id: stage.program_id }]),
        };
      },
    },
    coupon: {
      refusals: { row: newCoupon },
      async success(stage) {
        const id = await ownCoupon(stage);
        return { id, effect: ({ coupon }) => expect(coupon).toMatchObject({ id, is_percents: 0 }) };
      },
    },
    couponLookup: {
      refusals: { query: () => 'coupon_stripe_id=x' },
      success: async () => ({
        query: 'coupon_stripe_id=x',
        effect: (answer) => expect(answer).toEqual({ known: null, asked: false }),
      }),
    },
    createCoupon: {
      refusals: {
        body: ({ program }) => ({
          data: { coupon_name: 'x', coupon_stripe_id: crypto.randomUUID(), program_id: program },
        }),
        beyond: 403,
      },
      success: async (stage) => ({
        body: {
          data: {
            coupon_name: 'Spring',
            coupon_stripe_id: crypto.randomUUID(),
            program_id: stage.program_id,
          },
        },
        effect: async ({ coupon }) =>
          expect(await couponRow(stage, coupon.id)).toMatchObject({
            coupon_name: 'Spring',
            program_id: stage.program_id,
            updated_by: stage.caller.admin_id,
          }),
      }),
    },
    updateCoupon: {
      refusals: { row: newCoupon, body: () => ({ data: { coupon_name: 'Changed' } }) },
      async success(stage) {
        const id = await ownCoupon(stage);
        return {
          id,
          body: { data: { coupon_name: 'Changed', is_percents: true } },
          effect: async () =>
            expect(await couponRow(stage, id)).toMatchObject({ coupon_name: 'Changed', is_percents: 1 }),
        };
      },
    },
    deleteCoupon: {
      refusals: { row: newCoupon },
      async success(stage) {
        const id = await ownCoupon(stage);
        return { id, effect: async () => expect((await couponRow(stage, id)).deleted_at).not.toBeNull() };
      },
      fuzz: { prepare: freshCoupons },
    },
    switchCoupons: switchCase('coupon'),
  },
};

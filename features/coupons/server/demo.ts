import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { daysBefore } from '../../../server/db/demo/random.ts';
import type { KnownCoupon } from '../contract.ts';

export const demo: readonly DemoStep[] = [{ order: 190, make: ({ tx, today }) => demoCoupons(tx, today) }];

const GLOBAL_SITE = null;
const LONGEST =
  'For everybody who has been with one of our schools since before the move to the new platform, as a thank-you ' +
  'for their patience in the weeks when nothing worked';

async function demoCoupons({ db }: TransactionContext, today: Date): Promise<void> {
  const in90Days = daysBefore(today, -90);
  const lastMonth = daysBefore(today, 30);
  const rows: [name: string, stripe_id: string, program_id: number | null, known: KnownCoupon | null][] = [
    ['Welcome', 'WELCOME10', GLOBAL_SITE, percent(10)],
    ['Members bring members', 'BRING-A-FRIEND', GLOBAL_SITE, amount(15, 'USD')],
    ['Craft week', 'CRAFTWEEK', 1, percent(25, { redeem_by: in90Days })],
    ['First class', 'jMT0WJUD', 2, percent(50)],
    ['Back to school', 'BACK2SCHOOL', 2, { ...percent(20, { redeem_by: lastMonth }), valid: false }],
    ['Twenty off', '4fQyYd8N', 2, amount(20, 'USD')],
    ['Rentrée', 'RENTREE', 3, amount(12.5, 'EUR', { redeem_by: in90Days })],
    ['Les amis', 'AMIS-33', 3, percent(33.33)],
    ['春のキャンペーン', 'HARU', 4, amount(1500, 'JPY')],
    ['Verano', 'VERANO', 5, { ...percent(15), valid: false }],
    ['Evening hours', 'EVENINGS', 6, amount(5, 'GBP')],
    ['Осінь', 'OSIN', 7, null],
    [LONGEST, `THANK-YOU-${'x'.repeat(60)}`, 2, null],
    ['Staff', 'STAFF', GLOBAL_SITE, percent(100)],
  ];
  const values = rows.map(([coupon_name, coupon_stripe_id, program_id, known], index) => ({
    id: index + 1,
    coupon_name,
    coupon_stripe_id,
    program_id,
    is_percents: Number(known?.kind === 'percent'),
    known: known && sql<KnownCoupon>`${JSON.stringify(known)}::jsonb`,
    created_at: daysBefore(today, 400 - index * 20),
    updated_at: daysBefore(today, 200 - index * 10),
  }));
  await db.insertInto('coupons').values(values).execute();
  await skipIds(db, 'coupons', rows.length);
}

type Until = { redeem_by?: string };

function percent(value: number, { redeem_by }: Until = {}): KnownCoupon {
  return { kind: 'percent', value, currency: null, valid: true, redeem_by: redeem_by ?? null };
}

function amount(value: number, currency: string, { redeem_by }: Until = {}): KnownCoupon {
  return { kind: 'amount', value, currency, valid: true, redeem_by: redeem_by ?? null };
}

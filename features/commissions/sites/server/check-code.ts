import { sql } from 'kysely';
import { minorOf, percentOf } from '../../../../core/money.ts';
import { toHundredths } from '../../../../core/percent.ts';
import { WORTHLESS, type Worth, worthOf } from '../../../../core/sites/worth.ts';
import { type Offer, offerOf } from '../../../../server/sites/offered.ts';
import { requireUser } from '../../../../server/sites/rows-here.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { CODE, DISCOUNT_CURRENCY, type DiscountType, levelNumber } from '../../rules.ts';

/**
 * Returns what a code takes off a class: by the row by which a sale with it would be divided, that of the class before
 * that of its instructor and of the instructor's program. A code that would not count is worth nothing, whatever it is
 * elsewhere. 404 for the class or the user, by name.
 */
export async function checkCode(
  context: SiteCall,
  { code, class_id, user_id }: { code: string; class_id: number; user_id?: number | undefined },
): Promise<Worth> {
  const offer = await offerOf(context, class_id);
  await requireUser(context, user_id);
  const row = await rowOf(context, code, offer);
  return row ? worthOf(offer, discountFrom(row, offer)) : WORTHLESS;
}

type CodeRow = { discount: number | null; discount_type: DiscountType | null };

async function rowOf({ db }: SiteCall, code: string, offer: Offer): Promise<CodeRow | undefined> {
  const owners = [
    { level: levelNumber('class'), owner_id: offer.class_id },
    { level: levelNumber('instructor'), owner_id: offer.instructor_id },
    { level: levelNumber('program'), owner_id: offer.home },
  ];
  const { rows } = await sql<CodeRow>`
    select r.discount, r.discount_type
    from jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as o (level smallint, owner_id integer)
    join commission_rows r on r.level = o.level and r.owner_id = o.owner_id
    where r.replaced_at is null and r.type = ${CODE} and r.code_key = lower(btrim(${code}))
    order by r.level desc limit 1`.execute(db);
  return rows[0];
}

/** Minor units; an amount is one of dollars, and takes nothing off a price in another currency. */
function discountFrom({ discount, discount_type }: CodeRow, { price, currency }: Offer): number {
  if (discount === null) return 0;
  if (discount_type === 'percent') return percentOf(price, toHundredths(discount));
  return currency === DISCOUNT_CURRENCY ? minorOf(discount, currency) : 0;
}

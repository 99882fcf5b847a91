/** SQL of orders that can be fulfilled; `fulfilRefusal` of rules.ts decides the same. Specification: Fulfil. */
import { sql } from 'kysely';
import { UNDO_HOURS } from '../rules.ts';

/** Condition on `gift_products g` and `site_users u`: the address or payout method is known. */
const IS_KNOWN = sql<boolean>`case g.type when 'physical' then u.delivery_complete
  when 'money' then payment_is_complete(u.id) else true end`;

/** Condition on `gift_products g` and `site_users u`: money for a deleted or inactive user without a release for payment. */
export const IS_STOPPED = sql<boolean>`(g.type = 'money' and (u.del_status = 1 or u.status = 0)
  and not exists (select from payout_releases r where r.user_id = u.id and r.ended_at is null))`;

/** Condition with `gift_purchases p`: also true once fulfilled. */
export const IS_CONFIRMED = sql<boolean>`(p.fulfilment_id is not null or ${IS_KNOWN})`;

export const FULFILLABLE = sql<boolean>`(p.fulfilment_id is null and g.type in ('physical', 'money')
  and (p.type = 'regular' or p.state = 'win') and ${IS_KNOWN} and not ${IS_STOPPED})`;

/** Condition on `fulfilments f`: it can still be undone, by a program's staff where their program made it. */
export const CAN_UNDO = sql<boolean>`coalesce(f.printed_at is null and f.undone_at is null
  and (provost_scope() is null or f.program_id = provost_scope())
  and f.created_at > provost_now() - ${sql.lit(`${UNDO_HOURS} hours`)}::interval, false)`;

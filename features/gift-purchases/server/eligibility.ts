/** SQL of orders that can be fulfilled; `fulfilRefusal` of rules.ts decides the same. Specification: Fulfil. */
import { sql } from 'kysely';

/** Condition on `gift_products g` and `site_users u`: the address or payout method is known. */
const IS_KNOWN = sql<boolean>`case g.type when 'physical' then u.delivery_complete
  when 'money' then payment_is_complete(u.id) else true end`;

/** Condition with `gift_purchases p`: also true once fulfilled. */
export const IS_CONFIRMED = sql<boolean>`(p.fulfilment_id is not null or ${IS_KNOWN})`;

export const FULFILLABLE = sql<boolean>`(p.fulfilment_id is null and g.type in ('physical', 'money')
  and (p.type = 'regular' or p.state = 'win') and ${IS_KNOWN})`;

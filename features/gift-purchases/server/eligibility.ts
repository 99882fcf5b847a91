/** What can be fulfilled, as the database decides it; `fulfilRefusal` of rules.ts says the same. Specification: Fulfil. */
import { sql } from 'kysely';

/** Of `gift_products g` and `site_users u`: whether it is known where to send it or how to pay it. */
const IS_KNOWN = sql<boolean>`case g.type when 'physical' then u.delivery_complete
  when 'money' then payment_is_complete(u.id) else true end`;

/** Of `gift_purchases p` beside them. What has arrived was known. */
export const IS_CONFIRMED = sql<boolean>`(p.fulfilment_id is not null or ${IS_KNOWN})`;

export const FULFILLABLE = sql<boolean>`(p.fulfilment_id is null and g.type in ('physical', 'money')
  and (p.type = 'regular' or p.state = 'win') and ${IS_KNOWN})`;

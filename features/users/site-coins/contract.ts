/** Coins and tickets as the site of a program tells them. Specification: Sites, coins. */
import { z } from 'zod';
import { id, trimmedText, wholeNumber } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { occurredAt } from '../../../core/sites/fields.ts';
import { reference, results, told } from '../../../core/sites/told.ts';
import { grant } from '../coins/schemas.ts';

const MAX_REASON = 200;

const MAX_TICKETS = 100;

const balance = z.number();

const siteGrant = z.strictObject({
  reference,
  user_id: id,
  amount: grant.shape.amount,
  /** The site's rule by which they are given. */
  reason: trimmedText(MAX_REASON).min(1, 'must not be empty'),
});

/** A grant of a history that is moved in: given then, and not when it was told. */
export const movedGrant = siteGrant.extend({ occurred_at: occurredAt.optional() });
export type MovedGrant = z.output<typeof movedGrant>;

const siteTickets = z.strictObject({
  reference,
  user_id: id,
  event_id: id,
  quantity: wholeNumber(1, MAX_TICKETS).optional().default(1),
});

/** Tickets of a history that is moved in: sold then, and not when they were told. */
export const movedTickets = siteTickets.extend({ occurred_at: occurredAt.optional() });
export type MovedTickets = z.output<typeof movedTickets>;

export const siteCoinsContract = {
  coins: siteRoute('write', {
    method: 'POST',
    path: 'coins',
    summary: 'Give LiL-T to users, within the daily limit of the program',
    input: told(siteGrant),
    output: results({ balance }),
  }),
  tickets: siteRoute('write', {
    method: 'POST',
    path: 'tickets',
    summary: 'Sell event tickets for LiL-T',
    input: told(siteTickets),
    output: results({
      tickets: z.array(z.string()),
      balance,
    }),
  }),
};

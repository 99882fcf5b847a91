/** Events, giveaways and draws as the site of a program shows them. Specification: Sites, reads. */
import { z } from 'zod';
import { moment, pathId, textFilter } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import {
  answeredLocale,
  minor,
  named,
  siteImage,
  siteList,
  siteListed,
  siteLocale,
} from '../../../core/sites/reads.ts';
import { PRODUCT_TYPES } from '../../gift-products/rules.ts';
import { EVENT_TYPES, STATUSES } from '../rules.ts';

const siteEvent = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  type: z.enum(EVENT_TYPES),
  /** The status; no draft is shown. */
  n: z.enum(STATUSES).exclude(['draft']),
  /** Coins, of a regular event alone. */
  price: z.number().nullable(),
  /** Coins, of a giveaway alone. */
  ticket_price: z.number().nullable(),
  usd_price: minor,
  currency: z.literal('USD'),
  available: z.int(),
  start_at: moment,
  end_at: moment,
  featured: z.boolean(),
  /** 0: no place. */
  display_order: z.int(),
  /** The prize; null without one. */
  product: named.extend({ type: z.enum(PRODUCT_TYPES) }).nullable(),
  image: siteImage,
});
export type SiteEvent = z.infer<typeof siteEvent>;

/** Hashes in lower-case hex; all but the commitment null until the winner is confirmed. */
const siteDraw = z.object({
  event_id: z.int(),
  commitment: z.string(),
  /** The address of the whole proof, which anybody can work out again. */
  proof: z.string().nullable(),
  frozen_at: moment.nullable(),
  tickets: z.int().nullable(),
  list_hash: z.string().nullable(),
  /** The drand quicknet round of the seed; null also where there was none. */
  beacon_round: z.int().nullable(),
  confirmed_at: moment.nullable(),
  /** The code of the ticket that has won; nothing says whose it is. */
  ticket: z.string().nullable(),
});
export type SiteDraw = z.infer<typeof siteDraw>;

const one = z.strictObject({ id: pathId, locale: siteLocale });

export const eventReadsContract = {
  events: siteRoute('read', {
    method: 'GET',
    path: 'events',
    summary: 'The events and giveaways that the program shows, in its order',
    input: z.strictObject({ ...siteList, q: textFilter }),
    output: siteListed('events', siteEvent),
    cache: 'public',
  }),
  event: siteRoute('read', {
    method: 'GET',
    path: 'events/{id}',
    summary: 'An event or giveaway that the program shows',
    input: one,
    output: z.object({ event: siteEvent, ...answeredLocale }),
    cache: 'public',
  }),
  draw: siteRoute('read', {
    method: 'GET',
    path: 'draws/{id}',
    summary: 'The fingerprint of a giveaway’s draw, and its public proof once the winner is confirmed',
    input: one,
    output: z.object({ draw: siteDraw, ...answeredLocale }),
    cache: 'public',
  }),
};

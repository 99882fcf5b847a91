/** The draw of a giveaway's winner. Specification: Draws. */
import { z } from 'zod';
import {
  id,
  moment,
  page,
  pathId,
  sourceFilter,
  text,
  textFilter,
  trimmedText,
} from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { SOURCES } from '../../../core/sites/sources.ts';
import { EDITED_TERMS } from '../rules.ts';

const access = { area: 'events' } as const;
const superadmin = { role: 'superadmin' } as const;
const byId = z.strictObject({ id: pathId });

export const proposal = z.object({
  user: z.string(),
  /** The winner's user id, to be repeated in the confirmation. */
  id: z.int(),
  /** Confirms this proposal, once, while it is the newest. */
  token: z.string(),
  /** Counts from 0; every redraw adds one. */
  attempt: z.int(),
  ticket: z.string(),
  /** The winner's tickets and the number of all: the odds. */
  user_tickets: z.int(),
  tickets: z.int(),
});
export type Proposal = z.infer<typeof proposal>;

const draw = z.object({
  id: z.int(),
  attempt: z.int(),
  ticket: z.string(),
  /** The ticket's index in the frozen list, from 0. */
  number: z.int(),
  user: z.string().nullable(),
  proposed_by: z.string().nullable(),
  proposed_at: moment,
  reason: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  confirmed_at: moment.nullable(),
  /** The address of the public proof, once this attempt is confirmed. */
  proof: z.string().nullable(),
});
export type Draw = z.infer<typeof draw>;

const soldTicket = z.object({
  id: z.int(),
  code: z.string(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  created_at: moment,
  source: z.enum(SOURCES),
});
export type SoldTicket = z.infer<typeof soldTicket>;

/** An edit of the terms of sale after the first ticket was sold. */
const termEdit = z.object({
  edited_at: moment,
  field: z.enum(EDITED_TERMS),
  before: z.union([z.string(), z.number()]),
  after: z.union([z.string(), z.number()]),
  edited_by: z.string().nullable(),
});

/** An early end and the reason superadmins gave for it, as published in the proof. */
const earlyEnd = z.object({ at: moment, reason: z.string() });

/** The frozen list of a draw; all hashes in lower-case hex. */
const frozenList = z.object({
  frozen_at: moment,
  tickets: z.int(),
  list_hash: z.string(),
  /** The drand quicknet round of the seed; null where no beacon was configured. */
  beacon_round: z.int().nullable(),
  /** Null until the round has been published and verified. */
  beacon_signature: z.string().nullable(),
});

export const drawsContract = {
  publicDraw: route('public', {
    method: 'GET',
    path: '/api/draws/{id}',
    summary: 'The fingerprint of a giveaway’s draw before the draw, and the address of its proof afterwards',
    input: byId,
    output: z.object({
      event_id: z.int(),
      commitment: z.string(),
      proof: z.string().nullable(),
    }),
  }),
  eventTickets: route(access, {
    method: 'GET',
    path: 'lilt-event/{id}/tickets',
    summary: 'The counts of sold tickets and of their users',
    input: byId,
    output: z.object({ number: z.int(), users: z.int() }),
  }),
  soldTickets: route(access, {
    method: 'GET',
    path: 'lilt-event/{id}/sold-tickets',
    summary: 'A page of an event’s tickets, newest first, by user or code',
    input: z.strictObject({ id: pathId, page, name: textFilter, source: sourceFilter }),
    output: z.object({ tickets: z.array(soldTicket), count: z.int() }),
  }),
  eventDraws: route(access, {
    method: 'GET',
    path: 'lilt-event/{id}/draws',
    summary: 'Every draw of the event, the fingerprint, the locked ticket list and earlier edits',
    input: byId,
    output: z.object({
      draws: z.array(draw),
      commitment: z.string(),
      frozen: frozenList.nullable(),
      edits: z.array(termEdit),
      ended_early: earlyEnd.nullable(),
      proof: z.string().nullable(),
    }),
  }),
  endEvent: route(superadmin, {
    method: 'POST',
    path: 'lilt-event/{id}/end',
    summary: 'End a giveaway early: ticket sales stop and the winner can be drawn',
    input: z.strictObject({ id: pathId, reason: trimmedText(500).min(1, 'Enter a reason') }),
    output: z.object({ end_at: moment, tickets: z.int() }),
    idempotent: true,
  }),
  proposeWinner: route(superadmin, {
    method: 'GET',
    path: 'lilt-event/{id}/draw',
    summary: 'Propose a winner; call again for the next one',
    input: z.strictObject({ id: pathId, reason: trimmedText(500).optional().default('') }),
    output: proposal,
  }),
  confirmWinner: route(superadmin, {
    method: 'POST',
    // The event has a name of its own here, because the body's id is the winner's.
    path: 'lilt-event/{event_id}/draw-final',
    summary:
      'Confirm the newest proposal, by the id of the winner and its token. 409 names the admin who already confirmed it',
    input: z.strictObject({ event_id: pathId, id, token: text(200) }),
    output: z.object({ user: z.string(), ticket: z.string(), attempt: z.int(), proof: z.string() }),
    idempotent: true,
  }),
};

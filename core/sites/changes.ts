/** Kinds of objects of which sites are told that they have changed, and what webhooks say of them. Specification: Sites, changes. */

export const CHANGE_KINDS = [
  'program',
  'class',
  'category',
  'event',
  'product',
  'banner',
  'page',
  'draw',
  'refund',
  'coin',
  'payout',
  'user',
  'session',
  'charge',
  'enrolment',
  'cancellation',
  'attendance',
  'token',
  'ticket',
  'purchase',
  'refund_request',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const CHANGES = ['saved', 'deleted'] as const;

/** Events of the kinds that are told by what has happened, and not by every change. */
const HAPPENINGS = {
  draw: ['confirmed'],
  refund: ['succeeded', 'failed'],
  payout: ['paid'],
} as const satisfies Partial<Record<ChangeKind, readonly string[]>>;
type Told = typeof HAPPENINGS;

export type WebhookKind =
  | `${Exclude<ChangeKind, keyof Told>}.changed`
  | { [Kind in keyof Told]: `${Kind}.${Told[Kind][number]}` }[keyof Told];

/** Types of the messages that a webhook can be set to. */
export const WEBHOOK_KINDS = CHANGE_KINDS.flatMap((kind): string[] => {
  const happenings: readonly string[] = HAPPENINGS[kind as keyof Told] ?? ['changed'];
  return happenings.map((happening) => `${kind}.${happening}`);
}) as [WebhookKind, ...WebhookKind[]];

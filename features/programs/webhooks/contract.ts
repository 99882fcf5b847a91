/** Addresses that are told what has changed for a program's site. Specification: Sites, webhooks. */
import { z } from 'zod';
import { flag, moment, namedMoment, page, pathId, updatedAt, wholeNumber } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { WEBHOOK_KINDS } from '../../../core/sites/changes.ts';
import { DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS } from '../site-keys/contract.ts';

const superadmin = { role: 'superadmin' } as const;

export const MAX_URL = 2000;
const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
/** Filter of deliveries; `retrying` is those that wait for their next try. */
export const DELIVERY_FILTERS = ['all', 'waiting', 'retrying', 'delivered', 'failed'] as const;

const url = z
  .string()
  .trim()
  .max(MAX_URL)
  .refine(
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    'Enter an address that begins with https://',
  )
  .refine(
    (text) => !URL.canParse(text) || isPlain(new URL(text)),
    'must not contain a user name, password or #',
  );

function isPlain({ username, password, hash }: URL): boolean {
  return `${username}${password}${hash}` === '';
}

const kinds = z
  .array(z.enum(WEBHOOK_KINDS))
  .min(1, 'Choose at least one kind')
  .transform((chosen) => WEBHOOK_KINDS.filter((kind) => chosen.includes(kind)));

const webhook = z.object({
  id: z.int(),
  url: z.string(),
  kinds: z.array(z.string()),
  active: z.boolean(),
  /** Moment at which it was switched off by itself, as nobody had taken a message for days. */
  switched_off_at: moment.nullable(),
  updated_at: moment,
});
export type Webhook = z.infer<typeof webhook>;

export const newWebhook = z.strictObject({ url, kinds, active: flag.optional().default(true) });
export type NewWebhook = z.infer<typeof newWebhook>;

const webhookChange = z.object({
  id: pathId,
  url: url.optional(),
  kinds: kinds.optional(),
  active: flag.optional(),
  updated_at: updatedAt,
});
export type WebhookChange = z.infer<typeof webhookChange>;

const delivery = z.object({
  id: z.int(),
  message_id: z.string(),
  type: z.string(),
  object_id: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** Status of the last answer; null where there was none. */
  status: z.int().nullable(),
  /** Reason that there was none, or that it does not count: `private_address`, `redirect`, `timeout`, `no_answer`. */
  error: z.string().nullable(),
  /** First 2 KB of the answer. */
  answer: z.string().nullable(),
  created_at: moment,
  next_at: moment.nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const ofWebhook = z.strictObject({ id: pathId });

export const webhooksContract = {
  webhooks: route(superadmin, {
    method: 'GET',
    path: 'program/{id}/webhooks',
    summary: 'The webhooks of a program',
    input: z.strictObject({ id: pathId }),
    output: z.object({ webhooks: z.array(webhook) }),
  }),
  // Not idempotent, as the site keys: what answers a secret again would keep it.
  createWebhook: route(superadmin, {
    method: 'POST',
    path: 'program/{id}/webhooks',
    stepUp: true,
    summary: 'Add a webhook; the answer has its signing secret, only once',
    input: newWebhook.extend({ id: pathId }),
    output: z.object({ webhook, secret: z.string() }),
  }),
  updateWebhook: route(superadmin, {
    method: 'PATCH',
    path: 'webhook/{id}',
    stepUp: true,
    summary: 'Change the address or kinds of a webhook, activate or deactivate it',
    input: webhookChange,
    output: z.object({ webhook }),
  }),
  deleteWebhook: route(superadmin, {
    method: 'DELETE',
    path: 'webhook/{id}',
    summary: 'Delete a webhook with its history',
    input: ofWebhook,
    output: z.object({ id: z.int(), deleted: z.literal(true) }),
  }),
  renewWebhookSecret: route(superadmin, {
    method: 'POST',
    path: 'webhook/{id}/secret',
    stepUp: true,
    summary: 'Create a new secret; messages are signed with both until the old one ends',
    input: z.strictObject({
      id: pathId,
      overlap_hours: wholeNumber(0, MAX_OVERLAP_HOURS).optional().default(DEFAULT_OVERLAP_HOURS),
    }),
    output: z.object({ secret: z.string() }),
  }),
  testWebhook: route(superadmin, {
    method: 'POST',
    path: 'webhook/{id}/test',
    summary: 'Send a message of the type webhook.test, once',
    input: ofWebhook,
    output: z.object({ delivery }),
  }),
  webhookDeliveries: route(superadmin, {
    method: 'GET',
    path: 'webhook/{id}/deliveries',
    summary: 'A page of deliveries of the last 30 days, newest first',
    input: z.strictObject({
      id: pathId,
      page,
      state: z.enum(DELIVERY_FILTERS).optional().default('all'),
    }),
    output: z.object({ deliveries: z.array(delivery), count: z.int() }),
  }),
  resendWebhook: route(superadmin, {
    method: 'POST',
    path: 'webhook/{id}/resend',
    summary: 'Send one delivery again, or all since a moment, in order',
    input: z
      .strictObject({
        id: pathId,
        delivery_id: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
        since: namedMoment.optional(),
      })
      .refine(({ delivery_id, since }) => (delivery_id === undefined) !== (since === undefined), {
        path: ['delivery_id'],
        message: 'Send one delivery, or a moment in `since`',
      }),
    output: z.object({ resent: z.int() }),
  }),
};

/** Payout methods of a user. Specification: Payment settings. */
import { z } from 'zod';
import { id, moment, pathId } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { METHOD_FIELDS, METHODS, type Method, SECRETS } from './rules.ts';
import { paymentChange, shown } from './schemas.ts';

const access = { area: 'money' } as const;
const secret = shown.nullable();

export const paymentSettings = z.object({
  paid_by: z.enum(METHODS).nullable(),
  /** All fields by method: a text, or the last digits of a secret. */
  fields: z.object(
    Object.fromEntries(
      METHODS.map((method) => [
        method,
        z.object(
          Object.fromEntries(METHOD_FIELDS[method].map((field) => [field, z.union([z.string(), secret])])),
        ),
      ]),
    ) as Record<Method, z.ZodObject<Record<string, z.ZodUnion<[z.ZodString, typeof secret]>>>>,
  ),
  legacy: z.object({
    paypal_address: z.string(),
    bank_ac_no: secret,
    routing_no: secret,
    made_out_to: z.string(),
    sent_to: z.string(),
  }),
  updated_at: moment,
});
export type PaymentSettings = z.infer<typeof paymentSettings>;

/** The changes of payout details that a second superadmin has to approve before money goes there. */
const paymentApproval = z.object({
  waits: z
    .object({
      /** The last of them: whoever approves names it, and approves none that came after. */
      up_to: z.int(),
      at: moment,
      /** Null where the user, or nobody by name, changed them. */
      by: z.string().nullable(),
      /** 1: changed by the signed-in admin, who cannot approve it. */
      own: z.literal([0, 1]),
      /** 1: the signed-in admin's account was made or changed too recently to approve it. */
      too_new: z.literal([0, 1]),
    })
    .nullable(),
});
export type PaymentApproval = z.infer<typeof paymentApproval>;

export const paymentContract = {
  paymentApproval: route(access, {
    method: 'GET',
    path: 'user/{id}/payment-settings/approval',
    summary: 'Changes of the payout details that need a second superadmin’s approval',
    input: z.strictObject({ id: pathId }),
    output: paymentApproval,
  }),
  approvePayment: route(
    { role: 'superadmin' },
    {
      method: 'POST',
      path: 'user/{id}/payment-settings/approval',
      stepUp: true,
      summary: 'Approve changed payout details, by another superadmin than the one who changed them',
      input: z.strictObject({ id: pathId, up_to: id }),
      output: paymentApproval,
      idempotent: true,
    },
  ),
  paymentSettings: route(access, {
    method: 'GET',
    path: 'user/{id}/payment-settings',
    summary: 'The payout details of a user; secrets by their last digits',
    input: z.strictObject({ id: pathId }),
    output: paymentSettings,
  }),
  showPaymentSecret: route(access, {
    method: 'POST',
    path: 'user/{id}/payment-settings/show',
    stepUp: true,
    summary: 'One secret of the payout details; each read is recorded',
    input: z.strictObject({ id: pathId, field: z.enum(SECRETS) }),
    output: z.object({ value: z.string() }),
  }),
  savePaymentSettings: route(access, {
    method: 'PATCH',
    path: 'user/{id}/payment-settings',
    summary: 'Change the payout details of a user; needs the caller’s own password and emails the user',
    input: z.strictObject({ id: pathId, ...paymentChange.shape }),
    output: paymentSettings,
  }),
};

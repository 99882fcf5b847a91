/** Payout methods of a user. Specification: Payment settings. */
import { z } from 'zod';
import { moment, pathId } from '../../../core/fields.ts';
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

export const paymentContract = {
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

/** Schemas of payment settings, separate from the contract, which every visit loads. */
import { z } from 'zod';
import { text, updatedAt } from '../../../core/fields.ts';
import {
  faultOf,
  isSecret,
  METHOD_FIELDS,
  METHODS,
  type Method,
  type PaymentField,
  tidied,
} from './rules.ts';

const MAX_FIELD = 200;

/** A secret as it is read: its last digits. */
export const shown = z.object({ last4: z.string(), set: z.literal(true) });
export type Shown = z.infer<typeof shown>;

/** Accepts null and '' to remove a value; a secret sent back as it was read stays. */
function value(method: Method, field: PaymentField) {
  const typed = text(MAX_FIELD)
    .overwrite((typed) => tidied(field, typed))
    .superRefine((typed, context) => {
      const fault = faultOf(method, field, typed);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    });
  const given = isSecret(field) ? z.union([typed, shown]) : typed;
  return given.nullable().optional();
}

function fieldsOf<Of extends Method>(method: Of) {
  const fields = METHOD_FIELDS[method].map((field) => [field, value(method, field)] as const);
  return z
    .strictObject(
      Object.fromEntries(fields) as {
        [Field in (typeof METHOD_FIELDS)[Of][number]]: ReturnType<typeof value>;
      },
    )
    .optional();
}

export const paymentFields = z.strictObject({
  alipay: fieldsOf('alipay'),
  bank_deposit: fieldsOf('bank_deposit'),
  direct: fieldsOf('direct'),
  paypal: fieldsOf('paypal'),
  unionpay: fieldsOf('unionpay'),
  venmo: fieldsOf('venmo'),
});
export type PaymentFields = z.output<typeof paymentFields>;

export const paymentChange = z.strictObject({
  paid_by: z.enum(METHODS).nullable().optional(),
  fields: paymentFields.optional(),
  password: text(200).optional(),
  updated_at: updatedAt,
});

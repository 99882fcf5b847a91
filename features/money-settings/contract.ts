/** Superadmins' rules of money. Specification: Refunds; Payouts. */
import { isValidBIC, isValidIBAN } from 'ibantools';
import { z } from 'zod';
import { flag, moment, pathId, text, updatedAt, wholeNumber } from '../../core/fields.ts';
import { CURRENCIES, toMinor } from '../../core/money.ts';
import { route } from '../../core/route.ts';
import { isRoutingNumber, MAX_NEW_ACCOUNT_DAYS } from '../users/payment-settings/rules.ts';
import { MAX_HOLD_DAYS } from './rules.ts';

const read = { area: 'money' } as const;
const superadmin = { role: 'superadmin' } as const;

const byCurrency = z.partialRecord(z.enum(CURRENCIES), z.number().nullable());

/** An omitted or null currency has no amount. */
const amounts = byCurrency.superRefine((given, context) => {
  for (const [currency, amount] of Object.entries(given)) {
    if (typeof amount === 'number' && toMinor(String(amount), currency) === null)
      context.addIssue({
        code: 'custom',
        path: [currency],
        message: `must be an amount with no more decimals than ${currency} has`,
      });
  }
});

/** Codes and numbers without their separators. */
const solid = text(60)
  .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string());
const named = (max: number) => text(max).trim().min(1, 'Enter a name');

const achOrigin = z.strictObject({
  origin_routing: solid.refine(isRoutingNumber, 'is not valid: check each digit'),
  origin_name: named(23).regex(/^[\x20-\x7e]*$/, 'can only contain plain letters, digits and punctuation'),
  company_id: solid.refine((value) => /^[0-9A-Z]{10}$/.test(value), 'must have 10 letters and digits'),
});
const sepaDebtor = z.strictObject({
  name: named(70),
  iban: solid.refine(isValidIBAN, 'is not valid: check each digit'),
  bic: solid.refine(isValidBIC, 'is not a valid BIC'),
});

const held = {
  refund_approval_above: byCurrency,
  /** True where payouts need a second superadmin before their file is made. */
  payout_approval: z.boolean(),
  /** Days between a charge and the payout of its lines. */
  hold_days: wholeNumber(0, MAX_HOLD_DAYS),
  /** Days without payouts after a payee's email or payout method changes. */
  new_account_days: wholeNumber(0, MAX_NEW_ACCOUNT_DAYS),
  /** True where nobody is paid by changed payout details before another superadmin approves them. */
  details_approval: z.boolean(),
  minimum: byCurrency,
  /** The origin of NACHA files; null without them. */
  ach: z.object({ origin_routing: z.string(), origin_name: z.string(), company_id: z.string() }).nullable(),
  sepa_debtor: z.object({ name: z.string(), iban: z.string(), bic: z.string() }).nullable(),
};
const moneySettings = z.object({ ...held, updated_at: moment });
export type MoneySettings = z.infer<typeof moneySettings>;

/** Omitted fields stay; amounts are replaced as a whole, so an omitted currency has none from then on. */
export const moneySettingsChange = z.strictObject({
  refund_approval_above: amounts.optional(),
  payout_approval: flag.optional(),
  hold_days: held.hold_days.optional(),
  new_account_days: held.new_account_days.optional(),
  details_approval: flag.optional(),
  minimum: amounts.optional(),
  ach: achOrigin.nullable().optional(),
  sepa_debtor: sepaDebtor.nullable().optional(),
  updated_at: updatedAt,
});
export type MoneySettingsChange = z.output<typeof moneySettingsChange>;

/** Changes that await a second superadmin; of the amounts only the changed ones, null for a removed one. */
const pending = z.object({
  id: z.int(),
  by: z.string().nullable(),
  at: moment,
  change: z.object(held).partial(),
  /** 1: requested by the signed-in admin, who cannot approve it. */
  own: z.literal([0, 1]),
  /** 1: the signed-in admin's account was made or changed too recently to approve it. */
  too_new: z.literal([0, 1]),
});
export type PendingChange = z.infer<typeof pending>;

const settings = z.object({
  settings: moneySettings,
  pending: pending.nullable(),
  /** 1: there is only one superadmin, so that nobody could approve a loosening. */
  alone: z.literal([0, 1]),
});
export type MoneySettingsAnswer = z.infer<typeof settings>;
const byId = z.strictObject({ id: pathId });

export const moneySettingsContract = {
  moneySettings: route(read, {
    method: 'GET',
    path: 'money-settings',
    summary: 'The current settings, and the change that needs a second superadmin',
    input: z.strictObject({}).optional(),
    output: settings,
  }),
  saveMoneySettings: route(superadmin, {
    method: 'PATCH',
    path: 'money-settings',
    stepUp: true,
    summary: 'Change settings: stricter ones apply immediately, looser ones need a second superadmin (202)',
    input: moneySettingsChange,
    /** `waits` 1: some of this change awaits approval. */
    output: settings.extend({ waits: z.literal([0, 1]) }),
    waits: 'waits',
    idempotent: true,
  }),
  approveMoneySettings: route(superadmin, {
    method: 'POST',
    path: 'money-settings/{id}/approve',
    stepUp: true,
    summary: 'Approve a change that another superadmin requested. 409 names the admin who already decided',
    input: byId,
    output: settings,
    idempotent: true,
  }),
  rejectMoneySettings: route(superadmin, {
    method: 'POST',
    path: 'money-settings/{id}/reject',
    summary: 'Reject a pending change, or withdraw your own',
    input: byId,
    output: settings,
    idempotent: true,
  }),
};

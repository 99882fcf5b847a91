/** The rules of money that a superadmin sets. Specification: Refunds (four eyes); Payouts (hold and minimum). */
import { z } from 'zod';
import { flag, moment, pathId, text, updatedAt } from '../../core/fields.ts';
import { CURRENCIES } from '../../core/money.ts';
import { route } from '../../core/route.ts';
import { MAX_HOLD_DAYS } from './rules.ts';

const read = { area: 'money' } as const;
const superadmin = { role: 'superadmin' } as const;

/** Major units by currency; a currency left out, or null, has none. */
const byCurrency = z.partialRecord(z.enum(CURRENCIES), z.number().min(0).nullable());
const line = (max: number) => text(max).trim();

const ach = z.object({ origin_routing: line(9), origin_name: line(23), company_id: line(10) });
const sepaDebtor = z.object({ name: line(70), iban: line(34), bic: line(11) });

const held = {
  /** Refunds above it become requests. */
  refund_approval_above: byCurrency,
  /** Payouts need a second superadmin before their file is made. */
  payout_approval: z.boolean(),
  /** Days that a line waits after its charge before it is paid. */
  hold_days: z.int().min(0).max(MAX_HOLD_DAYS),
  /** The least that is paid out at once. */
  minimum: byCurrency,
  /** The origin of NACHA files; null where there are none. */
  ach: ach.nullable(),
  /** Who pays in SEPA files. */
  sepa_debtor: sepaDebtor.nullable(),
};
const moneySettings = z.object({ ...held, updated_at: moment.nullable() });
export type MoneySettings = z.infer<typeof moneySettings>;

export const moneySettingsChange = z.strictObject({
  ...z.object({ ...held, payout_approval: flag }).partial().shape,
  updated_at: updatedAt,
});
export type MoneySettingsChange = z.infer<typeof moneySettingsChange>;

/** What waits for a second superadmin. */
const pending = z.object({
  id: z.int(),
  by: z.string().nullable(),
  at: moment,
  change: moneySettingsChange,
  /** 1: the signed-in admin asked for it, and cannot approve it. */
  own: z.literal([0, 1]),
});
export type PendingChange = z.infer<typeof pending>;

const settings = z.object({ settings: moneySettings, pending: pending.nullable() });
const byId = z.strictObject({ id: pathId });

export const moneySettingsContract = {
  moneySettings: route(read, {
    method: 'GET',
    path: 'money-settings',
    summary: 'What holds now, and what waits for a second superadmin',
    input: z.strictObject({}),
    output: settings,
  }),
  saveMoneySettings: route(superadmin, {
    method: 'PATCH',
    path: 'money-settings',
    summary: 'Change what is named: what tightens holds at once, what loosens waits (202)',
    input: moneySettingsChange,
    output: settings,
  }),
  approveMoneySettings: route(superadmin, {
    method: 'POST',
    path: 'money-settings/{id}/approve',
    summary: 'Let a change hold that another superadmin asked for',
    input: byId,
    output: settings,
  }),
  rejectMoneySettings: route(superadmin, {
    method: 'POST',
    path: 'money-settings/{id}/reject',
    summary: 'Drop a change that waits; whoever asked for it may take it back like this',
    input: byId,
    output: settings,
  }),
};

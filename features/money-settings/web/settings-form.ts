import type { Currency } from '../../../core/money.ts';
import { capital } from '../../../web/ui/form/field-words.ts';
import { type MoneySettings, type MoneySettingsChange, moneySettingsChange } from '../contract.ts';

/** Null where a currency has been added without an amount yet. */
export type AmountValues = { [Code in Currency]?: number | null };

/** Values named as in the body, so that refusals of the server find their field. */
export type Values = {
  refund_approval_above: AmountValues;
  payout_approval: boolean;
  hold_days: number | null;
  new_account_days: number | null;
  details_approval: boolean;
  minimum: AmountValues;
  ach: { origin_routing: string; origin_name: string; company_id: string };
  sepa_debtor: { name: string; iban: string; bic: string };
  updated_at?: string;
};

const NO_ACH = { origin_routing: '', origin_name: '', company_id: '' };
const NO_DEBTOR = { name: '', iban: '', bic: '' };

export function valuesOf({ ach, sepa_debtor, ...settings }: MoneySettings): Values {
  return { ...settings, ach: ach ?? NO_ACH, sepa_debtor: sepa_debtor ?? NO_DEBTOR };
}

/** Sends null for a group of fields that are all empty. */
export function bodyOf({ ach, sepa_debtor, ...values }: Values): MoneySettingsChange {
  return {
    ...values,
    hold_days: values.hold_days ?? 0,
    new_account_days: values.new_account_days ?? 0,
    ach: isEmpty(ach) ? null : ach,
    sepa_debtor: isEmpty(sepa_debtor) ? null : sepa_debtor,
  };
}

export function faultsOf(values: Values): Record<string, string> {
  const { error } = moneySettingsChange.safeParse(bodyOf(values));
  const faults = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), capital(message)]);
  const empty = (['refund_approval_above', 'minimum'] as const).flatMap((name) =>
    Object.entries(values[name])
      .filter(([, amount]) => amount === null)
      .map(([code]) => [`${name}.${code}`, 'Enter an amount, or remove the currency']),
  );
  return Object.fromEntries([...faults, ...empty]) as Record<string, string>;
}

function isEmpty(fields: Record<string, string>): boolean {
  return Object.values(fields).every((value) => value.trim() === '');
}

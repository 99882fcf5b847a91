import { formatMajor } from '../../../core/money.ts';
import type { MoneySettings, PendingChange } from '../contract.ts';

export type ChangedRule = { label: string; before: string; after: string };

export function changedRules(now: MoneySettings, change: PendingChange['change']): ChangedRule[] {
  const limits = Object.entries(change.refund_approval_above ?? {}).map(([currency, amount]) => ({
    label: `Refund approval limit in ${currency}`,
    before: limitWords(now.refund_approval_above, currency),
    after: limitWords({ [currency]: amount }, currency),
  }));
  const { payout_approval, hold_days, new_account_days, details_approval } = change;
  return [
    ...limits,
    ...(payout_approval === undefined
      ? []
      : [
          {
            label: 'Payout approval',
            before: approvalWords(now.payout_approval),
            after: approvalWords(payout_approval),
          },
        ]),
    ...(hold_days === undefined
      ? []
      : [
          {
            label: 'Payout delay (days after sale)',
            before: daysWords(now.hold_days),
            after: daysWords(hold_days),
          },
        ]),
    ...(new_account_days === undefined
      ? []
      : [
          {
            label: NEW_ACCOUNT_DAYS,
            before: daysWords(now.new_account_days),
            after: daysWords(new_account_days),
          },
        ]),
    ...(details_approval === undefined
      ? []
      : [
          {
            label: DETAILS_APPROVAL,
            before: approvalWords(now.details_approval),
            after: approvalWords(details_approval),
          },
        ]),
  ];
}

export const NEW_ACCOUNT_DAYS = 'Payout delay after a change of email or payout details (days)';

export const DETAILS_APPROVAL = 'Approval of changed payout details';

export function approvalWords(is: boolean): string {
  return is ? 'By a second superadmin' : 'Not required';
}

export function daysWords(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

function limitWords(amounts: { [code: string]: number | null | undefined }, currency: string): string {
  const amount = amounts[currency];
  return typeof amount === 'number' ? `above ${formatMajor(amount, currency)}` : 'no limit';
}

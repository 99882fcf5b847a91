/** Expiry and fixed fields of LiL tokens. Specification: LiL tokens. */
export const TOKENS_ACCESS = { area: 'store', of: 'no program' } as const;

export const MAX_QUANTITY = 500;

type Dated = { expiry_date: string | null };

/** True once the last day (`YYYY-MM-DD`, UTC) is over; `now` in milliseconds. */
export function isExpired({ expiry_date }: Dated, now: number): boolean {
  return expiry_date !== null && expiry_date.slice(0, 10) < new Date(now).toISOString().slice(0, 10);
}

/** Fields a used token may not change; it can still be switched off and on. */
export const FIXED_ONCE_USED = ['code', 'amount', 'expiry_date'] as const;

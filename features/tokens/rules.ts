/** What a LiL token is worth today. Specification: LiL tokens. */
export const TOKENS_ACCESS = { area: 'store', of: 'no program' } as const;

type Dated = { expiry_date: string | null };

/** True once its last day (`YYYY-MM-DD`, UTC) is over; `now` in milliseconds. */
export function isExpired({ expiry_date }: Dated, now: number): boolean {
  return expiry_date !== null && expiry_date.slice(0, 10) < new Date(now).toISOString().slice(0, 10);
}

/** What a used token refuses to change; it can be switched off and on. */
export const FIXED_ONCE_USED = ['code', 'amount', 'expiry_date'] as const;

/** The rules of money, the same in browser and server. Specification: Refunds (four eyes); Payouts (hold and minimum). */

export const MAX_HOLD_DAYS = 365;

import type { Selectable } from 'kysely';
import type { Refunds } from '../../../../server/db/types.ts';

/** A provider's answer, or `unknown` without an understandable one. */
export type Outcome = {
  state: 'unknown' | 'pending' | 'succeeded' | 'failed';
  /** The provider's id, once known. */
  provider_refund?: string | null;
  failure?: string;
  /** Seconds until the provider is asked again. */
  again?: number;
};

export type Refund = Selectable<Refunds>;

/** A refund as sent to its provider; the id is the idempotency key. */
export type AskedRefund = {
  id: number;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  provider_charge: string | null;
  provider_refund: string | null;
};

export type RefundProvider = {
  /** Refunds once for all calls with this id. Throws where the outcome is unknown. */
  refund(asked: AskedRefund): Promise<Outcome>;
  /** Looks the refund up without requesting it; null for one unknown to the provider. Throws as {@link refund}. */
  find(asked: AskedRefund): Promise<Outcome | null>;
};

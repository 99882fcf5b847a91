/** What the parts of a refund hand to each other. Specification: Refunds. */
import type { Selectable } from 'kysely';
import type { Refunds } from '../../../../server/db/types.ts';

/** What a provider says, or `unknown` where it said nothing that can be understood. */
export type Outcome = {
  state: 'unknown' | 'pending' | 'succeeded' | 'failed';
  /** What the provider calls it, once it has said so. */
  provider_refund?: string | null;
  /** Why it failed, in words for staff. */
  failure?: string;
  /** Seconds until the provider is asked or looked at again. */
  again?: number;
};

export type Refund = Selectable<Refunds>;

/** A refund as its provider is asked for it; the id is the key by which they know that they were asked before. */
export type AskedRefund = {
  id: number;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  provider_charge: string | null;
  provider_refund: string | null;
};

export type RefundProvider = {
  /** Gives back, once for all calls with this id. Throws where nobody knows what came of it. */
  refund(asked: AskedRefund): Promise<Outcome>;
  /** What became of it, without asking for it; null where the provider knows of none. Throws as {@link refund}. */
  find(asked: AskedRefund): Promise<Outcome | null>;
};

/** Calls of a site, by method and path below `/api/site/`. Made by `npm run client:calls`: do not edit. */
export interface Calls {
  /** Tell sales: each is divided, and its buyer enrolled, in one step */
  'POST charges': {
    input: OneOrMany<{
      reference: string;
      occurred_at?: string;
      type: 'class' | 'bundle' | 'event' | 'membership';
      class_id?: number;
      event_id?: number;
      quantity?: number;
      subscription?: 'month' | 'year';
      user_id?: number;
      amount: number;
      currency: Currency;
      code?: string;
      discount?: {
        percent?: number;
        amount?: number;
      };
      provider?: 'manual' | 'stripe';
      provider_ref?: string;
      description?: string;
    }>;
    output: {
      results: {
        reference: string | null;
        id: number | null;
        state: 'created' | 'updated' | 'unchanged' | 'rejected';
        errors: {
          path: string;
          code: string;
          message: string;
        }[];
        enrolments?: number[];
        tickets?: string[];
      }[];
    };
  };
  /** Exchange the token of such an address, with the key of the program’s site, once */
  'POST login-as': {
    input: {
      token: string;
      program_tag?: string;
    };
    output: {
      user_id: number;
      program_id: number;
      admin_email: string;
      expires_at: string;
      forbidden: ('password' | 'email' | 'payment_settings' | 'purchase' | 'deletion')[];
    };
  };
  /** End what a token has opened */
  'POST login-as/end': {
    input: {
      token: string;
      program_tag?: string;
    };
    output: {
      state: 'waiting' | 'open' | 'over';
      ended_by: 'site' | 'revoked' | 'time' | null;
      user: {
        id: number;
        name: string;
      };
      program_display_name: string;
      admin_email: string;
      expires_at: string;
    };
  };
  /** Whose a token is and whether it still holds; to be asked now and then while it is in use */
  'POST login-as/state': {
    input: {
      token: string;
      program_tag?: string;
    };
    output: {
      state: 'waiting' | 'open' | 'over';
      ended_by: 'site' | 'revoked' | 'time' | null;
      user: {
        id: number;
        name: string;
      };
      program_display_name: string;
      admin_email: string;
      expires_at: string;
    };
  };
  /** Tell who is on the site just now; to be called for each user every few minutes */
  'POST seen': {
    input: {
      user_ids: number[];
    };
    output: {
      seen: number;
      deleted: number[];
    };
  };
}

/** One object, or many in one call: each is answered by itself unless the call is `atomic`. */
export type OneOrMany<Item> = Item | { items: Item[]; atomic?: boolean };

export type Currency = 'USD' | 'EUR' | 'CAD' | 'CNY' | 'GBP' | 'HKD' | 'JPY' | 'RUB' | 'AED' | 'AUD' | 'BRL' | 'CHF' | 'CLP' | 'COP' | 'INR' | 'DKK' | 'EGP' | 'KRW' | 'MXN' | 'PHP' | 'QAR' | 'SAR' | 'SGD' | 'TWD' | 'TRY' | 'UAH';

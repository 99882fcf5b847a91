/** Calls of a site, by method and path below `/api/site/`. Made by `npm run client:calls`: do not edit. */
export interface Calls {
  /** The banners of the program */
  'GET banners': {
    input: {
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
    };
    output: {
      banners: ({
        id: number;
        title: string;
        sub_title: string;
        event_id: number | null;
        colors: {
          color_1: string;
          color_2: string;
          color_text: string;
          color_button_text: string;
          color_button_bg: string;
          color_stripe_bg: string;
        };
        image: {
          small: string;
          medium: string;
          large: string;
        } | null;
        mobile_image: {
          small: string;
          medium: string;
          large: string;
        } | null;
        small_image: {
          small: string;
          medium: string;
          large: string;
        } | null;
      })[];
      next: string | null;
      locale: Locale;
    };
  };
  /** The categories of classes that the program shows, in its order, with their subcategories */
  'GET categories': {
    input: {
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
    };
    output: {
      categories: {
        id: number;
        name: string;
        display_order: number;
        sub_categories: {
          id: number;
          name: string;
          display_order: number;
        }[];
      }[];
      next: string | null;
      locale: Locale;
    };
  };
  /** The changes since `after`, complete and in order, kept for 30 days */
  'GET changes': {
    input: {
      after?: string;
      limit?: number | string;
    };
    output: {
      changes: {
        kind: Kind;
        id: number | string;
        change: 'saved' | 'deleted';
        changed_at: string;
      }[];
      next: string;
      more: boolean;
    };
  };
  /** The classes and bundles that the program shows, in its order */
  'GET classes': {
    input: {
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
      type?: 'class' | 'bundle' | '';
      category_id?: number | string;
      q?: string;
    };
    output: {
      classes: ({
        id: number;
        name: string;
        description: string;
        additional_info: string;
        type: 'class' | 'bundle';
        price: number;
        full_price: number;
        currency: string;
        for_sale: boolean;
        featured: boolean;
        display_order: number;
        tags: {
          id: number;
          name: string;
        }[];
        category: {
          id: number;
          name: string;
        } | null;
        sub_category: {
          id: number;
          name: string;
        } | null;
        instructor: {
          id: number;
          name: string;
        } | null;
        image: {
          small: string;
          medium: string;
          large: string;
        } | null;
        classes?: {
          id: number;
          name: string;
        }[];
      })[];
      next: string | null;
      locale: Locale;
    };
  };
  /** A class or bundle that the program shows */
  'GET classes/{id}': {
    input: {
      id: number | string;
      locale?: Locale;
    };
    output: {
      class: {
        id: number;
        name: string;
        description: string;
        additional_info: string;
        type: 'class' | 'bundle';
        price: number;
        full_price: number;
        currency: string;
        for_sale: boolean;
        featured: boolean;
        display_order: number;
        tags: {
          id: number;
          name: string;
        }[];
        category: {
          id: number;
          name: string;
        } | null;
        sub_category: {
          id: number;
          name: string;
        } | null;
        instructor: {
          id: number;
          name: string;
        } | null;
        image: {
          small: string;
          medium: string;
          large: string;
        } | null;
        classes?: {
          id: number;
          name: string;
        }[];
      };
      locale: Locale;
    };
  };
  /** The fingerprint of a giveaway’s draw, and its public proof once the winner is confirmed */
  'GET draws/{id}': {
    input: {
      id: number | string;
      locale?: Locale;
    };
    output: {
      draw: {
        event_id: number;
        commitment: string;
        proof: string | null;
        frozen_at: string | null;
        tickets: number | null;
        list_hash: string | null;
        beacon_round: number | null;
        confirmed_at: string | null;
        ticket: string | null;
      };
      locale: Locale;
    };
  };
  /** The events and giveaways that the program shows, in its order */
  'GET events': {
    input: {
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
      q?: string;
    };
    output: {
      events: ({
        id: number;
        name: string;
        description: string;
        type: 'regular' | 'giveaway';
        n: 'scheduled' | 'live' | 'sold_out' | 'ended';
        price: number | null;
        ticket_price: number | null;
        usd_price: number;
        currency: 'USD';
        available: number;
        start_at: string;
        end_at: string;
        featured: boolean;
        display_order: number;
        product: {
          id: number;
          name: string;
          type: 'physical' | 'nft' | 'class' | 'money' | 'discount';
        } | null;
        image: {
          small: string;
          medium: string;
          large: string;
        } | null;
      })[];
      next: string | null;
      locale: Locale;
    };
  };
  /** An event or giveaway that the program shows */
  'GET events/{id}': {
    input: {
      id: number | string;
      locale?: Locale;
    };
    output: {
      event: {
        id: number;
        name: string;
        description: string;
        type: 'regular' | 'giveaway';
        n: 'scheduled' | 'live' | 'sold_out' | 'ended';
        price: number | null;
        ticket_price: number | null;
        usd_price: number;
        currency: 'USD';
        available: number;
        start_at: string;
        end_at: string;
        featured: boolean;
        display_order: number;
        product: {
          id: number;
          name: string;
          type: 'physical' | 'nft' | 'class' | 'money' | 'discount';
        } | null;
        image: {
          small: string;
          medium: string;
          large: string;
        } | null;
      };
      locale: Locale;
    };
  };
  /** The landing pages of the program */
  'GET pages': {
    input: {
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
    };
    output: {
      pages: {
        path: string;
        title: string;
        keywords: string;
        description: string;
      }[];
      next: string | null;
      locale: Locale;
    };
  };
  /** A landing page by its path, with or without its first slash, as HTML without scripts */
  'GET pages/{+path}': {
    input: {
      path: string;
      locale?: Locale;
    };
    output: {
      page: {
        path: string;
        title: string;
        keywords: string;
        description: string;
        html: string;
      };
      locale: Locale;
    };
  };
  /** The gift products that are assigned to the program */
  'GET products': {
    input: {
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
      q?: string;
    };
    output: {
      products: ({
        id: number;
        name: string;
        description: string;
        type: 'physical' | 'nft' | 'class' | 'money' | 'discount';
        amount: number | null;
        currency: string | null;
        class: {
          id: number;
          name: string;
        } | null;
        image: {
          small: string;
          medium: string;
          large: string;
        } | null;
      })[];
      next: string | null;
      locale: Locale;
    };
  };
  /** The program with its texts, tags, languages and memberships */
  'GET program': {
    input: {
      locale?: Locale;
    };
    output: {
      program: {
        id: number;
        program_tag: string;
        program_display_name: string;
        support_email: string;
        default_locale: DefaultLocale;
        default_currency: string;
        lilt_enabled: boolean;
        texts: {
          heading_text: string;
          subheading_1_text: string;
          subheading_2_text: string;
          row_1_text: string;
          row_2_text: string;
          row_3_text: string;
          row_4_text: string;
          button_text: string;
        };
        tags: {
          id: number;
          name: string;
        }[];
        languages: Languages[];
        subscriptions: {
          type: 'month' | 'year' | 'cancellation';
          product_id: string;
          price_id: string;
          coupon: string;
          amount: number | null;
          currency: string | null;
        }[];
      };
      locale: Locale;
    };
  };
  /** One user */
  'GET users/{id}': {
    input: {
      id: number | string;
    };
    output: {
      user: {
        id: number;
        reference: string | null;
        email: string;
        first_name: string;
        last_name: string;
        user_type: 'S' | 'I' | 'O';
        locale: Locale;
        timezone: number;
        membership: boolean;
        categories: {
          category_id: number;
          sub_category_id: number | null;
          category_name: string;
          sub_category_name: string | null;
        }[];
        photo_id: number | null;
        photo: {
          id: number;
          original_name: string;
          path: string;
        } | null;
        lilt_balance: number;
        level: number;
        updated_at: string;
      };
    };
  };
  /** The purchases of a user on this site, with refunds */
  'GET users/{id}/charges': {
    input: {
      id: number | string;
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
    };
    output: {
      charges: {
        id: number;
        occurred_at: string;
        type: 'class' | 'bundle' | 'event' | 'membership';
        class_id: number | null;
        event_id: number | null;
        subscription: 'month' | 'year' | null;
        name: string;
        amount: number;
        refunded: number;
        currency: string;
        refunds: {
          id: number;
          amount: number;
          state: 'pending' | 'succeeded' | 'failed';
          created_at: string;
          settled_at: string | null;
        }[];
      }[];
      next: string | null;
      locale: Locale;
    };
  };
  /** The LiL-T entries of a user, and the balance */
  'GET users/{id}/coins': {
    input: {
      id: number | string;
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
    };
    output: {
      entries: {
        id: number;
        amount: number;
        balance: number;
        kind: 'grant' | 'token' | 'purchase' | 'ticket' | 'prize' | 'reversal';
        event_id: number | null;
        purchase_id: number | null;
        reason: string;
        created_at: string;
      }[];
      next: string | null;
      locale: Locale;
      balance: number;
    };
  };
  /** Whether a user has requested all that is held of them, and was sent it */
  'GET users/{id}/data-request': {
    input: {
      id: number | string;
    };
    output: {
      user_id: number;
      state: 'none' | 'waiting' | 'sent' | 'rejected';
    };
  };
  /** The earnings of an instructor or referrer from sales of this program, by month and currency */
  'GET users/{id}/earnings': {
    input: {
      id: number | string;
    };
    output: {
      earnings: {
        month: string;
        currency: string;
        earned: number;
        refunded: number;
        paid: number;
        open: number;
      }[];
    };
  };
  /** The shares of a month, each with its explanation */
  'GET users/{id}/earnings/{month}': {
    input: {
      id: number | string;
      month: string;
    };
    output: {
      lines: {
        id: number;
        charge_id: number;
        occurred_at: string;
        class_id: number | null;
        class_name: string;
        type: 0 | 1 | 2 | 3 | 4;
        commission: number;
        charge_amount: number;
        amount: number;
        refunded: number;
        payout_id: number | null;
        currency: string;
        explanation: string;
      }[];
    };
  };
  /** The enrolments of a user, with the sessions of each class */
  'GET users/{id}/enrolments': {
    input: {
      id: number | string;
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
    };
    output: {
      enrolments: {
        id: number;
        class_id: number;
        class_name: string;
        enrolled_at: string;
        enrol_status: number;
        charge_id: number | null;
        sessions: {
          id: number;
          reference: string | null;
          start_at: string;
          end_at: string;
          cancelled: boolean;
        }[];
      }[];
      next: string | null;
      locale: Locale;
    };
  };
  /** Whether a user is erased, or the erasure is waiting */
  'GET users/{id}/erasure': {
    input: {
      id: number | string;
    };
    output: {
      user_id: number;
      state: 'none' | 'waiting' | 'running' | 'done';
    };
  };
  /** The payout details of an instructor or organization; secrets by their last digits */
  'GET users/{id}/payment-settings': {
    input: {
      id: number | string;
    };
    output: {
      paid_by: 'alipay' | 'bank_deposit' | 'direct' | 'paypal' | 'unionpay' | 'venmo' | null;
      fields: {
        alipay: {
          full_name: string | {
            last4: string;
            set: true;
          } | null;
          id: string | {
            last4: string;
            set: true;
          } | null;
          account_currency: string | {
            last4: string;
            set: true;
          } | null;
          address: string | {
            last4: string;
            set: true;
          } | null;
          city: string | {
            last4: string;
            set: true;
          } | null;
          postal_code: string | {
            last4: string;
            set: true;
          } | null;
          country: string | {
            last4: string;
            set: true;
          } | null;
        };
        bank_deposit: {
          full_name: string | {
            last4: string;
            set: true;
          } | null;
          bank_name: string | {
            last4: string;
            set: true;
          } | null;
          iban: string | {
            last4: string;
            set: true;
          } | null;
          account_number: string | {
            last4: string;
            set: true;
          } | null;
          account_currency: string | {
            last4: string;
            set: true;
          } | null;
          address: string | {
            last4: string;
            set: true;
          } | null;
          city: string | {
            last4: string;
            set: true;
          } | null;
          country: string | {
            last4: string;
            set: true;
          } | null;
        };
        direct: {
          routing_number: string | {
            last4: string;
            set: true;
          } | null;
          account: string | {
            last4: string;
            set: true;
          } | null;
        };
        paypal: {
          user: string | {
            last4: string;
            set: true;
          } | null;
        };
        unionpay: {
          full_name: string | {
            last4: string;
            set: true;
          } | null;
          card_number: string | {
            last4: string;
            set: true;
          } | null;
          account_currency: string | {
            last4: string;
            set: true;
          } | null;
          address: string | {
            last4: string;
            set: true;
          } | null;
          city: string | {
            last4: string;
            set: true;
          } | null;
          postal_code: string | {
            last4: string;
            set: true;
          } | null;
          country: string | {
            last4: string;
            set: true;
          } | null;
        };
        venmo: {
          user: string | {
            last4: string;
            set: true;
          } | null;
        };
      };
      legacy: {
        paypal_address: string;
        bank_ac_no: {
          last4: string;
          set: true;
        } | null;
        routing_no: {
          last4: string;
          set: true;
        } | null;
        made_out_to: string;
        sent_to: string;
      };
      updated_at: string;
    };
  };
  /** Payouts of earnings from sales of this program, with their shares */
  'GET users/{id}/payouts': {
    input: {
      id: number | string;
    };
    output: {
      payouts: {
        id: number;
        kind: 'sales' | 'membership';
        currency: string;
        amount: number;
        created_at: string;
        paid_at: string | null;
        lines: {
          id: number;
          charge_id: number;
          class_name: string;
          amount: number;
        }[];
      }[];
    };
  };
  /** The orders of a user, and whether they are fulfilled */
  'GET users/{id}/purchases': {
    input: {
      id: number | string;
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
    };
    output: {
      purchases: {
        id: number;
        product_id: number;
        product_name: string | null;
        event_id: number | null;
        type: 'regular' | 'prize';
        state: 'win' | 'non-win';
        price: number;
        created_at: string;
        fulfilled: boolean;
      }[];
      next: string | null;
      locale: Locale;
    };
  };
  /** The refund requests of a user, and the decisions */
  'GET users/{id}/refund-requests': {
    input: {
      id: number | string;
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
    };
    output: {
      refund_requests: {
        id: number;
        charge_id: number;
        class_id: number | null;
        amount: number;
        currency: string;
        cancel_registration: boolean;
        reason: string;
        state: 'waiting' | 'approved' | 'rejected';
        refund_id: number | null;
        created_at: string;
        decided_at: string | null;
      }[];
      next: string | null;
      locale: Locale;
    };
  };
  /** The shares and totals of a month as a file: CSV or PDF */
  'GET users/{id}/statements/{file}': {
    input: {
      id: number | string;
      file: string;
    };
    output: Blob;
  };
  /** The event tickets of a user */
  'GET users/{id}/tickets': {
    input: {
      id: number | string;
      locale?: Locale;
      limit?: number | string;
      cursor?: string;
    };
    output: {
      tickets: {
        id: number;
        event_id: number;
        event_name: string | null;
        code: string;
        created_at: string;
      }[];
      next: string | null;
      locale: Locale;
    };
  };
  /** Change a user; a new email or password needs the current password */
  'PATCH users/{id}': {
    input: {
      id: number | string;
      reference?: string;
      email?: string;
      password?: string;
      first_name?: string;
      last_name?: string;
      locale?: Locale;
      timezone?: number | string;
      categories?: {
        category_id: number;
        sub_category_id?: number | null;
        category_name?: string;
        sub_category_name?: string | null;
      }[];
      photo_id?: number | null;
      current_password?: string;
    };
    output: {
      user: {
        id: number;
        reference: string | null;
        email: string;
        first_name: string;
        last_name: string;
        user_type: 'S' | 'I' | 'O';
        locale: Locale;
        timezone: number;
        membership: boolean;
        categories: {
          category_id: number;
          sub_category_id: number | null;
          category_name: string;
          sub_category_name: string | null;
        }[];
        photo_id: number | null;
        photo: {
          id: number;
          original_name: string;
          path: string;
        } | null;
        lilt_balance: number;
        level: number;
        updated_at: string;
      };
    };
  };
  /** Change the payout details with the user’s own password; the user is emailed */
  'PATCH users/{id}/payment-settings': {
    input: {
      id: number | string;
      paid_by?: 'alipay' | 'bank_deposit' | 'direct' | 'paypal' | 'unionpay' | 'venmo' | null;
      fields?: {
        alipay?: {
          full_name?: string | null;
          id?: string | null;
          account_currency?: string | null;
          address?: string | null;
          city?: string | null;
          postal_code?: string | null;
          country?: string | null;
        };
        bank_deposit?: {
          full_name?: string | null;
          bank_name?: string | null;
          iban?: string | {
            last4: string;
            set: true;
          } | null;
          account_number?: string | {
            last4: string;
            set: true;
          } | null;
          account_currency?: string | null;
          address?: string | null;
          city?: string | null;
          country?: string | null;
        };
        direct?: {
          routing_number?: string | {
            last4: string;
            set: true;
          } | null;
          account?: string | {
            last4: string;
            set: true;
          } | null;
        };
        paypal?: {
          user?: string | null;
        };
        unionpay?: {
          full_name?: string | null;
          card_number?: string | {
            last4: string;
            set: true;
          } | null;
          account_currency?: string | null;
          address?: string | null;
          city?: string | null;
          postal_code?: string | null;
          country?: string | null;
        };
        venmo?: {
          user?: string | null;
        };
      };
      password: string;
      updated_at?: string;
    };
    output: {
      paid_by: 'alipay' | 'bank_deposit' | 'direct' | 'paypal' | 'unionpay' | 'venmo' | null;
      fields: {
        alipay: {
          full_name: string | {
            last4: string;
            set: true;
          } | null;
          id: string | {
            last4: string;
            set: true;
          } | null;
          account_currency: string | {
            last4: string;
            set: true;
          } | null;
          address: string | {
            last4: string;
            set: true;
          } | null;
          city: string | {
            last4: string;
            set: true;
          } | null;
          postal_code: string | {
            last4: string;
            set: true;
          } | null;
          country: string | {
            last4: string;
            set: true;
          } | null;
        };
        bank_deposit: {
          full_name: string | {
            last4: string;
            set: true;
          } | null;
          bank_name: string | {
            last4: string;
            set: true;
          } | null;
          iban: string | {
            last4: string;
            set: true;
          } | null;
          account_number: string | {
            last4: string;
            set: true;
          } | null;
          account_currency: string | {
            last4: string;
            set: true;
          } | null;
          address: string | {
            last4: string;
            set: true;
          } | null;
          city: string | {
            last4: string;
            set: true;
          } | null;
          country: string | {
            last4: string;
            set: true;
          } | null;
        };
        direct: {
          routing_number: string | {
            last4: string;
            set: true;
          } | null;
          account: string | {
            last4: string;
            set: true;
          } | null;
        };
        paypal: {
          user: string | {
            last4: string;
            set: true;
          } | null;
        };
        unionpay: {
          full_name: string | {
            last4: string;
            set: true;
          } | null;
          card_number: string | {
            last4: string;
            set: true;
          } | null;
          account_currency: string | {
            last4: string;
            set: true;
          } | null;
          address: string | {
            last4: string;
            set: true;
          } | null;
          city: string | {
            last4: string;
            set: true;
          } | null;
          postal_code: string | {
            last4: string;
            set: true;
          } | null;
          country: string | {
            last4: string;
            set: true;
          } | null;
        };
        venmo: {
          user: string | {
            last4: string;
            set: true;
          } | null;
        };
      };
      legacy: {
        paypal_address: string;
        bank_ac_no: {
          last4: string;
          set: true;
        } | null;
        routing_no: {
          last4: string;
          set: true;
        } | null;
        made_out_to: string;
        sent_to: string;
      };
      updated_at: string;
    };
  };
  /** Report attendances, live or by recording; each is counted once */
  'POST attendances': {
    input: OneOrMany<{
      reference: string;
      user_id: number;
      session_id?: number;
      session_reference?: string;
      class_id?: number;
      type: 'live' | 'recording';
      seconds?: number;
      occurred_at?: string;
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
        late?: boolean;
      }[];
    };
  };
  /** Report sales: each is split and its buyer enrolled in one step; a sale with an unknown user_reference stays pending */
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
      user_reference?: string;
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
        state: 'created' | 'updated' | 'unchanged' | 'rejected' | 'waiting' | 'dismissed';
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
  /** The discount of a referral code on a class; 0 where the code does not apply */
  'POST codes/check': {
    input: {
      code: string;
      class_id: number;
      user_id?: number;
    };
    output: {
      valid: false;
    } | {
      valid: true;
      price: number;
      discount: number;
      total: number;
      currency: string;
    };
  };
  /** Give LiL-T to users, within the daily limit of the program */
  'POST coins': {
    input: OneOrMany<{
      reference: string;
      user_id: number;
      amount: number;
      reason: string;
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
        balance?: number;
      }[];
    };
  };
  /** The discount of a coupon on a class; 0 where the coupon does not apply */
  'POST coupons/check': {
    input: {
      coupon: string;
      class_id: number;
      user_id?: number;
    };
    output: {
      valid: false;
    } | {
      valid: true;
      price: number;
      discount: number;
      total: number;
      currency: string;
    };
  };
  /** Enrol users in classes; existing enrolments do not change */
  'POST enrolments': {
    input: OneOrMany<{
      reference: string;
      class_id: number;
      user_id: number;
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
        enrol_status?: number;
      }[];
    };
  };
  /** Cancel enrolments, by the student or by the site; cancelled ones do not change */
  'POST enrolments/cancel': {
    input: OneOrMany<{
      reference: string;
      class_id: number;
      user_id: number;
      by?: 'student' | 'site';
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
        enrol_status?: number;
      }[];
    };
  };
  /** Exchange the token of a login link, with the key of the program’s site, once */
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
  /** End the login of a token */
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
  /** The user of a token and whether it is still valid; poll while it is in use */
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
  /** Set a new password with the token of an emailed link */
  'POST password': {
    input: {
      token: string;
      password: string;
    };
    output: {
      user_id: number;
    };
  };
  /** Email a link to set a new password, if the address belongs to a user */
  'POST password/recovery': {
    input: {
      email: string;
    };
    output: {
      sent: true;
    };
  };
  /** Sell products for LiL-T, on their own or through their event */
  'POST purchases': {
    input: OneOrMany<{
      reference: string;
      user_id: number;
      event_id?: number;
      product_id?: number;
      price?: number;
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
        balance?: number;
      }[];
    };
  };
  /** Set the delivery address of an order; fields left out stay */
  'POST purchases/{id}/delivery': {
    input: {
      id: number | string;
      name?: string;
      street?: string;
      address?: string;
      city?: string;
      state?: string;
      zip?: string;
      phone?: string;
      notes?: string;
      country?: string;
      country_id?: '' | 'us' | 'ca';
    };
    output: {
      purchase: {
        id: number;
        user_id: number;
        product_id: number;
        event_id: number | null;
        type: 'regular' | 'prize';
        state: 'win' | 'non-win';
        price: number;
        created_at: string;
        delivery: Record<string, string>;
        delivery_confirmed: boolean;
        fulfilled: boolean;
      };
    };
  };
  /** Request refunds for buyers and instructors; staff decide */
  'POST refund-requests': {
    input: OneOrMany<{
      reference: string;
      charge_id: number;
      user_id: number;
      amount?: number;
      class_id?: number;
      cancel_registration?: boolean | 0 | 1;
      reason: string;
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
      }[];
    };
  };
  /** Report the users online now; call every few minutes for each user */
  'POST seen': {
    input: {
      user_ids: number[];
    };
    output: {
      seen: number;
      deleted: number[];
    };
  };
  /** Report sessions of classes: new ones, and the current state of known references */
  'POST sessions': {
    input: OneOrMany<{
      reference: string;
      class_id: number;
      start_at: string;
      end_at: string;
      cancelled?: boolean;
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
      }[];
    };
  };
  /** Sign in a user by email and password */
  'POST sign-in': {
    input: {
      email: string;
      password: string;
      client_ip?: string;
    };
    output: {
      user: {
        id: number;
        reference: string | null;
        email: string;
        first_name: string;
        last_name: string;
        user_type: 'S' | 'I' | 'O';
        locale: Locale;
        timezone: number;
        membership: boolean;
        categories: {
          category_id: number;
          sub_category_id: number | null;
          category_name: string;
          sub_category_name: string | null;
        }[];
        photo_id: number | null;
        photo: {
          id: number;
          original_name: string;
          path: string;
        } | null;
        lilt_balance: number;
        level: number;
        updated_at: string;
      };
    };
  };
  /** Sell event tickets for LiL-T */
  'POST tickets': {
    input: OneOrMany<{
      reference: string;
      user_id: number;
      event_id: number;
      quantity?: number;
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
        tickets?: string[];
        balance?: number;
      }[];
    };
  };
  /** Redeem LiL tokens, each only once */
  'POST tokens/redeem': {
    input: OneOrMany<{
      reference: string;
      user_id: number;
      code: string;
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
        amount?: number;
        balance?: number;
      }[];
    };
  };
  /** Store a photo for photo_id; a photo that no user has is deleted after a day */
  'POST uploads': {
    input: {
      file: Blob;
    };
    output: {
      id: number;
      path: string;
    };
  };
  /** Create or change users, found by your reference or their email */
  'POST users': {
    input: OneOrMany<{
      reference?: string;
      email?: string;
      password?: string;
      first_name?: string;
      last_name?: string;
      locale?: Locale;
      timezone?: number | string;
      categories?: {
        category_id: number;
        sub_category_id?: number | null;
        category_name?: string;
        sub_category_name?: string | null;
      }[];
      photo_id?: number | null;
      user_type?: 'S' | 'I' | 'O';
      membership?: boolean | 0 | 1;
      send_email?: boolean | 0 | 1;
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
      }[];
    };
  };
  /** Close an account: the user is deleted and can no longer sign in */
  'POST users/{id}/close': {
    input: {
      id: number | string;
    };
    output: {
      user_id: number;
      closed: true;
    };
  };
  /** Ask for all that is held of a user, as that user wishes; a superadmin sends it to them */
  'POST users/{id}/data-request': {
    input: {
      id: number | string;
    };
    output: {
      user_id: number;
      state: 'none' | 'waiting' | 'sent' | 'rejected';
    };
  };
  /** Ask for a user to be erased, as that user wishes; a superadmin approves */
  'POST users/{id}/erasure': {
    input: {
      id: number | string;
    };
    output: {
      user_id: number;
      state: 'none' | 'waiting' | 'running' | 'done';
    };
  };
}

/** One object, or many in one call: each is answered by itself unless the call is `atomic`. */
export type OneOrMany<Item> = Item | { items: Item[]; atomic?: boolean };

export type Currency = 'USD' | 'EUR' | 'CAD' | 'CNY' | 'GBP' | 'HKD' | 'JPY' | 'RUB' | 'AED' | 'AUD' | 'BRL' | 'CHF' | 'CLP' | 'COP' | 'INR' | 'DKK' | 'EGP' | 'KRW' | 'MXN' | 'PHP' | 'QAR' | 'SAR' | 'SGD' | 'TWD' | 'TRY' | 'UAH';

export type DefaultLocale = 'en' | 'zh' | 'zh-TW' | 'es' | 'ru' | 'fr' | 'hi' | 'de' | 'it' | 'ja' | 'pt' | 'uk' | 'bn' | 'el' | 'ko' | 'ms' | 'ta' | 'tr' | 'ur' | 'th' | 'vi' | 'id' | 'he' | 'ar' | 'hu' | 'tl';

export type Kind = 'program' | 'class' | 'category' | 'event' | 'product' | 'banner' | 'page' | 'draw' | 'refund' | 'coin' | 'payout' | 'user' | 'session' | 'charge' | 'enrolment' | 'cancellation' | 'attendance' | 'token' | 'ticket' | 'purchase' | 'refund_request';

export type Languages = 'en' | 'zh' | 'zh-TW' | 'es' | 'ru' | 'fr' | 'hi' | 'de' | 'it' | 'ja' | 'pt' | 'uk' | 'bn' | 'el' | 'ko' | 'ms' | 'ta' | 'tr' | 'ur' | 'th' | 'vi' | 'id' | 'he' | 'ar' | 'hu' | 'tl';

export type Locale = 'en' | 'zh' | 'zh-TW' | 'es' | 'ru' | 'fr' | 'hi' | 'de' | 'it' | 'ja' | 'pt' | 'uk' | 'bn' | 'el' | 'ko' | 'ms' | 'ta' | 'tr' | 'ur' | 'th' | 'vi' | 'id' | 'he' | 'ar' | 'hu' | 'tl';

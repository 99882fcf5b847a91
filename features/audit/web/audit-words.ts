import type { AuditEntity } from '../../../core/audit-entities.ts';
import type { AuditEntry } from '../contract.ts';
import { paymentChanges } from './payment-change.ts';

type Words = {
  /** The name in the choice of entities, and before the record: "the event". */
  noun: string;
  screen?: string;
  /** Verbs by action: "changed the event ‘Summer’" is `changed`. */
  actions: Record<string, string | ((entry: AuditEntry) => string)>;
};

const after = ({ after: values }: AuditEntry) => values ?? {};

const OF_A_LIST: Words['actions'] = {
  create: 'created',
  update: 'changed',
  programs: 'set the programs of',
  translations: 'translated',
  'typo-only': 'spared the translations, for a typo, of',
  'display-order': 'set the display order of',
  featured: (entry) => (after(entry).featured ? 'featured' : 'no longer features'),
};

const commissions = (noun: string, screen: string): Words => ({
  noun,
  screen,
  actions: { update: 'changed' },
});

/** Words by entity; an action that is missing here is shown as stored. */
const WORDS: Record<AuditEntity, Words> = {
  admin: {
    noun: 'admin user',
    screen: '/admins',
    actions: {
      create: 'added',
      update: 'changed',
      delete: 'removed',
      change_password: 'set a new password for',
      sign_in_failed: 'failed to sign in as',
      login_as: 'opened a login as a user, by',
      login_as_begin: 'logged in as a user, by',
      login_as_end: 'ended the login as a user, by',
    },
  },
  'unknown account': {
    noun: 'account that nobody has',
    actions: { sign_in_failed: 'failed to sign in as an' },
  },
  session: {
    noun: 'session',
    actions: {
      sign_in: 'signed in',
      sign_out: 'signed out',
      refresh_reuse: 'was signed out, because a refresh token came twice',
    },
  },
  call: {
    noun: 'call',
    actions: {
      denied: 'was denied the call',
      forged_token: 'sent a token that was never ours with the call',
    },
  },
  banner: { noun: 'banner', screen: '/banners', actions: { ...OF_A_LIST, delete: 'removed' } },
  bundle: { noun: 'classes of bundle', screen: '/bundle-classes/:id', actions: { update: 'changed' } },
  bulk: {
    noun: 'assignment of many classes',
    actions: { create: 'made', undo: 'took back' },
  },
  catalogue: { noun: 'catalogue of program', actions: { import: 'imported the' } },
  charge: { noun: 'charge', screen: '/commissions/held', actions: { create: 'recorded' } },
  class: { noun: 'class', screen: '/classes', actions: OF_A_LIST },
  class_comment: { noun: 'comment on a class', actions: { delete: 'removed' } },
  class_session: { noun: 'class session', actions: { update: 'took over' } },
  class_commission: commissions('commissions of class', '/commissions/classes'),
  instructor_commission: commissions('commissions of instructor', '/commissions/instructors'),
  program_commission: commissions('commissions of program', '/commissions/programs'),
  site_commission: commissions('global site commission', '/commissions/site'),
  coupon: {
    noun: 'coupon',
    screen: '/coupons',
    actions: { create: 'created', update: 'changed', delete: 'removed' },
  },
  email_template: {
    noun: 'email template',
    actions: {
      create: 'wrote',
      update: 'changed',
      delete: 'took away',
      send_test: 'sent a test mail of',
    },
  },
  email_rule: {
    noun: 'email rule',
    screen: '/email/rules/:id',
    actions: { create: 'created', update: 'changed', undo: 'undid the last change of' },
  },
  event: {
    noun: 'event',
    screen: '/events',
    actions: {
      ...OF_A_LIST,
      categories: 'set the categories of',
      freeze: 'froze the tickets of',
      draw: 'proposed a winner of',
      end: 'ended early',
      'draw-final': 'confirmed the winner of',
    },
  },
  enrolment: {
    noun: 'enrolment',
    actions: { create: 'made', update: 'changed', cancel: 'cancelled', delete: 'took back' },
  },
  export: { noun: 'export', actions: { create: 'made' } },
  fulfilment: { noun: 'fulfillment', actions: { fulfil: 'made' } },
  gift_category: { noun: 'LiL Giveaways category', screen: '/giveaways/categories', actions: OF_A_LIST },
  gift_product: { noun: 'gift product', screen: '/giveaways/products', actions: OF_A_LIST },
  gift_purchase: {
    noun: 'order',
    screen: '/giveaways/purchases',
    actions: { create: 'recorded', fulfil: 'fulfilled' },
  },
  landing_page: {
    noun: 'landing page',
    screen: '/landing-pages',
    actions: { ...OF_A_LIST, delete: 'removed' },
  },
  membership_pool: { noun: 'membership payout', actions: { create: 'froze the parts of' } },
  money_settings: {
    noun: 'money settings',
    screen: '/settings/money',
    actions: {
      update: 'changed',
      ask: 'asked for a change of',
      approve: 'approved a change of',
      reject: 'rejected a change of',
    },
  },
  payout: {
    noun: 'payout',
    actions: {
      create: 'made',
      approve: 'approved',
      cancel: 'cancelled',
      paid: 'said that it has arrived:',
      return: 'said that it came back:',
    },
  },
  payout_transaction: { noun: 'line of a sale', actions: { switch: 'switched on or off' } },
  payout_batch: {
    noun: 'payout batch',
    actions: {
      create: 'made',
      approve: 'approved',
      cancel: 'cancelled',
      download: 'fetched the file of',
    },
  },
  program: {
    noun: 'program',
    screen: '/programs',
    actions: {
      ...OF_A_LIST,
      programs: 'set the default programs of',
      tags: 'set the tags of',
      subscriptions: 'set the subscriptions of',
      'site-key': 'made a site key for',
    },
  },
  recalculation: { noun: 'recalculation', actions: { run: 'ran', cancel: 'cancelled' } },
  refund: { noun: 'refund', actions: { create: 'made' } },
  unbooked_event: {
    noun: 'Stripe event',
    screen: '/stripe-events',
    actions: { resolve: 'resolved', reopen: 'reopened' },
  },
  refund_request: {
    noun: 'refund request',
    screen: '/refunds',
    actions: { create: 'made', approve: 'approved', reject: 'rejected' },
  },
  saved_view: {
    noun: 'saved view',
    actions: { create: 'kept', update: 'changed', delete: 'removed' },
  },
  site_category: { noun: 'site category', screen: '/categories', actions: OF_A_LIST },
  users_import: {
    noun: 'import of users',
    screen: '/users/imports',
    actions: {
      create: 'brought a file for',
      run: 'ran',
      done: 'finished',
      cancel: 'cancelled',
      undo: 'took back',
      undone: 'finished taking back',
    },
  },
  site_user: {
    noun: 'user',
    screen: '/users',
    actions: {
      create: 'created',
      update: 'changed',
      sites: 'set the sites of',
      programs: 'set the class programs of',
      'class-links': 'linked, or unlinked, the classes of',
      add_lilt: 'added LiL-T to',
      reverse_lilt: 'took back LiL-T of',
      redeem_token: 'redeemed a LiL token for',
      'clear-bounce': 'cleared the bounced address of',
      payment_settings: (entry) => {
        const [first, ...more] = paymentChanges(entry);
        return `changed the ${first && more.length === 0 ? first.name : 'payment settings'} of`;
      },
      show_payment_secret: 'was shown a payment number of',
      login_as: 'opened a login as',
      login_as_begin: 'logged in as',
      login_as_end: 'ended the login as',
    },
  },
  token: {
    noun: 'LiL token',
    screen: '/tokens',
    actions: { create: 'created', update: 'changed', redeem: 'redeemed' },
  },
  upload: { noun: 'upload', actions: { create: 'stored', delete: 'swept away' } },
};

/** Words by entity as read: entries may have names that are no longer in use. */
export const AUDIT_WORDS: Readonly<Record<string, Words>> = WORDS;

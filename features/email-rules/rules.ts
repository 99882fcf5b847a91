/** The parts of an email rule, shared by browser and server. Specification: Email rules. */

export const RULE_TYPES = [
  'class_bundle_opportunities',
  'community_highlights',
  'account_milestones',
  'prize_announcements',
  'daily_quiz',
  'exclusive_offers',
  'platform_tech_tips',
] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** The values available to a rule's mail, with examples for the preview. */
export const EXAMPLE = {
  student_first_name: 'Ada',
  student_last_name: 'Lovelace',
  program_name: 'Brightside',
  program_site_url: 'https://brightside.example.com',
  program_tag: 'brightside',
} as const;

export const CONDITIONS = [
  'equals',
  'not_equals',
  'greater',
  'less',
  'days_older_than',
  'days_newer_than',
] as const;
export type Condition = (typeof CONDITIONS)[number];

export const FIELDS = [
  'user_type',
  'membership',
  'dateadded',
  'membership_at',
  'lilt_balance',
  'lilt_total',
] as const;
export type FieldName = (typeof FIELDS)[number];

export type FieldKind = 'user_type' | 'membership' | 'date' | 'coins';

export const KIND_OF: Readonly<Record<FieldName, FieldKind>> = {
  user_type: 'user_type',
  membership: 'membership',
  dateadded: 'date',
  membership_at: 'date',
  lilt_balance: 'coins',
  lilt_total: 'coins',
};

export const CONDITIONS_OF: Readonly<Record<FieldKind, readonly Condition[]>> = {
  user_type: ['equals', 'not_equals'],
  membership: ['equals', 'not_equals'],
  date: ['days_older_than', 'days_newer_than'],
  coins: ['equals', 'not_equals', 'greater', 'less'],
};

export const USER_TYPES = ['S', 'I', 'O'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** The largest value of a date condition, in days. */
export const MOST_DAYS = 36_500;
export const MOST_COINS = 1_000_000_000;

export const MOST_ITEMS = 50;

/** Minutes between a confirmed save and its first mails, in which it can be undone. */
export const UNDO_MINUTES = 10;

/** Minutes until a rule starts that gives no start. */
export const DEFAULT_START_MINUTES = 15;

/** Code of a 409: noticeably more users are due than the confirmation showed. */
export const AUDIENCE_CHANGED = 'AUDIENCE_CHANGED';

/** True where no more are due than were confirmed, but for the few who join while the question is read. */
export function mayStart(told: number, due: number): boolean {
  return due <= told + Math.ceil(told / 50);
}

export type RuleItem = { field_name: FieldName; condition: Condition; value: number | UserType };

/** Returns the fault of an item and its key; null where it is valid. */
export function faultOf(item: RuleItem): { key: 'condition' | 'value'; message: string } | null {
  const { field_name, condition, value } = item;
  const kind = KIND_OF[field_name];
  if (!CONDITIONS_OF[kind].includes(condition))
    return { key: 'condition', message: `Compare ${field_name} by ${CONDITIONS_OF[kind].join(' or ')}` };
  const message = faultOfValue(kind, value);
  return message === null ? null : { key: 'value', message };
}

function faultOfValue(kind: FieldKind, value: number | UserType): string | null {
  if (kind === 'user_type') return typeof value === 'string' ? null : 'must be S, I or O';
  if (typeof value !== 'number') return 'must be a number';
  if (kind === 'membership') return value === 0 || value === 1 ? null : 'must be 0 or 1';
  if (value < 0) return 'must not be negative';
  if (kind === 'date')
    return Number.isInteger(value) && value <= MOST_DAYS
      ? null
      : `must be a whole number of at most ${MOST_DAYS} days`;
  return value <= MOST_COINS ? null : `must be at most ${MOST_COINS}`;
}

/** Returns the items as the SELECT that `email-rule/test-sql` takes. */
export function sqlOf(items: readonly RuleItem[]): string {
  return `SELECT * FROM site_users WHERE ${items.map(comparison).join(' AND ')}`;
}

function comparison({ field_name, condition, value }: RuleItem): string {
  const days = `now() - interval '${value} days'`;
  const constant = typeof value === 'string' ? `'${value}'` : String(value);
  switch (condition) {
    case 'equals':
      return `${field_name} = ${constant}`;
    case 'not_equals':
      return `${field_name} <> ${constant}`;
    case 'greater':
      return `${field_name} > ${constant}`;
    case 'less':
      return `${field_name} < ${constant}`;
    case 'days_older_than':
      return `${field_name} < ${days}`;
    case 'days_newer_than':
      return `${field_name} > ${days}`;
  }
}

/** Reasons of a mail by type, to be used within a sentence. */
export const TYPE_WORDS: Readonly<Record<RuleType, string>> = {
  class_bundle_opportunities: 'classes and bundles',
  community_highlights: 'the community',
  account_milestones: 'your milestones',
  prize_announcements: 'prizes',
  daily_quiz: 'the daily quiz',
  exclusive_offers: 'exclusive offers',
  platform_tech_tips: 'platform tips',
};

/** Seconds between two turns of the rules. */
export const RULE_TURN_SECONDS = 300;

/** Fields that conditions ask about: form, checks, sentence, SQL and tests follow this table, and the type checker names what misses one. Specification: Email rules. */

export const CONDITION_FIELDS = {
  user_type: { label: 'User type', kind: 'user_type' },
  membership: { label: 'Membership', kind: 'membership' },
  dateadded: { label: 'Date added', kind: 'date' },
  membership_at: { label: 'Member since', kind: 'date' },
  lilt_balance: { label: 'LiL balance', kind: 'coins' },
  lilt_total: { label: 'LiL total', kind: 'coins' },
  bought: { label: 'Bought', kind: 'event' },
  bought_count: { label: 'Number of purchases', kind: 'count' },
  bought_amount: { label: 'Amount spent', kind: 'money' },
  bought_class: { label: 'Bought class', kind: 'class' },
  bought_category: { label: 'Bought in category', kind: 'category' },
  enrolled_class: { label: 'Enrolled in class', kind: 'class' },
  enrolled_category: { label: 'Enrolled in category', kind: 'category' },
  country: { label: 'Country', kind: 'country' },
  language: { label: 'Language', kind: 'language' },
  program: { label: 'Program', kind: 'program' },
  last_seen: { label: 'Last seen', kind: 'event' },
} as const satisfies Record<string, { label: string; kind: string }>;

export type FieldName = keyof typeof CONDITION_FIELDS;
export type FieldKind = (typeof CONDITION_FIELDS)[FieldName]['kind'];
export const FIELDS = Object.keys(CONDITION_FIELDS) as [FieldName, ...FieldName[]];

/** Fields that are a column of the user: those that a typed SELECT may name. */
export const COLUMN_FIELDS = [
  'user_type',
  'membership',
  'dateadded',
  'membership_at',
  'lilt_balance',
  'lilt_total',
] as const satisfies readonly FieldName[];
export type ColumnField = (typeof COLUMN_FIELDS)[number];

export const CONDITIONS = [
  'equals',
  'not_equals',
  'greater',
  'less',
  'days_older_than',
  'days_newer_than',
  'never',
  'ever',
  'in_last_days',
  'not_in_last_days',
  'any_of',
  'none_of',
] as const;
export type Condition = (typeof CONDITIONS)[number];

const AMONG = ['any_of', 'none_of'] as const;

export const CONDITIONS_OF: Readonly<Record<FieldKind, readonly Condition[]>> = {
  user_type: ['equals', 'not_equals'],
  membership: ['equals', 'not_equals'],
  date: ['days_older_than', 'days_newer_than'],
  coins: ['equals', 'not_equals', 'greater', 'less'],
  event: ['never', 'ever', 'in_last_days', 'not_in_last_days'],
  count: ['equals', 'not_equals', 'greater', 'less'],
  money: ['greater', 'less'],
  class: AMONG,
  category: AMONG,
  country: AMONG,
  language: AMONG,
  program: AMONG,
};

/** Kinds whose value is a list, of ids or of codes. */
export const LISTED = ['class', 'category', 'program', 'country', 'language'] as const satisfies FieldKind[];
export type ListedKind = (typeof LISTED)[number];
/** Kinds of which the list holds ids. */
export const NAMED_BY_ID = ['class', 'category', 'program'] as const satisfies ListedKind[];
export type IdKind = (typeof NAMED_BY_ID)[number];

export function kindOf(field: FieldName): FieldKind {
  return CONDITION_FIELDS[field].kind;
}

export function isListed(kind: FieldKind): kind is ListedKind {
  return LISTED.some((one) => one === kind);
}

export function isColumnField(field: FieldName): field is ColumnField {
  return COLUMN_FIELDS.some((one) => one === field);
}

/** True for a condition that says all by itself, such as `never`. */
export function takesNoValue(condition: Condition): boolean {
  return condition === 'never' || condition === 'ever';
}

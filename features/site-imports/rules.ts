/** Kinds of history that can be moved in, and the columns that hold it. Specification: Sites, moving in. */
import { type KnownField, matchColumns } from '../../core/csv/column-matching.ts';
import type { FileMapping, ImportKindName } from '../imports/rules.ts';

/** Fields by the names that exports of Stripe, Teachable, Thinkific, Kajabi and Shopify give them, likelier first. */
const COLUMNS = {
  reference: ['reference', 'orderid', 'transactionid', 'saleid', 'paymentid', 'ordernumber', 'order', 'id'],
  occurred_at: [
    'occurredat',
    'createddateutc',
    'createdutc',
    'purchasedat',
    'purchasedate',
    'paidat',
    'orderdate',
    'saledate',
    'transactiondate',
    'attendedat',
    'enrolledat',
    'enrolledon',
    'dateenrolled',
    'enrolmentdate',
    'enrollmentdate',
    'activatedat',
    'grantedat',
    'awardedat',
    'earnedat',
    'issuedat',
    'boughtat',
    'createdat',
    'created',
    'date',
  ],
  email: ['email', 'customeremail', 'useremail', 'studentemail', 'memberemail', 'buyeremail', 'emailaddress'],
  type: ['type', 'saletype', 'attendancetype'],
  class: [
    'class',
    'classid',
    'classname',
    'provostclassmetadata',
    'classmetadata',
    'coursemetadata',
    'courseid',
    'coursename',
    'course',
    'productname',
    'product',
    'offertitle',
    'offername',
    'offer',
    'lineitemname',
  ],
  event_id: ['eventid', 'event', 'provosteventmetadata'],
  quantity: ['quantity', 'lineitemquantity'],
  subscription: ['subscription', 'provostmembershipmetadata'],
  amount: [
    'amount',
    'amountpaid',
    'finalprice',
    'total',
    'ordertotal',
    'totalpaid',
    'price',
    'coins',
    'points',
  ],
  refunded: ['refunded', 'amountrefunded', 'refundedamount', 'refundamount'],
  currency: ['currency', 'currencycode'],
  status: ['status', 'financialstatus', 'paymentstatus', 'orderstatus'],
  code: ['code', 'referralcode', 'affiliatecode', 'provostcodemetadata'],
  discount_percent: ['discountpercent'],
  discount_amount: ['discountamount', 'discount'],
  provider_ref: ['providerref', 'paymentintentid', 'paymentintent'],
  description: ['description'],
  paid_out_at: ['paidoutat', 'paidout', 'payoutdate'],
  session_id: ['sessionid'],
  session_reference: ['sessionreference', 'session'],
  seconds: ['seconds', 'durationseconds'],
  reason: ['reason', 'rule', 'description'],
} as const satisfies Record<string, readonly string[]>;
export type MovedField = keyof typeof COLUMNS;

export const KIND_FIELDS = {
  charges: [
    'reference',
    'occurred_at',
    'email',
    'type',
    'class',
    'event_id',
    'quantity',
    'subscription',
    'amount',
    'refunded',
    'currency',
    'status',
    'code',
    'discount_percent',
    'discount_amount',
    'provider_ref',
    'description',
    'paid_out_at',
  ],
  enrolments: ['reference', 'email', 'class', 'occurred_at'],
  attendances: [
    'reference',
    'email',
    'class',
    'session_id',
    'session_reference',
    'type',
    'seconds',
    'occurred_at',
  ],
  coins: ['reference', 'email', 'amount', 'reason', 'occurred_at'],
  tickets: ['reference', 'email', 'event_id', 'quantity', 'occurred_at'],
} as const satisfies Record<string, readonly MovedField[]>;
export type MovedKind = keyof typeof KIND_FIELDS;

export const MOVED_KINDS = Object.keys(KIND_FIELDS) as [MovedKind, ...MovedKind[]];
export const MOVED_FIELDS = Object.keys(COLUMNS) as [MovedField, ...MovedField[]];

export function isMovedKind(word: string | undefined): word is MovedKind {
  return word !== undefined && Object.hasOwn(KIND_FIELDS, word);
}

export function movedKindOf(kind: ImportKindName): MovedKind {
  if (!isMovedKind(kind)) throw new Error(`${kind} are not moved in`);
  return kind;
}

const TITLES: Record<MovedField, string> = {
  reference: 'Reference',
  occurred_at: 'Date',
  email: 'Email',
  type: 'Type',
  class: 'Class',
  event_id: 'Event ID',
  quantity: 'Quantity',
  subscription: 'Subscription',
  amount: 'Amount',
  refunded: 'Amount refunded',
  currency: 'Currency',
  status: 'Payment status',
  code: 'Code',
  discount_percent: 'Discount (%)',
  discount_amount: 'Discount (amount)',
  provider_ref: 'Payment ID',
  description: 'Description',
  paid_out_at: 'Paid out on',
  session_id: 'Session ID',
  session_reference: 'Session reference',
  seconds: 'Seconds',
  reason: 'Reason',
};

export const KIND_TITLES: Record<MovedKind, string> = {
  charges: 'Sales',
  enrolments: 'Enrolments',
  attendances: 'Attendances',
  coins: 'LiL-T',
  tickets: 'Tickets',
};

export function titlesOf(kind: MovedKind): Record<string, string> {
  return Object.fromEntries(KIND_FIELDS[kind].map((field) => [field, TITLES[field]]));
}

export type MovedCells = Partial<Record<MovedField, string>>;

export type Columns = Partial<Record<MovedField, string>>;

/** Guesses the field of each column; columns of `chosen` are as they say, `''` for none, and a screen's own title holds its field. Returns a text for a fault. */
export function mappingOf(
  kind: MovedKind,
  headers: readonly string[],
  chosen: Columns = {},
): FileMapping | string {
  const fields: readonly MovedField[] = KIND_FIELDS[kind];
  for (const [field, header] of Object.entries(chosen)) {
    if (!fields.includes(field as MovedField)) return `There is no field "${field}" of ${kind}`;
    if (header !== '' && !headers.includes(header)) return `There is no column "${header}"`;
  }
  const taken = new Map(Object.entries(chosen).map(([field, header]) => [header, field]));
  for (const field of fields.filter((one) => chosen[one] === undefined)) {
    const titled = headers.find((header) => header.toLowerCase() === TITLES[field].toLowerCase());
    if (titled !== undefined && !taken.has(titled)) taken.set(titled, field);
  }
  const open = fields.filter((field) => ![...taken.values()].includes(field) && chosen[field] === undefined);
  const guessed: FileMapping = matchColumns(
    headers.filter((header) => !taken.has(header)),
    {},
    Object.fromEntries<KnownField>(open.map((field) => [field, { names: COLUMNS[field] }])) as Record<
      MovedField,
      KnownField
    >,
  );
  return Object.fromEntries(headers.map((header) => [header, taken.get(header) ?? guessed[header] ?? '']));
}

/** Returns the reason rows cannot be told apart by a mapping; null where they can. */
export function whyNoReference(mapping: FileMapping): string | null {
  const fields = Object.values(mapping);
  return fields.includes('reference') || fields.includes('provider_ref')
    ? null
    : 'Choose the column with a reference for each row';
}

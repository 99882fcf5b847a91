/** Kinds of history that can be moved in, and the columns that hold it. Specification: Sites, moving in. */
import { type KnownField, matchColumns } from '../../core/csv/column-matching.ts';

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

/** Fields of each kind; what a site tells of the same has their names too. */
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
  enrolments: ['reference', 'email', 'class'],
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
  coins: ['reference', 'email', 'amount', 'reason'],
  tickets: ['reference', 'email', 'event_id', 'quantity'],
} as const satisfies Record<string, readonly MovedField[]>;
export type MovedKind = keyof typeof KIND_FIELDS;

export function isMovedKind(word: string | undefined): word is MovedKind {
  return word !== undefined && Object.hasOwn(KIND_FIELDS, word);
}

/** A row of a file by its fields; what it leaves empty is not there. */
export type MovedCells = Partial<Record<MovedField, string>>;

/** The header of the column that holds each field. */
export type Columns = Partial<Record<MovedField, string>>;

/** Finds the columns of a kind's fields; those of `chosen` are as they say, `''` for none. Returns a text where one cannot be. */
export function columnsOf(kind: MovedKind, headers: readonly string[], chosen: Columns): Columns | string {
  const fields: readonly MovedField[] = KIND_FIELDS[kind];
  for (const [field, header] of Object.entries(chosen)) {
    if (!fields.includes(field as MovedField)) return `There is no field "${field}" of ${kind}`;
    if (header !== '' && !headers.includes(header)) return `There is no column "${header}"`;
  }
  const taken = new Set(Object.values(chosen));
  const open = fields.filter((field) => chosen[field] === undefined);
  const guessed = matchColumns(
    headers.filter((header) => !taken.has(header)),
    {},
    Object.fromEntries<KnownField>(open.map((field) => [field, { names: COLUMNS[field] }])) as Record<
      MovedField,
      KnownField
    >,
  );
  const columns: Columns = Object.fromEntries(Object.entries(chosen).filter(([, header]) => header !== ''));
  for (const [header, field] of Object.entries(guessed)) if (field !== '') columns[field] = header;
  if (columns.reference === undefined && columns.provider_ref === undefined)
    return 'The file has no column with a reference of each row: name one with --map reference=HEADER';
  return columns;
}

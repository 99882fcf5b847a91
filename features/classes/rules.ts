/** Rules to read a catalogue file: the meaning of columns and the validity of rows. Specification: Money. */
import { CURRENCIES, type Currency, toMinor } from '../../core/money.ts';

const MAX_TITLE = 500;
const MAX_EXTERNAL_ID = 100;
const MAX_TEXT = 200;
const MAX_DESCRIPTION = 20_000;

const HEADERS = {
  id: ['courseid', 'classid', 'externalid', 'id', 'productid', 'sku'],
  title: ['coursetitle', 'classtitle', 'classname', 'coursename', 'title', 'name'],
  price: ['price', 'courseprice', 'classprice', 'listprice', 'amount', 'cost'],
  paid: ['ispaid', 'paid'],
  published: [
    'publishedtimestamp',
    'publishedat',
    'published',
    'publishdate',
    'publicationdate',
    'publisheddate',
  ],
  subject: ['subject', 'coursesubject', 'category', 'topic', 'primarycategory'],
  level: ['level', 'courselevel', 'instructionallevel', 'difficulty'],
  description: ['description', 'coursedescription', 'classdescription', 'longdescription', 'summary'],
} as const;
export type Field = keyof typeof HEADERS;
const FIELDS = Object.keys(HEADERS) as Field[];
const REQUIRED: readonly Field[] = ['id', 'title', 'price'];

export type Columns = Partial<Record<Field, number>>;

/** A class read from a file; `class_price` in minor units, undefined where the file lacks the column. */
export type CatalogueRow = {
  external_id: string;
  class_name: string;
  class_price: number;
  currency: Currency;
  published_at?: string | null;
  subject?: string | null;
  description?: string;
  level?: string | null;
};

/** The currency of prices: `fixed` if configured, otherwise only a default for prices that name none. */
export type PriceCurrency = { currency: Currency; fixed: boolean };

export function readMapping(text: string): [Field, string] | null {
  const [field = '', ...header] = text.split('=');
  return FIELDS.includes(field as Field) && header.length > 0 ? [field as Field, header.join('=')] : null;
}

/** Maps columns to fields; `mapping` wins over the known headers. Returns a text where a column is missing. */
export function columnsOf(
  headers: readonly string[],
  mapping: Partial<Record<Field, string>>,
): Columns | string {
  const names = headers.map(normal);
  const columns: Columns = {};
  for (const field of FIELDS) {
    const mapped = mapping[field];
    const wanted = mapped === undefined ? HEADERS[field] : [normal(mapped)];
    const found = wanted.find((name) => names.includes(name));
    if (found !== undefined) columns[field] = names.indexOf(found);
    else if (mapped !== undefined) return `There is no column "${mapped}" in the file: ${listed(headers)}`;
  }
  const missing = REQUIRED.find((field) => columns[field] === undefined);
  return missing ? `No column for ${missing} (say --map ${missing}=…) among ${listed(headers)}` : columns;
}

/** Returns the class, or the reason the row is invalid. `width` is the number of header cells. */
export function readRow(
  cells: readonly string[],
  columns: Columns,
  width: number,
  price: PriceCurrency,
): CatalogueRow | string {
  if (cells.length !== width) return `has ${cells.length} of ${width} columns`;
  if (cells.some((cell) => cell.includes('\0'))) return 'contains a NUL character';
  const cell = (field: Field) => {
    const index = columns[field];
    return index === undefined ? undefined : (cells[index] ?? '').trim();
  };
  const external_id = cell('id') ?? '';
  const class_name = cell('title') ?? '';
  if (external_id === '') return 'has no id';
  if (lengthOf(external_id) > MAX_EXTERNAL_ID) return `the id is longer than ${MAX_EXTERNAL_ID} characters`;
  if (class_name === '') return 'has no title';
  if (lengthOf(class_name) > MAX_TITLE) return `the title is longer than ${MAX_TITLE} characters`;
  for (const field of ['subject', 'level'] as const) {
    if (lengthOf(cell(field) ?? '') > MAX_TEXT) return `the ${field} is longer than ${MAX_TEXT} characters`;
  }
  if (lengthOf(cell('description') ?? '') > MAX_DESCRIPTION)
    return `the description is longer than ${MAX_DESCRIPTION} characters`;
  const paid = cell('paid')?.toLowerCase();
  const cost = NO.includes(paid ?? '')
    ? { minor: 0, currency: price.currency }
    : readPrice(cell('price') ?? '', price);
  if (typeof cost === 'string') return cost;
  if (YES.includes(paid ?? '') && cell('price') === '') return 'has a paid type but no price';
  const published_at = readMoment(cell('published'));
  if (published_at === false) return `"${shown(cell('published') ?? '')}" is not a date`;
  const row = { external_id, class_name, class_price: cost.minor, currency: cost.currency };
  return {
    ...row,
    ...(published_at === undefined ? {} : { published_at }),
    ...(columns.subject === undefined ? {} : { subject: cell('subject') || null }),
    ...(columns.description === undefined ? {} : { description: cell('description') ?? '' }),
    ...(columns.level === undefined ? {} : { level: cell('level') || null }),
  };
}

/** Reads a price: any separators, a sign or code on either side; '' or 'Free' is 0. Returns minor units and currency, or a text that says what is wrong. */
export function readPrice(
  typed: string,
  { currency, fixed }: PriceCurrency,
): { minor: number; currency: Currency } | string {
  // Full-width figures and signs are those of the keyboard they were typed on.
  const text = typed.normalize('NFKC').trim();
  if (text === '' || FREE.includes(text.toLowerCase())) return { minor: 0, currency };
  const unreadable = `"${shown(typed)}" is not a price`;
  const [, before = '', figures = '', after = ''] =
    /^([^\d.,\s-]*)\s*(\d(?:[\d.,'’\s]*\d)?)\s*([^\d.,\s-]*)$/u.exec(text) ?? [];
  if (before !== '' && after !== '') return unreadable;
  const sign = (before || after).toUpperCase();
  const own = sign === '' ? [currency] : currenciesOf(sign);
  const [first] = own;
  const plain = plainNumber(figures);
  if (!first || plain === null) return unreadable;
  if (fixed && !own.includes(currency)) return `"${shown(typed)}" is not in ${currency}`;
  const meant = own.includes(currency) ? currency : first;
  const minor = toMinor(plain, meant);
  return minor === null ? `"${shown(typed)}" is not an amount of ${meant}` : { minor, currency: meant };
}

/** True where the last value of a file without a final line break is a mere prefix of another row's. */
export function looksCutOff(value: string, others: ReadonlySet<string>): boolean {
  return !others.has(value) && [...others].some((other) => other !== value && other.startsWith(value));
}

const FREE = ['free', 'gratis', 'gratuit', 'kostenlos', '無料', '免费'];
const YES = ['true', '1', 'yes'];
const NO = ['false', '0', 'no'];

/** The first is meant unless the program's own currency is among them. */
const SIGNS: Record<string, readonly Currency[]> = {
  $: ['USD', 'CAD', 'AUD', 'HKD', 'SGD', 'TWD', 'MXN', 'CLP', 'COP'],
  US$: ['USD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  HK$: ['HKD'],
  R$: ['BRL'],
  '€': ['EUR'],
  '£': ['GBP', 'EGP'],
  '¥': ['JPY', 'CNY'],
  円: ['JPY'],
  元: ['CNY'],
  '₩': ['KRW'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₺': ['TRY'],
  '₱': ['PHP'],
};

function currenciesOf(sign: string): readonly Currency[] {
  if (CURRENCIES.includes(sign as Currency)) return [sign as Currency];
  return Object.hasOwn(SIGNS, sign) ? (SIGNS[sign] ?? []) : [];
}

/** Normalizes figures to digits and a dot; three digits after a lone separator are thousands. */
function plainNumber(figures: string): string | null {
  if (/^\d+$/.test(figures)) return figures;
  if (/^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d{1,2})?$/.test(figures)) return figures.replaceAll(',', '');
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?$/.test(figures))
    return figures.replaceAll('.', '').replace(',', '.');
  if (/^[1-9]\d{0,2}(?:[\s'’]\d{3})+(?:[.,]\d{1,2})?$/.test(figures))
    return figures.replace(/[\s'’]/g, '').replace(',', '.');
  return /^\d+[.,]\d{1,2}$/.test(figures) ? figures.replace(',', '.') : null;
}

/** Reads ISO 8601 (UTC without a zone) or seconds since 1970; false for anything else. */
function readMoment(text: string | undefined): string | null | undefined | false {
  if (text === undefined) return undefined;
  if (text === '') return null;
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000).toISOString();
  const [, day = '', time = '00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(text) ??
    [];
  // A day that the calendar lacks would roll over into the next month.
  const midnight = new Date(`${day}T00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return false;
  const at = new Date(
    `${day}T${time}${zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, h, m) => `${h}:${m ?? '00'}`)}`,
  );
  return Number.isNaN(at.getTime()) ? false : at.toISOString();
}

function normal(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function lengthOf(text: string): number {
  // Code points, as PostgreSQL counts; halves of a pair do not count twice.
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '.').length;
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function listed(headers: readonly string[]): string {
  return headers.map((header) => header.trim() || '(empty)').join(', ');
}

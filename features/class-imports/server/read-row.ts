import { toMajor } from '../../../core/money.ts';
import type { CsvRow } from '../../../server/files/csv-rows.ts';
import { type NewClass, newClass } from '../../classes/contract.ts';
import { readPrice } from '../../classes/rules.ts';
import { textOf } from '../../imports/rules.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { type Field, flagOf, hundredthsOf, listOf, type Mapping, typeOf } from '../rules.ts';

export type Cells = Partial<Record<Field, string>>;
export type ReadRow = { line: number; cells: Cells; wrong: WrongCell | null };

/** Reason of a rejection, and the field of the cell at fault; null where it is the row itself. */
export class WrongCell extends Error {
  readonly field: Field | null;

  constructor(field: Field | null, reason: string) {
    super(reason);
    this.field = field;
  }
}

export function readRow(row: CsvRow, { headers, mapping }: Pick<ImportRow, 'headers' | 'mapping'>): ReadRow {
  const { line } = row;
  if ('reason' in row) return { line, cells: {}, wrong: new WrongCell(null, row.reason) };
  const cells: Cells = {};
  for (const [index, header] of headers.entries()) {
    const field = (mapping as Mapping)[header];
    const text = textOf(row.cells[index] ?? '')
      .replaceAll('\0', '')
      .toWellFormed();
    if (field && text !== '') cells[field] = text;
  }
  const { length } = row.cells;
  const isTorn =
    length < headers.length || row.cells.slice(headers.length).some((cell) => cell.trim() !== '');
  // What stands where is anybody's guess.
  if (isTorn)
    return { line, cells, wrong: new WrongCell(null, `has ${length} of ${headers.length} columns`) };
  return { line, cells, wrong: null };
}

/** Returns the id of the class that the row changes; null where it makes one. */
export function classIdOf({ id }: Cells): number | null {
  if (id === undefined) return null;
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : wrong('id', `"${shortened(id)}" is not the ID of a class`);
}

type Plain = Omit<
  Partial<NewClass>,
  'class_price' | 'instructor_id' | 'program_id' | 'programs' | 'category' | 'sub_category' | 'class_image_id'
>;

/** Returns what the row says without looking anything up, within the limits of the form. */
export function plainOf(cells: Cells): Plain {
  const { class_name, description, additional_info, access_type, currency } = cells;
  const said = {
    class_name,
    description,
    additional_info,
    access_type: access_type?.toLowerCase(),
    currency: currency?.toUpperCase(),
    is_bundle: parsed(cells, 'is_bundle', typeOf, 'a type: class or bundle'),
    status: parsed(cells, 'status', flagOf, 'a status: active or inactive'),
    viewable: parsed(cells, 'viewable', flagOf, 'yes or no'),
    membership_discount: parsed(cells, 'membership_discount', hundredthsOf, 'a percentage from 0 to 100'),
    membership_discount_other: parsed(
      cells,
      'membership_discount_other',
      hundredthsOf,
      'a percentage from 0 to 100',
    ),
    enrol_reward: parsed(cells, 'enrol_reward', wholeOf, 'a whole number'),
  };
  const checked = Object.entries(said).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, withinLimits(field as keyof typeof said, value, cells)] as const],
  );
  return Object.fromEntries(checked) as Plain;
}

export function priceOf({ class_price }: Cells, currency: NonNullable<NewClass['currency']>) {
  if (class_price === undefined) return undefined;
  const price = readPrice(class_price, { currency, fixed: true });
  return typeof price === 'string' ? wrong('class_price', price) : toMajor(price.minor, currency);
}

export function programsIn({ programs }: Cells): string[] {
  return programs === undefined ? [] : listOf(programs);
}

export function wrong(field: Field | null, reason: string): never {
  throw new WrongCell(field, reason);
}

export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text;
}

function parsed<Value>(
  cells: Cells,
  field: Field,
  parse: (text: string) => Value | undefined,
  expected: string,
): Value | undefined {
  const text = cells[field];
  if (text === undefined) return undefined;
  return parse(text) ?? wrong(field, `"${shortened(text)}" is not ${expected}`);
}

function wholeOf(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

const EXPECTED: Partial<Record<Field, string>> = {
  access_type: 'an access type: public or private',
  currency: 'a currency of the marketplace',
};

function withinLimits(field: Field & keyof NewClass, value: unknown, cells: Cells): unknown {
  const { success, data, error } = newClass.shape[field].safeParse(value);
  if (success) return data;
  const known = EXPECTED[field];
  const reason = known ? `"${shortened(cells[field] ?? '')}" is not ${known}` : error.issues[0]?.message;
  return wrong(field, reason ?? 'is wrong');
}

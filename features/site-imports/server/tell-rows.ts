import type { FieldError } from '../../../core/errors.ts';
import { transact } from '../../../server/context.ts';
import type { CsvRow } from '../../../server/files/csv-rows.ts';
import { firstDifference } from '../../../server/sites/first-difference.ts';
import type { SiteCall } from '../../../server/sites/site-context.ts';
import { takenReference, tellFacts } from '../../../server/sites/tell-facts.ts';
import { textOf } from '../../imports/rules.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { tried } from '../../imports/server/refused-parts.ts';
import { type MovedCells, type MovedField, type MovedKind, movedKindOf } from '../rules.ts';
import { movingContext } from './moving-context.ts';
import { type NamesHere, namesHere } from './names-here.ts';
import { fieldOf, TOLD_KINDS, type ToldRow, toldRow, type Usual, WrongCell } from './told-kinds.ts';

export type Telling = {
  kind: MovedKind;
  usual: Usual;
  /** Columns of the file, and the field of each; the empty text for none. */
  columns: readonly (readonly [header: string, field: string])[];
};

export type RowOutcome = { line: number; cells: MovedCells } & (
  | { state: 'created'; reference: string; id: number }
  | { state: 'unchanged' }
  /** `column` is the header of the column that is wrong. */
  | { state: 'rejected'; column: string | null; reason: string }
);

/** Returns how an import's rows are told, and the context of its program's site. 404 where there is no such program. */
export async function tellingOf(
  { platform }: Pick<SiteCall, 'platform'>,
  { id, kind, program_id, headers, mapping, paid_out_before }: ImportRow,
): Promise<{ site: SiteCall; telling: Telling }> {
  const { context, currency } = await movingContext(platform, program_id ?? 0, `site_import ${id}`);
  const columns = headers.map((header) => [header, mapping[header] ?? ''] as const);
  return {
    site: context,
    telling: { kind: movedKindOf(kind), usual: { currency, paid_out_before }, columns },
  };
}

export async function tellRows(
  context: SiteCall,
  telling: Telling,
  rows: readonly CsvRow[],
): Promise<RowOutcome[]> {
  const { fact, book } = TOLD_KINDS[telling.kind];
  return outcomesOf(context, telling, rows, async (told) => {
    // The kind of a file says which rows it has, and which booking takes them: a pair that its type does not keep together.
    const items = told.map((item) => ({ reference: item.reference, item: item as never }));
    const facts = { items, isAlone: false, atomic: false };
    return (await tellFacts(context, facts, { kind: fact, book })).results;
  });
}

/** Returns what telling these rows would do: it is done, and taken back. `before` has, by reference, what earlier parts would tell, and gets what these would. */
export function wouldTell(
  context: SiteCall,
  telling: Telling,
  rows: readonly CsvRow[],
  before: Map<string, string>,
): Promise<RowOutcome[]> {
  return outcomesOf(context, telling, rows, async (told) => {
    const repeats = told.map((one) => repeated(before, one));
    const fresh = told.filter((_, index) => !repeats[index]);
    const results = await tried(() => takenBack(context, telling, fresh));
    for (const [index, one] of fresh.entries())
      if (results[index]?.state !== 'rejected' && !before.has(one.reference))
        before.set(one.reference, JSON.stringify(one));
    const worked = results.values();
    return repeats.map((repeat) => repeat ?? next(worked));
  });
}

type Result = {
  state: 'created' | 'updated' | 'unchanged' | 'rejected';
  id: number | null;
  errors: readonly (FieldError & { code: string })[];
};

/** Ends the transaction of a check with what it would have done. */
class TakenBack extends Error {
  readonly results: readonly Result[];

  constructor(results: readonly Result[]) {
    super('a check');
    this.results = results;
  }
}

async function takenBack(
  context: SiteCall,
  { kind }: Telling,
  told: readonly ToldRow[],
): Promise<readonly Result[]> {
  if (told.length === 0) return [];
  const { fact, book } = TOLD_KINDS[kind];
  try {
    return await transact(context, async (tx) => {
      const items = told.map((item) => ({ reference: item.reference, item: item as never }));
      const facts = { items, isAlone: false, atomic: false };
      throw new TakenBack((await tellFacts(tx, facts, { kind: fact, book })).results);
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.results;
    throw error;
  }
}

async function outcomesOf(
  context: SiteCall,
  telling: Telling,
  rows: readonly CsvRow[],
  tell: (told: readonly ToldRow[]) => Promise<readonly Result[]>,
): Promise<RowOutcome[]> {
  const cells = rows.map((row) => ('cells' in row ? cellsOf(telling.columns, row.cells) : {}));
  const names = await namesHere(context, cells);
  const read = rows.map((row, index) => readRow(telling, row, cells[index] ?? {}, names));
  const told = read.flatMap((one) => ('told' in one ? [one.told] : []));
  const results = (told.length > 0 ? await tell(told) : []).values();
  return read.map((one): RowOutcome => {
    if (!('told' in one)) return one;
    const { line, cells, told } = one;
    const { state, id, errors } = next(results);
    if (state === 'rejected') return { line, cells, state, ...refusalOf(telling, errors) };
    return state === 'created' && id !== null
      ? { line, cells, state, id, reference: told.reference }
      : { line, cells, state: 'unchanged' };
  });
}

function readRow(
  { kind, usual, columns }: Telling,
  row: CsvRow,
  cells: MovedCells,
  names: NamesHere,
): RowOutcome | { line: number; cells: MovedCells; told: ToldRow } {
  const { line } = row;
  if ('reason' in row) return { line, cells, state: 'rejected', column: null, reason: row.reason };
  try {
    return { line, cells, told: toldRow(kind, cells, names, usual) };
  } catch (error) {
    if (!(error instanceof WrongCell)) throw error;
    return { line, cells, state: 'rejected', column: columnOf(columns, error.field), reason: error.message };
  }
}

/** Returns what becomes of a row whose reference an earlier part of a checked file has had. */
function repeated(before: ReadonlyMap<string, string>, told: ToldRow): Result | null {
  const known = before.get(told.reference);
  if (known === undefined) return null;
  const path = firstDifference(JSON.parse(known), JSON.parse(JSON.stringify(told)));
  if (path === null) return { state: 'unchanged', id: null, errors: [] };
  const { errors, code } = takenReference(path).rejected;
  return { state: 'rejected', id: null, errors: errors.map((error) => ({ ...error, code })) };
}

function refusalOf({ columns }: Telling, [error]: Result['errors']) {
  if (!error) return { column: null, reason: 'is refused' };
  const { path, message, code } = error;
  const reason = code.endsWith('_TAKEN') ? `${message} (${code})` : message;
  return { column: columnOf(columns, fieldOf(path)), reason };
}

/** Returns the header of a field's column; where the file has none, the field itself. */
function columnOf(columns: Telling['columns'], field: MovedField | null): string | null {
  return columns.find(([, known]) => known === field)?.[0] ?? field;
}

function cellsOf(columns: Telling['columns'], cells: readonly string[]): MovedCells {
  const row: MovedCells = {};
  for (const [index, [, field]] of columns.entries()) {
    const text = textOf(cells[index] ?? '');
    if (field !== '' && text !== '') row[field as MovedField] = text;
  }
  return row;
}

function next<Value>(values: Iterator<Value>): Value {
  const step = values.next();
  if (step.done) throw new Error('a row has no outcome');
  return step.value;
}

/** History of a program, moved in from a file: each row once by its reference. Specification: Sites, moving in. */
import { headersOf } from '../../../core/csv/column-matching.ts';
import { type FieldError, refuse, refuseField } from '../../../core/errors.ts';
import { transact } from '../../../server/context.ts';
import { type CsvRow, csvRows } from '../../../server/files/csv-rows.ts';
import { encodingDetector, inUtf8 } from '../../../server/files/text-encoding.ts';
import type { Platform } from '../../../server/platform.ts';
import { firstDifference } from '../../../server/sites/first-difference.ts';
import type { SiteCall } from '../../../server/sites/site-context.ts';
import { takenReference, tellFacts } from '../../../server/sites/tell-facts.ts';
import { textOf } from '../../user-imports/rules.ts';
import { type Columns, columnsOf, type MovedCells, type MovedField, type MovedKind } from '../rules.ts';
import { movingContext } from './moving-context.ts';
import { namesHere } from './names-here.ts';
import { COLUMN_OF, TOLD_KINDS, type ToldRow, toldRow, Unreadable, type Usual } from './told-kinds.ts';

/** Rows of one transaction. */
const BATCH = 500;

export type Moving = {
  kind: MovedKind;
  program_id: number;
  /** Headers of columns by their field, where they are not guessed. */
  columns?: Columns;
  dry_run?: boolean;
  /** The moment (ISO 8601) before which all that was sold had been paid out to its payees. */
  paid_out_before?: string | null;
};

export type Moved = { created: number; unchanged: number; rejected: number };

/** A row that was not booked: its line in the file, its cells, and why. */
export type RejectedRow = { line: number; cells: readonly string[]; reason: string };

type Progress = {
  /** Is told the header before all rows. */
  onHeader?: (cells: readonly string[]) => void;
  onRejected?: (row: RejectedRow) => void;
  onBatch?: () => void;
};

/**
 * Moves a file in, some hundred rows a transaction, so that a process that is killed leaves whole rows and the next run
 * completes it. `open` is asked twice, as the first reading finds the encoding. With `dry_run` the same is done and taken
 * back. 404 for the program, 400 for a file without the columns that are needed.
 */
export async function moveIn(
  platform: Platform,
  open: () => AsyncIterable<Buffer>,
  { kind, program_id, columns: chosen = {}, dry_run = false, paid_out_before = null }: Moving,
  { onHeader, onRejected, onBatch }: Progress = {},
): Promise<Moved> {
  const { context, currency } = await movingContext(platform, program_id, `import-${process.pid}`);
  const usual: Usual = { currency, paid_out_before };
  const moved: Moved = { created: 0, unchanged: 0, rejected: 0 };
  const before = new Map<string, string>();
  let header: readonly string[] | null = null;
  let fields: readonly (MovedField | undefined)[] = [];
  const batch: CsvRow[] = [];
  const flush = async () => {
    const rows = batch.splice(0);
    const outcomes = await tellBatch(context, { kind, usual, dry_run, before, fields }, rows);
    for (const [index, outcome] of outcomes.entries()) {
      moved[outcome.state] += 1;
      const row = rows[index];
      if (outcome.state === 'rejected' && row)
        onRejected?.({ line: row.line, cells: 'cells' in row ? row.cells : [], reason: outcome.reason });
    }
    onBatch?.();
  };
  for await (const row of csvRows(inUtf8(open(), await encodingOf(open())))) {
    if (header === null) {
      if ('reason' in row) refuseField('file', `The first row ${row.reason}`);
      header = headersOf(row.cells);
      fields = fieldsOf(kind, header, chosen);
      onHeader?.(row.cells);
      continue;
    }
    if ('cells' in row && row.cells.every((cell) => cell.trim() === '')) continue;
    batch.push(row);
    if (batch.length === BATCH) await flush();
  }
  if (header === null) refuse(400, 'The file has no row with the names of its columns');
  if (batch.length > 0) await flush();
  return moved;
}

type RowOutcome = { state: 'created' | 'unchanged' } | { state: 'rejected'; reason: string };

type Telling = {
  kind: MovedKind;
  usual: Usual;
  dry_run: boolean;
  /** JSON of what a dry run has found good, by reference: it leaves nothing that a later batch could meet. */
  before: Map<string, string>;
  /** The field of each column. */
  fields: readonly (MovedField | undefined)[];
};

/** Ends the transaction of a dry run with what it would have done. */
class TakenBack extends Error {
  readonly results: Results;

  constructor(results: Results) {
    super('a dry run');
    this.results = results;
  }
}

async function tellBatch(
  context: SiteCall,
  telling: Telling,
  rows: readonly CsvRow[],
): Promise<RowOutcome[]> {
  const { kind, usual, dry_run, before, fields } = telling;
  const cells = rows.map((row) => ('cells' in row ? cellsOf(fields, row.cells) : null));
  const names = await namesHere(
    context,
    cells.flatMap((one) => one ?? []),
  );
  const read = rows.map((row, index): ToldRow | RowOutcome => {
    const own = cells[index];
    if (!own)
      return { state: 'rejected', reason: 'reason' in row ? `the row ${row.reason}` : 'the row is empty' };
    try {
      const told = toldRow(kind, own, names, usual);
      return (dry_run && repeated(before, told)) || told;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { state: 'rejected', reason: error.message };
    }
  });
  const items = read.filter((one) => 'reference' in one);
  const results = (items.length > 0 ? await tell(context, telling, items) : []).values();
  return read.map((one) => {
    if (!('reference' in one)) return one;
    const { value: result } = results.next();
    if (!result) throw new Error('a row has no outcome');
    if (result.state === 'rejected') return { state: 'rejected', reason: reasonOf(result) };
    if (dry_run) before.set(one.reference, JSON.stringify(one));
    return { state: result.state === 'created' ? 'created' : 'unchanged' };
  });
}

type Results = Awaited<ReturnType<typeof tellFacts>>['results'];

async function tell(
  context: SiteCall,
  { kind, dry_run }: Telling,
  told: readonly ToldRow[],
): Promise<Results> {
  const { fact, book } = TOLD_KINDS[kind];
  // The kind of a file says which rows it has, and which booking takes them: a pair that its type does not keep together.
  const items = told.map((item) => ({ reference: item.reference, item: item as never }));
  const work = async (within: SiteCall) =>
    (await tellFacts(within, { items, isAlone: false, atomic: false }, { kind: fact, book })).results;
  if (!dry_run) return work(context);
  try {
    return await transact(context, async (tx) => {
      throw new TakenBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.results;
    throw error;
  }
}

/** Returns what becomes of a row whose reference an earlier batch of a dry run has had. */
function repeated(before: ReadonlyMap<string, string>, told: ToldRow): RowOutcome | null {
  const known = before.get(told.reference);
  if (known === undefined) return null;
  const path = firstDifference(JSON.parse(known), JSON.parse(JSON.stringify(told)));
  if (path === null) return { state: 'unchanged' };
  return { state: 'rejected', reason: reasonOf(takenReference(path).rejected) };
}

function reasonOf({ errors, code = errors[0]?.code ?? '' }: Reasons): string {
  const [error] = errors;
  if (!error) return 'is refused';
  const { path, message } = error;
  const words = path === '' ? message : `${COLUMN_OF[path] ?? path}: ${message}`;
  return code.endsWith('_TAKEN') ? `${words} (${code})` : words;
}

type Reasons = { errors: readonly (FieldError & { code?: string })[]; code?: string };

function fieldsOf(kind: MovedKind, header: readonly string[], chosen: Columns): (MovedField | undefined)[] {
  const columns = columnsOf(kind, header, chosen);
  if (typeof columns === 'string') refuse(400, columns);
  const fieldBy = new Map(Object.entries(columns).map(([field, name]) => [name, field as MovedField]));
  return header.map((name) => fieldBy.get(name));
}

function cellsOf(fields: readonly (MovedField | undefined)[], cells: readonly string[]): MovedCells {
  const row: MovedCells = {};
  for (const [index, field] of fields.entries()) {
    const text = textOf(cells[index] ?? '');
    if (field !== undefined && text !== '') row[field] = text;
  }
  return row;
}

async function encodingOf(bytes: AsyncIterable<Buffer>) {
  const detector = encodingDetector();
  for await (const piece of bytes) detector.see(piece);
  return detector.encoding();
}

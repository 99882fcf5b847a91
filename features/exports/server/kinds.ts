import { type RawBuilder, sql } from 'kysely';
import { type Access, type Actor, mayAccess } from '../../../core/access.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../core/csv/csv.ts';
import { CURRENCIES, decimalsOf } from '../../../core/money.ts';
import type { Context } from '../../../server/context.ts';

type Sql = RawBuilder<unknown>;

/** A column; {@link text}, {@link number}, {@link moment} and {@link amount} format its value. Omitted without the permission it `needs`. */
type Column = readonly [title: string, value: Sql, needs?: Access];

/** The query behind `select`, its conditions with the scope first. */
export type Rows = {
  before?: Sql;
  from: Sql;
  where: Sql;
  order: Sql;
};

type File = {
  /** Stored in waiting rows: never reuse it. */
  name: string;
  /** The required permission, checked again when the file is fetched. */
  access: Access;
  saved_as: string;
};

export type QueryKind<Filters extends object = object> = File & {
  columns: readonly Column[];
  rows: (actor: Actor, filters: Filters) => Rows;
};

/** An export whose rows are made by code, all in one piece: of lists that no query alone can answer. */
export type CodeKind<Filters extends object = object> = File & {
  columns: readonly (readonly [title: string])[];
  /** The first rows, at most `size`, and how many there are. Cells are as they are shown, not yet guarded. */
  cells: (
    context: Context,
    filters: Filters,
    size: number,
  ) => Promise<{ rows: (readonly string[])[]; count: number }>;
};

export type ZipKind<Filters extends object = object> = File & {
  columns: readonly [];
  zip: (context: Context, filters: Filters) => AsyncIterable<Buffer>;
};

export type Kind<Filters extends object = object> = QueryKind<Filters> | CodeKind<Filters> | ZipKind<Filters>;

export function exportOf<Filters extends object>(kind: QueryKind<Filters>): QueryKind<Filters> {
  return registered(kind);
}

export function exportByCode<Filters extends object>(kind: CodeKind<Filters>): CodeKind<Filters> {
  return registered(kind);
}

export function exportOfZip<Filters extends object>(
  kind: Omit<ZipKind<Filters>, 'columns'>,
): ZipKind<Filters> {
  return registered({ ...kind, columns: [] });
}

function registered<Of extends { name: string }>(kind: Of): Of {
  if (KINDS.has(kind.name)) throw new Error(`there are two exports called ${kind.name}`);
  KINDS.set(kind.name, kind as unknown as Kind);
  return kind;
}

export function kindNamed(name: string): Kind | undefined {
  return KINDS.get(name);
}

export function knownKinds(): string[] {
  return [...KINDS.keys()];
}

/** Formats a text, protected against formula injection. */
export function text(value: Sql): Sql {
  return sql`csv_text(${value})`;
}

export function number(value: Sql): Sql {
  return value;
}

export function moment(value: Sql): Sql {
  return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Formats minor units as a plain number of major units, with the decimals of the given currency. */
export function amount(value: Sql, currency: Sql): Sql {
  return sql`case when ${currency} in (${WITHOUT_DECIMALS}) then (${value})::numeric(24, 0) else (${value}) * 0.01 end`;
}

const WITHOUT_DECIMALS = sql.join(
  CURRENCIES.filter((currency) => decimalsOf(currency) === 0).map((currency) => sql.lit(currency)),
);

const KINDS = new Map<string, Kind>();

export function titlesFor(kind: Kind, actor: Actor): string[] {
  const columns = 'rows' in kind ? columnsFor(kind, actor) : kind.columns;
  return columns.map(([title]) => title);
}

function columnsFor({ columns }: Pick<QueryKind, 'columns'>, actor: Actor): readonly Column[] {
  return columns.filter(([, , needs]) => needs === undefined || mayAccess(actor, needs));
}

export function headerOf(titles: readonly string[]): Buffer {
  return Buffer.from(BYTE_ORDER_MARK + csvLine([...titles]));
}

/** Returns two statements for one snapshot: the number of rows, and the rows. */
export function statementsOf(
  kind: QueryKind<never>,
  actor: Actor,
  filters: object,
): { count: Sql; rows: Sql } {
  const { before = sql``, from, where, order } = kind.rows(actor, filters as never);
  const values = sql.join(columnsFor(kind, actor).map(([, value]) => value));
  return {
    count: sql`${before} select count(*) as count from ${from} where ${where}`,
    rows: sql`${before} select ${values} from ${from} where ${where} order by ${order}`,
  };
}

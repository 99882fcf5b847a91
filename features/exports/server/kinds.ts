/** Registry of exports: each kind declares its columns and rows. Specification: Exports. */
import { type RawBuilder, sql } from 'kysely';
import { type Access, type Actor, mayAccess } from '../../../core/access.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../core/csv/csv.ts';
import { CURRENCIES, decimalsOf } from '../../../core/money.ts';

type Sql = RawBuilder<unknown>;

/**
 * A column; {@link text}, {@link number}, {@link moment} and {@link amount} format its value. Omitted for
 * actors without the permission it `needs` beyond the file's.
 */
type Column = readonly [title: string, value: Sql, needs?: Access];

/** The query behind `select`, its conditions with the scope first. */
export type Rows = {
  /** A `with …` clause before the select. */
  before?: Sql;
  from: Sql;
  where: Sql;
  order: Sql;
};

export type Kind<Filters extends object = object> = {
  /** Stored in waiting rows: never reuse it. */
  name: string;
  /** The required permission, checked again when the file is fetched. */
  access: Access;
  columns: readonly Column[];
  rows: (actor: Actor, filters: Filters) => Rows;
  /** The file name without date and extension. */
  saved_as: string;
};

/** Declares an export and registers it for the runs. */
export function exportOf<Filters extends object>(kind: Kind<Filters>): Kind<Filters> {
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

/** Formats an id, a count or a flag. */
export function number(value: Sql): Sql {
  return value;
}

/** Formats a moment as ISO 8601 in UTC. */
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

export function titlesFor(kind: Pick<Kind, 'columns'>, actor: Actor): string[] {
  return columnsFor(kind, actor).map(([title]) => title);
}

function columnsFor({ columns }: Pick<Kind, 'columns'>, actor: Actor): readonly Column[] {
  return columns.filter(([, , needs]) => needs === undefined || mayAccess(actor, needs));
}

/** Returns the header row with a UTF-8 byte order mark. */
export function headerOf(titles: readonly string[]): Buffer {
  return Buffer.from(BYTE_ORDER_MARK + csvLine([...titles]));
}

/** Returns two statements for one snapshot: the number of rows, and the rows. */
export function statementsOf(kind: Kind<never>, actor: Actor, filters: object): { count: Sql; rows: Sql } {
  const { before = sql``, from, where, order } = kind.rows(actor, filters as never);
  const values = sql.join(columnsFor(kind, actor).map(([, value]) => value));
  return {
    count: sql`${before} select count(*) as count from ${from} where ${where}`,
    rows: sql`${before} select ${values} from ${from} where ${where} order by ${order}`,
  };
}

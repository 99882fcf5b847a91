/** What can be exported: each kind says its columns and its rows, and how it is made is said once. Specification: Exports. */
import { type RawBuilder, sql } from 'kysely';
import { type Access, type Actor, mayAccess } from '../../../core/access.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../core/csv/csv.ts';
import { CURRENCIES, decimalsOf } from '../../../core/money.ts';

type Sql = RawBuilder<unknown>;

/**
 * A column by its title; {@link text}, {@link number}, {@link moment} and {@link amount} say how a value is written. Where
 * it `needs` more than the file does, it is left out for whoever has not got that.
 */
type Column = readonly [title: string, value: Sql, needs?: Access];

/** What the rows are of: everything behind `select`, its conditions with the scope first. */
export type Rows = {
  /** `with …` before the select. */
  before?: Sql;
  from: Sql;
  where: Sql;
  order: Sql;
};

export type Kind<Filters extends object = object> = {
  /** Stands in the rows that wait: never give it to something else. */
  name: string;
  /** Who may ask, and must still be allowed when the file is fetched. */
  access: Access;
  columns: readonly Column[];
  rows: (actor: Actor, filters: Filters) => Rows;
  /** What the file is called where it is saved, without date and ending. */
  saved_as: string;
};

/** Declares an export. It is known to the runs from then on. */
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

/** A text, kept from being a formula. */
export function text(value: Sql): Sql {
  return sql`csv_text(${value})`;
}

/** An id, a count or a flag, as it stands. */
export function number(value: Sql): Sql {
  return value;
}

/** ISO 8601 in UTC. */
export function moment(value: Sql): Sql {
  return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Minor units as a plain number of major ones, with the decimals of the currency that stands beside it. */
export function amount(value: Sql, currency: Sql): Sql {
  return sql`case when ${currency} in (${WITHOUT_DECIMALS}) then (${value})::numeric(24, 0) else (${value}) * 0.01 end`;
}

const WITHOUT_DECIMALS = sql.join(
  CURRENCIES.filter((currency) => decimalsOf(currency) === 0).map((currency) => sql.lit(currency)),
);

const KINDS = new Map<string, Kind>();

/** The titles of the columns that a file for the actor holds. */
export function titlesFor(kind: Pick<Kind, 'columns'>, actor: Actor): string[] {
  return columnsFor(kind, actor).map(([title]) => title);
}

function columnsFor({ columns }: Pick<Kind, 'columns'>, actor: Actor): readonly Column[] {
  return columns.filter(([, , needs]) => needs === undefined || mayAccess(actor, needs));
}

/** The header of a file, with the mark that tells UTF-8 from the rest. */
export function headerOf(titles: readonly string[]): Buffer {
  return Buffer.from(BYTE_ORDER_MARK + csvLine([...titles]));
}

/** How many rows there are, and the rows: two statements for one snapshot. */
export function statementsOf(kind: Kind<never>, actor: Actor, filters: object): { count: Sql; rows: Sql } {
  const { before = sql``, from, where, order } = kind.rows(actor, filters as never);
  const values = sql.join(columnsFor(kind, actor).map(([, value]) => value));
  return {
    count: sql`${before} select count(*) as count from ${from} where ${where}`,
    rows: sql`${before} select ${values} from ${from} where ${where} order by ${order}`,
  };
}

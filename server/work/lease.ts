/** Rows of due work that a process has for a while: until it is done, puts them off, or is silent for too long. */
import { type RawBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Db } from '../db/client.ts';
import type { DB } from '../db/types.ts';
import type { Platform } from '../platform.ts';

type LeasedTable = 'class_reports' | 'exports' | 'imports' | 'mails' | 'refunds' | 'webhook_deliveries';

const NOW = sql<string>`provost_now()`;
const NOTHING = sql``;

/** Mark of a table with a `runner`, which is another one for each run. */
export const NEW_RUNNER = sql`runner = gen_random_uuid(),`;

/** A table whose rows say until when nobody else may work on them, and how often they were begun. */
type Lease = {
  table: LeasedTable;
  key: readonly string[];
  /** For which a row stays with who took it without a sign of life; `t` is the row. */
  seconds: number | RawBuilder<number>;
  /** Milliseconds between two of these, where the work is kept. */
  beat_ms?: number;
  /** Column of the moment from when on it may be taken. */
  due?: string;
  /** Column that counts how often it was begun. */
  attempts?: string;
  /** Columns that are as they were taken while the row is still this run's. */
  fence: readonly string[];
  /** Further columns that each taking sets, with a comma behind them, such as {@link NEW_RUNNER}. */
  mark?: RawBuilder<unknown>;
};

type Taking = {
  /** Further columns to set, with a comma before them. */
  set?: RawBuilder<unknown>;
  /** Tables to read beside it: `from` them, `on` what, `also` the columns, with a comma before them. */
  from?: RawBuilder<unknown>;
  on?: RawBuilder<unknown>;
  also?: RawBuilder<unknown>;
};

/** Takes the row that `next` selects the key of. */
export async function takeLease<Row>(
  platform: Platform,
  lease: Lease,
  next: RawBuilder<unknown>,
  taking: Taking = {},
): Promise<Row | undefined> {
  const [row] = await takeThose<Row>(platform, lease, sql`= (${next})`, taking);
  return row;
}

/** Takes all rows that `next` selects the keys of. */
export function takeLeases<Row>(
  platform: Platform,
  lease: Lease,
  next: RawBuilder<unknown>,
  taking: Taking = {},
): Promise<Row[]> {
  return takeThose<Row>(platform, lease, sql`in (${next})`, taking);
}

async function takeThose<Row>(
  { database }: Platform,
  { table, key, seconds, due = 'due_at', attempts = 'attempts', mark = NOTHING }: Lease,
  those: RawBuilder<unknown>,
  { set = NOTHING, from = NOTHING, on = NOTHING, also = NOTHING }: Taking,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)} t
    set ${mark} ${sql.ref(attempts)} = ${sql.ref(`t.${attempts}`)} + 1, ${sql.ref(due)} = ${inSeconds(seconds)} ${set}
    ${from} where (${sql.join(key.map((column) => sql.ref(`t.${column}`)))}) ${those} ${on}
    returning t.* ${also}`.execute(database.everything);
  return rows;
}

/** Returns what may be done with rows that were taken. */
export function leaseOf<Table extends LeasedTable, Of extends object>({
  table,
  key,
  seconds,
  beat_ms = 1000,
  due = 'due_at',
  attempts = 'attempts',
  fence,
}: Lease & { table: Table }) {
  const until = inSeconds(seconds);
  const free = fence.includes('runner') ? { runner: null } : {};
  const columnOf = (row: Of, column: string) => (row as Record<string, unknown>)[column];

  /** An update of the row that changes nothing where it is no longer this run's. */
  const held = ({ database }: Platform, row: Of, db: Db = database.everything) => {
    const same = [...key, ...fence].map(
      (column) => sql<boolean>`${sql.ref(column)} = ${columnOf(row, column)}`,
    );
    return db.updateTable(table as 'exports').where((has) => has.and(same)) as unknown as UpdateQueryBuilder<
      DB,
      Table,
      Table,
      UpdateResult
    >;
  };

  /** Writes to the row; false where it is no longer this run's. */
  async function write(platform: Platform, row: Of, values: object): Promise<boolean> {
    const { numUpdatedRows } = await held(platform, row)
      .set(values as never)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  return {
    held,
    write,
    /** Lets go of the row; `values` say what it is from now on, and when it is due where somebody is to take it again. */
    done: (platform: Platform, row: Of, values: object) => write(platform, row, { ...values, ...free }),
    /** For whoever takes it next, so many seconds on; it counts as begun. */
    putOff: (platform: Platform, row: Of, values: object = {}, wait = 1) =>
      write(platform, row, { ...values, ...free, [due]: inSeconds(wait) }),
    /** For whoever takes it next, at once, as if it had never been begun. */
    giveUp: (platform: Platform, row: Of, values: object = {}) =>
      write(platform, row, {
        ...values,
        ...free,
        [attempts]: Number(columnOf(row, attempts)) - 1,
        [due]: NOW,
      }),
    /** Works while `beat` lengthens the lease; what it answers ends the work, as the process's end does; `broken` is told why. Never throws. */
    async keep(
      ending: AbortController,
      beat: (values: { due_at: RawBuilder<string> }) => Promise<string | undefined>,
      work: () => Promise<unknown>,
      broken: (why: unknown) => Promise<unknown>,
    ): Promise<void> {
      const timer = setInterval(() => {
        beat({ due_at: until }).then(
          (why) => why !== undefined && ending.abort(why),
          () => {},
        );
      }, beat_ms);
      try {
        await work();
      } catch (error) {
        await broken(ending.signal.reason ?? error).catch(() => {});
      } finally {
        clearInterval(timer);
      }
    },
  };
}

function inSeconds(seconds: number | RawBuilder<number>): RawBuilder<string> {
  return sql<string>`provost_now() + make_interval(secs => ${seconds})`;
}

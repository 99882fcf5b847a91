/** Rows of due work that a process has for a while: until it is done, puts them off, or is silent for too long. */
import { type RawBuilder, type Selectable, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { DB } from '../db/types.ts';
import type { Platform } from '../platform.ts';

type LeasedTable = 'exports' | 'imports';
type Leased = Pick<Selectable<DB[LeasedTable]>, 'runner' | 'attempts'>;

const NOW = sql<string>`provost_now()`;

/** A table whose rows say who works on them (`runner`), until when nobody else may (`due_at`), and how often it was begun (`attempts`). */
export function leaseOf<Table extends LeasedTable, Of extends Leased>({
  table,
  key,
  seconds,
  beat_ms,
}: {
  table: Table;
  key: string & keyof Of;
  /** For which a row stays with who took it without a sign of life. */
  seconds: number;
  /** Milliseconds between two of these. */
  beat_ms: number;
}) {
  const until = inSeconds(seconds);

  /** Takes the row that `next` selects the key of, with what else is `set` by it. */
  async function take(
    { database }: Platform,
    next: RawBuilder<unknown>,
    set = sql``,
  ): Promise<Of | undefined> {
    const { rows } = await sql<Of>`
      update ${sql.table(table)} t
      set runner = gen_random_uuid(), attempts = t.attempts + 1, due_at = ${until} ${set}
      where ${sql.ref(`t.${key}`)} = (${next}) returning t.*`.execute(database.everything);
    return rows[0];
  }

  /** An update of the row that changes nothing where it is no longer this run's. */
  const held = ({ database }: Platform, row: Of) =>
    database.everything
      .updateTable(table as 'exports')
      .where(sql<boolean>`${sql.ref(key)} = ${row[key]}`)
      .where('runner', '=', row.runner) as unknown as UpdateQueryBuilder<DB, Table, Table, UpdateResult>;

  /** Writes to the row; false where it is no longer this run's. */
  async function write(platform: Platform, row: Of, values: object): Promise<boolean> {
    const { numUpdatedRows } = await held(platform, row)
      .set(values as never)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  return {
    take,
    held,
    write,
    /** Lets go of the row; `values` say what it is from now on, and when it is due where somebody is to take it again. */
    done: (platform: Platform, row: Of, values: object) => write(platform, row, { ...values, runner: null }),
    /** For whoever takes it next, so many seconds on; it counts as begun. */
    putOff: (platform: Platform, row: Of, values: object = {}, wait = 1) =>
      write(platform, row, { ...values, runner: null, due_at: inSeconds(wait) }),
    /** For whoever takes it next, at once, as if it had never been begun. */
    giveUp: (platform: Platform, row: Of, values: object = {}) =>
      write(platform, row, { ...values, runner: null, attempts: row.attempts - 1, due_at: NOW }),
    /**
     * Works while `beat` lengthens the lease; what it answers ends the work, as the process's end does. `broken` is told
     * why it ended early. Never throws: what cannot be written is left to the end of the lease.
     */
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

function inSeconds(seconds: number): RawBuilder<string> {
  return sql<string>`provost_now() + make_interval(secs => ${seconds})`;
}

/** The one way to make a row that people work with (specification: Wire conventions; Audit). */
import type { InsertObject, OnConflictBuilder, OnConflictDoNothingBuilder } from 'kysely';
import type { AuditEntity } from '../../features/nouns.ts';
import { type Context, type TransactionContext, transact } from '../context.ts';
import type { DB } from '../db/types.ts';
import { audit } from './audit.ts';

/** A noun whose rows can be created: {@link tableRecord} makes those that are never saved again, `tableNoun` the others. */
export type Creatable<Table extends keyof DB, Made extends { id: number | string }> = {
  entity: AuditEntity;
  table: Table;
  /** Undefined where a row that is there already is in the way, and `onConflict` says so. */
  insertRow(
    tx: TransactionContext,
    values: NewRow<Table>,
    onConflict?: OnConflict<Table>,
  ): Promise<Made | undefined>;
};

/** Values of a new row, without its author. */
export type NewRow<Table extends keyof DB> = Omit<InsertObject<DB, Table>, 'updated_by'>;

type OnConflict<Table extends keyof DB> = (
  builder: OnConflictBuilder<DB, Table>,
) => OnConflictDoNothingBuilder<DB, Table>;

type Recorded = {
  /** Values for the audit; those of the row unless said. */
  after?: object;
  /** The program whose staff may read the entry; that of the row unless said. */
  program_id?: number | null;
};

type Taken<Table extends keyof DB> = { onConflict: OnConflict<Table>; refuse: () => Promise<never> | never };

/** Makes one row in the caller's name and records it. `work` writes what hangs on it and answers what the audit keeps; `taken` refuses what is in the way. */
export function creating<Table extends keyof DB, Made extends { id: number | string }>(
  context: Context,
  noun: Creatable<Table, Made>,
  values: NewRow<Table>,
  work?: (tx: TransactionContext, row: Made) => Promise<Recorded> | Recorded,
  taken?: Taken<Table>,
): Promise<Made> {
  return transact(context, async (tx) => {
    const row = await noun.insertRow(tx, values, taken?.onConflict);
    if (!row) return taken ? taken.refuse() : neverMade(noun.entity);
    const { after = values, program_id = programOf(row) } = (await work?.(tx, row)) ?? {};
    await audit(tx, { entity: noun.entity, entity_id: row.id, action: 'create', program_id, after });
    return row;
  });
}

type RecordTable =
  | 'charges'
  | 'gift_purchases'
  | 'membership_pools'
  | 'refund_requests'
  | 'refunds'
  | 'uploads';

/** Declares rows that are made once and never saved; answers the id alone, as staff of a program may not read every column. */
export function tableRecord<Table extends RecordTable>(
  entity: AuditEntity,
  table: Table,
): Creatable<Table, { id: number }> {
  return {
    entity,
    table,
    insertRow: (tx, values, onConflict) => insert(tx, table, values, 'id', onConflict),
  };
}

export async function insert<Made>(
  { db }: TransactionContext,
  table: string,
  values: object,
  returning: 'id' | '*' | readonly string[],
  onConflict?: (builder: never) => unknown,
): Promise<Made | undefined> {
  const into = db.insertInto(table as 'banners').values(values as never);
  const guarded = onConflict ? into.onConflict(onConflict as never) : into;
  const answered = returning === '*' ? guarded.returningAll() : guarded.returning(returning as 'id');
  return (await answered.executeTakeFirst()) as Made | undefined;
}

function programOf(row: object): number | null {
  return 'program_id' in row ? (row.program_id as number | null) : null;
}

function neverMade(entity: string): never {
  throw new Error(`a row of ${entity} was not made`);
}

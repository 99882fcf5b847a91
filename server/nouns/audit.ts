/** The record of changes: written in the transaction of the change itself (specification: Audit). */
import type { AuditEntity } from '../../features/nouns.ts';
import type { Context } from '../context.ts';
import { insertAll } from '../db/insert-all.ts';
import { traceNow } from '../trace/trace.ts';

export type Change = {
  entity: AuditEntity;
  entity_id: number | string;
  action: 'create' | 'update' | 'delete' | (string & {});
  /** The program whose staff may read the entry; 0 or null: global admins alone. */
  program_id: number | null;
  /** The program that the row left with this change: its staff reads of it as well, in an entry of their own. */
  left_program_id?: number | null;
  before?: object | null;
  after?: object | null;
  /** The author, where nobody has signed in yet; the actor unless said. */
  admin_id?: number | null;
};

/** Records one change. Secrets have no place in before or after. */
export async function audit(context: Context, change: Change): Promise<void> {
  const entry = { ...entryOf(context, change), ...asJson(change) };
  await context.db
    .insertInto('audit_entries')
    .values(readersOf(change).map((program_id) => ({ ...entry, program_id })))
    .execute();
}

/** Records changes of several rows in one statement. */
export async function auditAll(context: Context, changes: readonly Change[]): Promise<void> {
  await insertAll(
    context.db,
    'audit_entries',
    // As values: the rows travel as one JSON themselves.
    changes.flatMap((change) =>
      readersOf(change).map((program_id) => ({
        ...entryOf(context, change),
        ...({ before: change.before ?? null, after: change.after ?? null } as object),
        program_id,
      })),
    ),
  );
}

type BulkChange = Pick<Change, 'entity' | 'entity_id' | 'action' | 'after'> & {
  children: readonly (Change & { program_id: number })[];
};

/** Records one change of many rows: an entry of the whole for global admins, below it one a program, and below that one a row. */
export async function auditBulk(context: Context, { children, ...change }: BulkChange): Promise<void> {
  const { db } = context;
  const insert = async (parent: Omit<Change, 'program_id'>, program_id: number, parent_id: number | null) => {
    const { id } = await db
      .insertInto('audit_entries')
      .values({ ...entryOf(context, parent), ...asJson(parent), program_id, parent_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const whole = await insert(change, 0, null);
  for (const [program_id, ofProgram] of Map.groupBy(children, (child) => child.program_id)) {
    const after = { rows: ofProgram.length };
    const parent_id = await insert({ ...change, after }, program_id, whole);
    await insertBelow(context, parent_id, ofProgram);
  }
}

/** Opens the record of one change made in several transactions: the entry that {@link auditPart} records below. `program_id` null: of several. */
export async function auditWhole(context: Context, change: Change): Promise<number> {
  const { id } = await context.db
    .insertInto('audit_entries')
    .values({ ...entryOf(context, change), ...asJson(change), program_id: change.program_id ?? 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records a part of {@link auditWhole}: below it an entry for each program whose rows it changes, and the rows below that. */
export async function auditPart(
  context: Context,
  whole: Pick<Change, 'entity' | 'entity_id' | 'action' | 'program_id'> & { audit_id: number },
  children: readonly (Change & { program_id: number })[],
): Promise<void> {
  const { audit_id, ...change } = whole;
  for (const [program_id, ofProgram] of Map.groupBy(children, (child) => child.program_id)) {
    const parent_id =
      program_id === (change.program_id ?? 0)
        ? audit_id
        : await entryOfProgram(context, { ...change, program_id }, audit_id);
    await insertBelow(context, parent_id, ofProgram);
  }
}

async function entryOfProgram(context: Context, change: Change, whole: number): Promise<number> {
  const known = await context.db
    .selectFrom('audit_entries')
    .select('id')
    .where('parent_id', '=', whole)
    .where('program_id', '=', change.program_id)
    .executeTakeFirst();
  if (known) return known.id;
  const { id } = await context.db
    .insertInto('audit_entries')
    .values({ ...entryOf(context, change), program_id: change.program_id ?? 0, parent_id: whole })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertBelow(
  context: Context,
  parent_id: number,
  children: readonly (Change & { program_id: number })[],
): Promise<void> {
  await insertAll(
    context.db,
    'audit_entries',
    // As values: the rows travel as one JSON themselves.
    children.map(({ before = null, after = null, program_id, ...child }) => ({
      ...entryOf(context, child),
      ...({ before, after } as object),
      program_id,
      parent_id,
    })),
  );
}

type Whose = Pick<Change, 'entity' | 'entity_id' | 'action' | 'admin_id'>;

function entryOf({ actor, address, request_id, site }: Context, change: Whose) {
  const { admin_id = actor.admin_id } = change;
  return {
    admin_id: admin_id || null,
    ...(site && { site_key_id: site.key_id }),
    address: address || null,
    request_id,
    trace_id: traceNow() ?? null,
    entity: change.entity,
    entity_id: String(change.entity_id),
    action: change.action,
  };
}

function asJson({ before, after }: Pick<Change, 'before' | 'after'>) {
  return {
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  };
}

/** The programs whose staff may read of a change; global admins read every entry, so 0 stands only alone. */
function readersOf({ program_id, left_program_id }: Change): number[] {
  const programs = new Set([program_id, left_program_id].flatMap((program) => program || []));
  return programs.size > 0 ? [...programs] : [0];
}

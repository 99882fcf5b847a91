import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { type Db, lock } from '../../../server/db/client.ts';
import { changing, type Held, type Noun } from '../../../server/nouns/changing.ts';
import type { CommissionRowInput } from '../contract.ts';
import type { CommissionRow } from '../ledger-contract.ts';
import { INSTRUCTOR, instructorPart, type LevelName, levelNumber } from '../rules.ts';
import { checkGroup } from './group-checks.ts';
import { findOwner, type Owner } from './owners.ts';
import { requestRecalculation } from './recalculation/recalculations.ts';
import { waitingOnCards } from './recalculation/waiting-on-cards.ts';
import { splitCharges } from './split.ts';

/** The `updated_at` of a group that nobody has saved yet. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** A save of a group; `update` also recalculates earlier unpaid sales, later. */
export type Save = {
  commission: readonly CommissionRowInput[];
  update?: boolean;
  updated_at?: string | undefined;
};

const REFERRAL_FIELDS = { referrer_id: 'referral' };

type StoredRow = CommissionRow & { owner_id: number };

export async function readGroups(context: Context, level: LevelName, ownerIds: readonly number[]) {
  const { db } = context;
  const [groups, rows, waiting] = await Promise.all([
    sql<{ owner_id: number; updated_at: string }>`select owner_id, updated_at from commission_groups
      where level = ${levelNumber(level)} and owner_id = any (${ownerIds}::integer[])`.execute(db),
    currentRows(db, level, ownerIds),
    waitingOnCards(context, level, ownerIds),
  ]);
  const updated = new Map(groups.rows.map((group) => [group.owner_id, group.updated_at]));
  const byOwner = Map.groupBy(rows, (row) => row.owner_id);
  return (ownerId: number) => {
    const recalculations = waiting(ownerId);
    return {
      commissions: byOwner.get(ownerId) ?? [],
      updated_at: updated.get(ownerId) ?? NEVER,
      // What a save has just asked for, rather than an earlier run that goes on.
      recalculation:
        recalculations.find(({ own, status }) => own && status === 'waiting') ??
        recalculations.find(({ own }) => own) ??
        null,
      recalculations,
    };
  };
}

export type Group = Awaited<ReturnType<typeof readGroup>>;

export async function readGroup(context: Context, owner: Owner) {
  const groupOf = await readGroups(context, owner.level, [owner.owner_id]);
  return { id: owner.owner_id, program_id: owner.program_id ?? 0, ...groupOf(owner.owner_id) };
}

/**
 * Replaces the rows of a group by those given, except rows of a type that the caller may not edit: they stay. The
 * instructor's row is derived. Unchanged rows keep their ids; nothing changed, nothing is written. Held charges that
 * the save resolves are divided at once. 409 with who and when where `updated_at` is no longer current.
 */
export async function saveGroup(context: Context, level: LevelName, id: number, save: Save): Promise<Group> {
  return transact(context, async (tx) => {
    const owner = await replacing(tx, level, { id, updated_at: save.updated_at }, async ({ owner, rows }) => {
      const next = await checkGroup(tx, owner, rows, save.commission);
      const wantsInstructor = next.length > 0 || save.commission.some((row) => row.type === INSTRUCTOR);
      return wantsInstructor ? withInstructor(next) : next;
    });
    if (save.update) await requestRecalculation(tx, owner);
    return readGroup(tx, owner);
  });
}

/** Adds one row to a group, as `saveGroup` would; a refusal names the fields of a referral's body. */
export async function addRow(
  context: Context,
  level: LevelName,
  id: number,
  row: CommissionRowInput,
): Promise<Group> {
  return transact(context, async (tx) => {
    const owner = await replacing(tx, level, { id }, async ({ owner, rows }) =>
      withInstructor(await checkGroup(tx, owner, rows, [...rows, row], { sentAs: REFERRAL_FIELDS })),
    );
    return readGroup(tx, owner);
  });
}

/** Sets the one row of a type of which a group has at most one, as `saveGroup` would. */
export async function setRow(
  context: Context,
  level: LevelName,
  id: number,
  row: CommissionRowInput,
): Promise<Group> {
  return transact(context, async (tx) => {
    const owner = await replacing(tx, level, { id }, async ({ owner, rows }) => {
      const others = rows.filter((stored) => stored.type !== row.type);
      return withInstructor(await checkGroup(tx, owner, rows, [...others, row]));
    });
    return readGroup(tx, owner);
  });
}

/** Takes a row away and derives the instructor's part anew. 404 where the caller may not see it; 403 its type. */
export async function deleteRow(context: Context, level: LevelName, rowId: number): Promise<Group> {
  return transact(context, async (tx) => {
    const row = await tx.db
      .selectFrom('commission_rows')
      .select('owner_id')
      .where('id', '=', rowId)
      .where('level', '=', levelNumber(level))
      .where('replaced_at', 'is', null)
      .executeTakeFirst();
    if (!row) notFound();
    const owner = await replacing(tx, level, { id: row.owner_id }, async ({ owner, rows }) => {
      const removing = rows.find((stored) => stored.id === rowId);
      if (!removing) notFound();
      const kept = rows.filter((stored) => stored !== removing);
      const next = await checkGroup(tx, owner, rows, kept, { removing });
      return next.length > 0 ? withInstructor(next) : [];
    });
    return readGroup(tx, owner);
  });
}

/** The name of the lock that a save of the group holds alone and a sale under it shares. */
export function groupLock(level: LevelName, ownerId: number): string {
  return `commission group ${level} ${ownerId}`;
}

type HeldGroup = Held & { owner: Owner; rows: StoredRow[] };

/** The groups of a level as a noun: the first save of one makes its row. */
function groupsOf(level: LevelName): Noun<HeldGroup> {
  return {
    entity: `${level}_commission`,
    async lockRow(tx, id) {
      const { db } = tx;
      // First: an instructor who is just moving takes the group along, and its owner is asked for then.
      await lock(db, groupLock(level, id));
      const owner = await findOwner(tx, level, id);
      const group = await db
        .selectFrom('commission_groups as g')
        .select(['g.updated_at', sql<string | null>`admin_email(g.updated_by)`.as('changed_by')])
        .where('g.level', '=', levelNumber(level))
        .where('g.owner_id', '=', id)
        .executeTakeFirst();
      const { updated_at = NEVER, changed_by = null } = group ?? {};
      return {
        owner,
        program_id: owner.program_id,
        updated_at,
        changed_by,
        rows: await currentRows(db, level, [id]),
      };
    },
    async touchRow(tx, id, { program_id }) {
      const updated_by = tx.actor.admin_id || null;
      const { updated_at } = await tx.db
        .insertInto('commission_groups')
        .values({ level: levelNumber(level), owner_id: id, program_id, updated_by })
        .onConflict((conflict) =>
          conflict.columns(['level', 'owner_id']).doUpdateSet({
            // Two saves within a millisecond still have two moments.
            updated_at: sql`greatest(provost_now(), commission_groups.updated_at + interval '1 millisecond')`,
            updated_by,
            program_id,
          }),
        )
        .returning('updated_at')
        .executeTakeFirstOrThrow();
      return updated_at;
    },
  };
}

async function replacing(
  context: TransactionContext,
  level: LevelName,
  save: { id: number; updated_at?: string | undefined },
  decide: (group: HeldGroup) => Promise<readonly CommissionRowInput[]>,
): Promise<Owner> {
  let whose: Owner | undefined;
  await changing(context, groupsOf(level), save, 'update', async (tx, group, touchRow) => {
    const { owner, rows } = group;
    whose = owner;
    const { gone, added } = difference(rows, await decide(group));
    if (gone.length === 0 && added.length === 0) return { before: null, after: null };
    await replaceRows(tx, owner, { gone, added, at: await touchRow() });
    await splitCharges(tx.db, { level, owner_id: owner.owner_id, held: true });
    const after = await currentRows(tx.db, level, [owner.owner_id]);
    return { before: recorded(rows), after: recorded(after) };
  });
  return whose ?? notFound();
}

async function replaceRows(
  { db, actor }: TransactionContext,
  { level, owner_id, program_id }: Owner,
  { gone, added, at }: { gone: readonly number[]; added: readonly CommissionRowInput[]; at: string },
): Promise<void> {
  const by = actor.admin_id || null;
  if (gone.length > 0) {
    await db
      .updateTable('commission_rows')
      .set({ replaced_at: at, replaced_by: by })
      .where('id', 'in', gone)
      .execute();
  }
  if (added.length === 0) return;
  const whose = { level: levelNumber(level), owner_id, program_id, created_at: at, created_by: by };
  const rows = added.map((row) => ({ ...columnsOf(row), ...whose }));
  await db.insertInto('commission_rows').values(rows).execute();
}

function withInstructor(rows: readonly CommissionRowInput[]): CommissionRowInput[] {
  return [...rows, { type: INSTRUCTOR, commission: instructorPart(rows) }];
}

/** Rows that stay are matched by what they say, first by id: whoever sends a row back unchanged changes nothing. */
function difference(before: readonly StoredRow[], wanted: readonly CommissionRowInput[]) {
  const left = new Map(before.map((row) => [row.id, row]));
  const added = wanted.filter((row) => {
    const same = [...left.values()].filter((stored) => says(stored) === says(row));
    const match = same.find((stored) => stored.id === row.id) ?? same[0];
    if (match) left.delete(match.id);
    return !match;
  });
  return { gone: [...left.keys()], added };
}

function says(row: CommissionRowInput): string {
  return JSON.stringify(columnsOf(row));
}

function columnsOf(row: CommissionRowInput) {
  const hasCode = row.type === 3;
  const referrer = row.type === 2 || hasCode ? (row.referrer_id ?? null) : null;
  return {
    type: row.type,
    commission: row.commission,
    referrer_id: referrer,
    code: hasCode ? (row.code?.trim() ?? null) : null,
    discount: hasCode ? (row.discount ?? null) : null,
    discount_type: hasCode && row.discount != null ? (row.discount_type ?? 'percent') : null,
  };
}

async function currentRows(db: Db, level: LevelName, ownerIds: readonly number[]): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select r.owner_id, r.id, r.type, r.commission, coalesce(r.program_id, 0) as program_id, r.referrer_id, u.first_name, u.last_name, u.email,
      r.code, r.discount, r.discount_type
    from commission_rows r left join site_users u on u.id = r.referrer_id
    where r.level = ${levelNumber(level)} and r.owner_id = any (${ownerIds}::integer[]) and r.replaced_at is null
    order by r.owner_id, r.type, r.id`.execute(db);
  return rows;
}

function recorded(stored: readonly StoredRow[]) {
  return { commissions: stored.map((row) => ({ id: row.id, ...columnsOf(row) })) };
}

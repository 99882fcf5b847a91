import { sql } from 'kysely';
import { type Actor, isGlobal, mayAccess } from '../../../core/access.ts';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { type Context, transact } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { lockRow, tableNoun, updating } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import type { NewView, SavedView, ViewChange } from '../contract.ts';

const SAVED_VIEW = tableNoun({ entity: 'saved_view', table: 'saved_views' });

/** Limit of views of one list and one person: more would not be found again. */
const MOST_OWN = 50;

/** One's own and the shared ones of the same program, global staff's among themselves; in the order of their names. */
export async function readViews({ db, actor }: Context, screen: string): Promise<SavedView[]> {
  return (await selected(db, actor).where('v.screen', '=', screen).execute()).map(answered(actor));
}

/** 400 where the caller has a view of this name, or too many. */
export async function createView(context: Context, data: NewView): Promise<SavedView> {
  const { actor } = context;
  return transact(context, async (tx) => {
    const program_id = isGlobal(actor) ? null : actor.program_id;
    // One at a time: two that count at once would both find room.
    await lock(tx.db, `views of admin ${actor.admin_id}`);
    const { count } = await tx.db
      .selectFrom('saved_views')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('admin_id', '=', actor.admin_id)
      .where('screen', '=', data.screen)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_OWN)
      refuse(400, `You have ${MOST_OWN} views of this list. Remove a view first`);
    const values = { ...data, admin_id: actor.admin_id, program_id };
    const { id } = await creating(tx, SAVED_VIEW, values, () => ({ after: data }), {
      onConflict: (taken) => taken.doNothing(),
      refuse: refuseTaken,
    });
    return readView(tx, id);
  });
}

/** 404 where the caller does not see it, 403 where it is shared by somebody else and the caller is no programadmin. */
export async function updateView(context: Context, id: number, data: ViewChange): Promise<SavedView> {
  return transact(context, async (tx) => {
    const { updated_at, ...change } = data;
    await updating(tx, SAVED_VIEW, { id, updated_at }, async (_, row) => {
      checkEdits(context.actor, row);
      const { name = row.name, search = row.search, shared = row.shared } = change;
      // It would be out of the hands of whoever has just taken it back.
      if (!shared && row.admin_id !== context.actor.admin_id)
        refuse(400, 'Only the owner can stop sharing this view');
      return { name, search, shared };
    }).catch(refuseTwice);
    return readView(tx, id);
  });
}

/** Refuses as {@link updateView}. */
export async function deleteView(context: Context, id: number): Promise<void> {
  await transact(context, async (tx) => {
    const row = await lockRow(tx, SAVED_VIEW, { id });
    checkEdits(context.actor, row);
    await tx.db.deleteFrom('saved_views').where('id', '=', id).execute();
    const { screen, name, search, shared, program_id } = row;
    const before = { screen, name, search, shared };
    await audit(tx, {
      entity: SAVED_VIEW.entity,
      entity_id: id,
      action: 'delete',
      program_id,
      before,
      after: null,
    });
  });
}

function refuseTaken(): never {
  refuseField('data.name', 'A view with this name already exists');
}

function refuseTwice(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'saved_views_name') refuseTaken();
  throw error;
}

type Row = { admin_id: number; shared: boolean };

function checkEdits(actor: Actor, row: Row): void {
  if (row.admin_id !== actor.admin_id && !row.shared) notFound();
  if (!mayEdit(actor, row)) refuse(403, 'Only the owner or a programadmin can change this view');
}

function mayEdit(actor: Actor, { admin_id, shared }: Row): boolean {
  return admin_id === actor.admin_id || (shared && mayAccess(actor, { role: 'programadmin' }));
}

async function readView({ db, actor }: Context, id: number): Promise<SavedView> {
  const row = await selected(db, actor, true).where('v.id', '=', id).executeTakeFirst();
  return row ? answered(actor)(row) : notFound();
}

/** A single one is read by whoever may edit it: global staff those of every program. */
function selected(db: Context['db'], actor: Actor, single = false) {
  const program = isGlobal(actor) ? null : actor.program_id;
  return db
    .selectFrom('saved_views as v')
    .select(['v.id', 'v.screen', 'v.name', 'v.search', 'v.shared', 'v.admin_id', 'v.updated_at'])
    .select(sql<string | null>`admin_email(v.admin_id)`.as('made_by'))
    .where((is) =>
      is.or([
        is('v.admin_id', '=', actor.admin_id),
        is.and([
          is('v.shared', '=', true),
          single && isGlobal(actor)
            ? sql<boolean>`true`
            : is('v.program_id', 'is not distinct from', program),
        ]),
      ]),
    )
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id');
}

type Selected = Omit<SavedView, 'made_by' | 'mine' | 'may_edit'> & {
  admin_id: number;
  made_by: string | null;
};

function answered(actor: Actor) {
  return ({ admin_id, made_by, ...row }: Selected): SavedView => ({
    ...row,
    made_by: made_by ?? '',
    mine: admin_id === actor.admin_id,
    may_edit: mayEdit(actor, { admin_id, shared: row.shared }),
  });
}

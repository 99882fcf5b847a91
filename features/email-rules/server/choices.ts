import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { refuseField } from '../../../core/errors.ts';
import { type Context, programOf, type TransactionContext, visibleTo } from '../../../server/context.ts';
import { matchesWordsOrId } from '../../../server/nouns/list-query.ts';
import { type Audience, placedItems, storedAudience } from '../conditions/audience.ts';
import { type IdKind, kindOf, NAMED_BY_ID } from '../conditions/fields.ts';

const MOST_CHOICES = 50;

type AskedChoices = {
  of: 'class' | 'category';
  program_id: number;
  name?: string | undefined;
  ids?: number[] | undefined;
};
type Choice = { id: number; name: string };

/** Returns those of the ids, or at most 50 that match the text, of one program (at home or shown) or all (0). A bound admin finds the own program's alone. */
export async function ruleChoices({ db, actor }: Context, { of, program_id, name = '', ids }: AskedChoices) {
  const { from, named, inSight, alive, search } = CHOSEN[of];
  const program = programOf(actor, program_id);
  const wanted = ids
    ? sql<SqlBool>`k.id = any(${ids}::integer[])`
    : sql<SqlBool>`${alive} and ${program === null ? sql`true` : inSight(program)} and ${matchesWordsOrId(search, 'k.id', name)}`;
  const { rows: choices } = await sql<Choice>`select k.id, ${named} as name from ${from} k
    where ${isGlobal(actor) ? sql`true` : inSight(actor.program_id)} and ${wanted}
    order by lower(${named}), k.id limit ${ids ? null : MOST_CHOICES}`.execute(db);
  return { choices };
}

/** Refuses classes, categories and programs that the caller does not see, but for those that `before` names already. */
export async function refuseUnknownChoices(
  tx: TransactionContext,
  audience: Partial<Pick<Audience, 'items' | 'groups' | 'exclude'>>,
  before: Parameters<typeof storedAudience>[0] | null,
): Promise<void> {
  const kept = before ? storedAudience(before) : { items: [], groups: [], exclude: [] };
  const { items = [], groups = [], exclude = [] } = audience;
  for (const of of NAMED_BY_ID) {
    const known = new Set(idsIn(kept, of).map(({ id }) => id));
    const asked = idsIn({ items, groups, exclude }, of).filter(({ id }) => !known.has(id));
    const seen = await seenOf(tx, of, [...new Set(asked.map(({ id }) => id))]);
    const unseen = asked.find(({ id }) => !seen.has(id));
    if (unseen) refuseField(`${unseen.path}.value`, `There is no ${of} ${unseen.id}`);
  }
}

function idsIn(audience: Parameters<typeof placedItems>[0], of: IdKind): { path: string; id: number }[] {
  const all = placedItems(audience) as { path: string; item: Audience['items'][number] }[];
  return all.flatMap(({ path, item: { field_name, value } }) =>
    field_name !== null && kindOf(field_name) === of && Array.isArray(value)
      ? value.map((id) => ({ path, id: Number(id) }))
      : [],
  );
}

async function seenOf({ db, actor }: TransactionContext, of: IdKind, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } =
    of === 'program'
      ? await sql<{ id: number }>`select k.id from programs k
          where k.id = any(${ids}::integer[]) and ${visibleTo(actor, 'k.id')}`.execute(db)
      : await sql<{ id: number }>`select k.id from ${CHOSEN[of].from} k where k.id = any(${ids}::integer[])
          and ${isGlobal(actor) ? sql`true` : CHOSEN[of].inSight(actor.program_id)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

type Chosen = {
  from: RawBuilder<unknown>;
  named: RawBuilder<unknown>;
  alive: RawBuilder<boolean>;
  search: string;
  inSight: (program_id: number) => RawBuilder<boolean>;
};

const CHOSEN: Readonly<Record<'class' | 'category', Chosen>> = {
  class: {
    from: sql`classes`,
    named: sql`k.class_name`,
    alive: sql<boolean>`k.del_flag = 0`,
    search: 'k.name_search',
    inSight: (program_id) => sql<boolean>`(k.program_id = ${program_id}
      or exists (select from class_programs l where l.class_id = k.id and l.program_id = ${program_id}))`,
  },
  category: {
    from: sql`site_categories`,
    named: sql`k.category_name`,
    alive: sql<boolean>`k.del_flag = 0`,
    search: 'k.name_search',
    inSight: (program_id) => sql<boolean>`(k.program_id = ${program_id} or k.program_id is null
      or exists (select from site_category_programs l where l.category_id = k.id and l.program_id = ${program_id}))`,
  },
};

import { type RawBuilder, sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import type { NounDeclaration } from '../../../core/noun.ts';
import type { Context } from '../../../server/context.ts';
import { recordedField } from '../../field-sets.ts';
import { ALL_NOUNS } from '../../nouns.ts';
import type { AuditEntry, RecordNames } from '../contract.ts';
import { referredTo } from '../references.ts';

type Told = Pick<AuditEntry, 'entity' | 'entity_id' | 'before' | 'after'>;

const DECLARED = new Map<string, NounDeclaration>(ALL_NOUNS);
const MAX_ID = 2 ** 31 - 1;

/** Reads the names of a page's records and of those their values refer to, one query a noun, within the caller's scope: hidden records have no name. */
export async function namesOf({ actor, db }: Context, entries: readonly Told[]): Promise<RecordNames> {
  const queries = [...idsIn(entries)].flatMap(([entity, ids]) => {
    const noun = DECLARED.get(entity);
    return noun && !(noun.global && !isGlobal(actor)) ? (queryOf(entity, noun, [...ids]) ?? []) : [];
  });
  if (queries.length === 0) return {};
  const { rows } = await sql<Row>`${sql.join(queries, sql` union all `)}`.execute(db);
  const names: RecordNames = {};
  for (const { noun, id, name, currency } of rows)
    (names[noun] ??= {})[id] = { name: name || null, currency };
  return names;
}

type Row = { noun: string; id: number; name: string | null; currency: string | null };

/** Undefined for a noun whose rows have neither a name nor a currency. */
function queryOf(entity: string, noun: NounDeclaration, ids: number[]): RawBuilder<unknown> | undefined {
  const { table, named_by, currency } = noun;
  const owner = named_by?.column === undefined ? undefined : DECLARED.get(named_by.noun);
  const name = owner ? nameIn('o', owner) : nameIn('r', noun);
  if (!table || !(name || currency)) return undefined;
  const owned =
    owner?.table && sql`left join ${sql.table(owner.table)} o on o.id = ${sql.ref(`r.${named_by?.column}`)}`;
  return sql`select ${sql.lit(entity)} as noun, r.id, ${name ?? sql`null`}::text as name,
      ${currency ? sql.ref(`r.${currency}`) : sql`null`}::text as currency
    from ${sql.table(table)} r ${owned || sql``} where r.id = any (${ids}::integer[])`;
}

function nameIn(alias: 'o' | 'r', { name, person }: NounDeclaration): RawBuilder<unknown> | undefined {
  if (!name) return undefined;
  const column = (one: string) => sql.ref(`${alias}.${one}`);
  if (!person) return column(name);
  const parts = sql.join(person.map(column));
  return sql`coalesce(nullif(btrim(concat_ws(' ', ${parts})), ''), ${column(name)})`;
}

function idsIn(entries: readonly Told[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  const add = (entity: string, ids: readonly number[]) => {
    const known = found.get(entity) ?? new Set();
    for (const id of ids) if (Number.isSafeInteger(id) && id > 0 && id <= MAX_ID) known.add(id);
    if (known.size > 0) found.set(entity, known);
  };
  for (const { entity, entity_id, before, after } of entries) {
    const named_by = DECLARED.get(entity)?.named_by;
    add(named_by && !named_by.column ? named_by.noun : entity, [Number(entity_id)]);
    for (const [field, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      const of = recordedField(entity, field)?.of;
      if (of) add(of, referredTo(value));
    }
  }
  return found;
}

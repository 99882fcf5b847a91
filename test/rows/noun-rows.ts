/** Rows of any noun, made from its declaration, and what hangs on them. */
import { sql } from 'kysely';
import { must } from '../../core/must.ts';
import type { NounDeclaration } from '../../core/noun.ts';
import { type AuditEntity, NOUNS, type SwitchedNoun, type TranslatedNoun } from '../../features/nouns.ts';
import type { Db } from '../../server/db/client.ts';
import { englishHash } from '../../server/nouns/translations.ts';
import { makeAdmin, makeClass, makeInstructor, makeProgram, makeSiteUser } from '../factories.ts';
import { EVERYBODYS, type Whose } from '../routes/route-cases.ts';
import { inDays, makeEvent } from './events.ts';
import { makeRule } from './rules.ts';
import { makeUnmatchedPayment } from './unmatched-payments.ts';

/** Columns that a row needs besides its name and its program. */
const FURTHER: { readonly [Entity in AuditEntity]?: (name: string) => object } = {
  coupon: () => ({ coupon_stripe_id: crypto.randomUUID() }),
  gift_product: () => ({ type: 'physical' }),
  landing_page: (title) => ({ title, path: `/${crypto.randomUUID()}`, template: 'classic.html' }),
  token: () => ({ code: `token-${crypto.randomUUID()}`, amount: 500 }),
};

type Make = (db: Db, program_id: number | null, name: string) => Promise<{ id: number }>;

/** Factories of nouns whose row is more than its columns. */
const FACTORIES: { readonly [Entity in AuditEntity]?: Make } = {
  admin: (db, program_id) => makeAdmin(db, { permissions: [], program_id: program_id ?? 0 }),
  async class(db, program_id, class_name) {
    const instructor_id = (await makeInstructor(db, { program_id })).id;
    return makeClass(db, { instructor_id, program_id, class_name });
  },
  email_rule: async (db, program_id, name) => ({ id: await makeRule(db, { program_id, name }) }),
  event: (db, program_id, name) => makeEvent(db, { program_id, name, end_at: inDays(5) }),
  program: (db, _, heading_text) => makeProgram(db, { heading_text, program_display_name: heading_text }),
  site_user: (db, program_id) => makeSiteUser(db, { program_id, viewable: 1 }),
  unmatched_payment: (db, program_id, payer) => makeUnmatchedPayment(db, { program_id, payer }),
};

/** A live row of a noun, which its own program shows and features. */
export async function makeNounRow(
  db: Db,
  entity: AuditEntity,
  program_id: number | null,
  name = `A ${NOUNS[entity].word}`,
): Promise<{ id: number }> {
  const noun: NounDeclaration = NOUNS[entity];
  const make = FACTORIES[entity] ?? insertNoun(entity, noun);
  const { id } = await make(db, program_id, name);
  if (noun.programs && program_id !== null) {
    const { table, owner } = noun.programs;
    const featured = Object.hasOwn(noun.switches?.fields ?? {}, 'featured') ? { featured: true } : {};
    await insert(db, table, { [owner]: id, program_id, ...featured });
  }
  return { id };
}

function insertNoun(entity: AuditEntity, { table, name: column = '', global }: NounDeclaration): Make {
  return async (db, program_id, name) => {
    const row = { [column]: name, ...(!global && { program_id }), ...FURTHER[entity]?.(name) };
    return must((await insert(db, must(table, `table of ${entity}`), row))[0], entity);
  };
}

async function insert(db: Db, table: string, row: object): Promise<{ id: number }[]> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)} (${columns})
    values (${sql.join(Object.values(row))}) on conflict do nothing returning *`.execute(db);
  return rows;
}

/** A translation of the first field into German, made from this English. */
export async function translate(db: Db, noun: TranslatedNoun, id: number, english: string, language = 'de') {
  const { table, owner, fields } = NOUNS[noun].languages;
  const [field = ''] = fields;
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, language_slug, ${sql.ref(field)}, made_from)
    values (${id}, ${language}, 'Etwas', ${JSON.stringify({ [field]: englishHash(english) })}::jsonb)`.execute(
    db,
  );
}

/** Whose rows of a noun can be switched. One of the site's users without a program is given one with the first save. */
export function switchedKinds(noun: SwitchedNoun): readonly Whose[] {
  if (noun === 'site_user') return ['own', 'foreign'];
  const { global }: NounDeclaration = NOUNS[noun];
  return global ? ['global'] : EVERYBODYS;
}

/** How a switch stands: in a column of its name, unless a row keeps its record or a program features it. */
export async function switchOf(db: Db, noun: SwitchedNoun, field: string, id: number): Promise<number> {
  const { table, programs }: NounDeclaration = NOUNS[noun];
  const [value, from, key] =
    field === 'removed'
      ? [sql`(deleted_at is not null)::int`, table, 'id']
      : field === 'featured' && programs
        ? [sql`featured::int`, programs.table, programs.owner]
        : [sql.ref(field), table, 'id'];
  const { rows } = await sql<{ value: number }>`
    select ${value} as value from ${sql.table(must(from, 'table'))} where ${sql.ref(key)} = ${id}`.execute(
    db,
  );
  return must(rows[0], 'row of a switch').value;
}

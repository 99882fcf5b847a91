import { type RawBuilder, sql } from 'kysely';
import { mayAccess } from '../../../core/access.ts';
import { LOCALES, type Locale } from '../../../core/locales.ts';
import { must } from '../../../core/must.ts';
import type { NounDeclaration } from '../../../core/noun.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, visibleIn } from '../../../server/context.ts';
import { NOTHING_WAITS, type WaitingWork } from '../../../server/nouns/waiting-work.ts';
import { NOUNS, TRANSLATED, type TranslatedNoun } from '../../nouns.ts';
import type { OUTDATED_SORTS, Outdated } from '../contract.ts';

export type OutdatedFilter = {
  program_id: number;
  noun?: TranslatedNoun | undefined;
  language?: Locale | undefined;
};
type Sort = (typeof OUTDATED_SORTS)[number];
type Page = OutdatedFilter & {
  page: number;
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** Returns a page of what the caller may translate, by name unless asked otherwise; to a bound admin that of its program. */
export async function pageOfOutdated(
  context: Context,
  { page, sort_by = 'name', sort_dest = 'asc', ...filter }: Page,
  size = PAGE_SIZE,
): Promise<{ translations: Outdated[]; count: number }> {
  const found = outdated(context, filter);
  if (!found) return { translations: [], count: 0 };
  const direction = sort_dest === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<Outdated>`
    select f.noun, f.id, f.name, coalesce(f.program_id, 0) as program_id, p.program_display_name as program, f.languages,
      f.updated_at
    from (${found}) f left join programs p on p.id = f.program_id
    order by ${ORDERS[sort_by]} ${direction} nulls last, f.noun, f.id ${direction}
    limit ${size} offset ${(page - 1) * size}`.execute(context.db);
  const translations = rows.map((row) => ({
    ...row,
    languages: LOCALES.filter((language) => row.languages.includes(language)),
  }));
  return { translations, count: await countIn(context, filter) };
}

/** Returns what the list holds of a program, 0 for all, without another filter; when the English was changed stands in no column. */
export async function outdatedTexts(context: Context, program_id = 0): Promise<WaitingWork> {
  return { ...NOTHING_WAITS, count: await countIn(context, { program_id }) };
}

const ORDERS: { [Name in Sort]: RawBuilder<unknown> } = {
  noun: sql`f.noun`,
  id: sql`f.id`,
  name: sql`lower(f.name)`,
  program: sql`lower(p.program_display_name)`,
};

async function countIn(context: Context, filter: OutdatedFilter): Promise<number> {
  const found = outdated(context, filter);
  if (!found) return 0;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found}) f`.execute(
    context.db,
  );
  return must(rows[0], 'count').count;
}

type Translated = NounDeclaration & Required<Pick<NounDeclaration, 'table' | 'name' | 'languages'>>;

/** A row each, with its languages; undefined where the caller may translate none of what is asked for. */
function outdated(
  { actor }: Context,
  { program_id, noun, language }: OutdatedFilter,
): RawBuilder<unknown> | undefined {
  const some = TRANSLATED.filter(
    (one) => (noun ?? one) === one && mayAccess(actor, NOUNS[one].languages.access),
  ).map((one) => {
    const { table, name, deleted, archives, languages }: Translated = NOUNS[one];
    const alive = deleted ? sql`${sql.ref(`o.${deleted}`)} = 0` : sql`true`;
    const current = archives ? sql`o.archived_at is null` : sql`true`;
    const wanted = language ? sql`having bool_or(t.language_slug = ${language})` : sql``;
    return sql`select ${sql.lit(one)} as noun, o.id, ${sql.ref(`o.${name}`)} as name, o.program_id, o.updated_at,
        array_agg(t.language_slug) as languages
      from ${sql.table(languages.table)} t join ${sql.table(table)} o on o.id = ${sql.ref(`t.${languages.owner}`)}
      where t.outdated and ${alive} and ${current} and ${visibleIn(actor, 'o.program_id', program_id)}
      group by o.id ${wanted}`;
  });
  return some.length > 0 ? sql.join(some, sql` union all `) : undefined;
}

import { sql } from 'kysely';
import type { SettingKind } from '../../../core/nouns/as-of-routes.ts';
import type { Context } from '../../context.ts';
import type { HistoryField, Row } from './as-of-types.ts';

/** Returns a name, null for what the caller may not see. */
export type Names = (kind: SettingKind, id: number) => string | null;

export async function namesOf(
  { db }: Context,
  fields: Readonly<Record<string, HistoryField>>,
  rows: readonly Row[],
): Promise<Names> {
  const asked = Object.entries(fields).flatMap(([name, { kind }]) =>
    NAMED.has(kind)
      ? rows.flatMap((row) => (typeof row[name] === 'number' ? [{ kind, id: row[name] }] : []))
      : [],
  );
  if (asked.length === 0) return () => null;
  // Row-level security leaves out what is another program's.
  const { rows: found } = await sql<{ kind: string; id: number; name: string | null }>`
    select distinct a.kind, a.id, case a.kind
      when 'program' then (select p.program_display_name from programs p where p.id = a.id)
      when 'user' then (select nullif(btrim(u.first_name || ' ' || u.last_name), '') from site_users u where u.id = a.id)
      when 'category' then (select c.category_name from site_categories c where c.id = a.id)
      when 'timezone' then (select z.name from timezones z where z.id = a.id)
      else (select i.original_file from uploads i where i.id = a.id) end as name
    from json_to_recordset(${JSON.stringify(asked)}::json) a (kind text, id integer)
    where a.kind is not null and a.id is not null`.execute(db);
  const names = new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (kind, id) => names.get(`${kind} ${id}`) ?? null;
}

const NAMED: ReadonlySet<SettingKind> = new Set(['program', 'user', 'category', 'timezone', 'image']);

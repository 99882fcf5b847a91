/** Versions of a template, from the audit's whole texts (docs/decisions/188-versions-of-templates-are-in-the-audit.md). Specification: Email templates. */
import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { type List, pageOf, rowsOf } from '../../../server/nouns/list-query.ts';
import type { TemplateVersion, TemplateVersionTexts } from '../contract.ts';
import { type Key, keyOf, type TemplateKey } from './templates.ts';

/** Returns a page, newest first. Throws a 400 for an unknown program. */
export async function pageOfVersions(
  context: Context,
  { page, ...asked }: TemplateKey & { page: number },
): Promise<{ versions: TemplateVersion[]; count: number }> {
  const { rows, count } = await pageOf<TemplateVersion, 'id'>(
    context.db,
    listOf(
      context,
      await keyOf(context, asked),
      sql`v.id as version, v.action, v.at, admin_email(v.admin_id) as by, v.texts ->> 'subject' as subject`,
    ),
    { matching: [sql<boolean>`true`], page, sort_by: 'id', sort_dest: 'desc' },
  );
  return { versions: rows, count };
}

/** Returns the texts of a version. Throws a 404 where this template has none of this number, or it is a deletion. */
export async function readVersion(
  context: Context,
  { version, ...asked }: TemplateKey & { version: number },
): Promise<TemplateVersionTexts> {
  const list = listOf(
    context,
    await keyOf(context, asked),
    sql`v.id as version, v.texts ->> 'subject' as subject, v.texts ->> 'text' as text, v.texts ->> 'plain' as plain,
      coalesce((v.texts -> 'plain_derived')::boolean, false) as plain_derived`,
  );
  const [row] = await rowsOf<TemplateVersionTexts>(context.db, list, [
    sql<boolean>`v.id = ${version}`,
    sql<boolean>`v.action <> 'delete'`,
  ]);
  return row ?? notFound();
}

/** Entries by the key, as a template that is deleted and saved again has another id; those of one without an entry of its creation by that of now. */
function listOf(
  { actor }: Context,
  { template, program_id, language }: Key,
  columns: List<'id'>['columns'],
): List<'id'> {
  const own = sql`e.entity = 'email_template' and e.program_id = ${program_id ?? 0} and ${visibleTo(actor, 'e.program_id')}`;
  const ids = sql`
    select t.id::text from email_templates t
    where t.template = ${template} and t.language = ${language} and t.program_id is not distinct from ${program_id}::integer
    union all
    select e.entity_id from audit_entries e
    where ${own} and e.action in ('create', 'delete')
      and coalesce(e.after, e.before) ->> 'template' = ${template} and coalesce(e.after, e.before) ->> 'language' = ${language}`;
  return {
    from: sql`(
      with entries as (
        select e.id, e.action, e.at, e.admin_id, e.before, e.after from audit_entries e
        where ${own} and e.action in ('create', 'update', 'delete') and e.entity_id in (${ids})
      )
      select e.id, e.action, e.at, e.admin_id, coalesce(e.after, e.before) as texts from entries e
      union all
      select 0, 'original', null, null, f.before from (select * from entries order by id limit 1) f
      where f.action <> 'create'
    ) v`,
    id: sql`v.id`,
    columns,
    orders: { id: sql`v.id` },
  };
}

/** Reads templates: the own one, or the nearest. Specification: Email templates. */
import { sql } from 'kysely';
import { type Context, programOf } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { knownProgram } from '../../../server/nouns/program-assignments.ts';
import type { EmailTemplate } from '../contract.ts';
import { type Language, placeholdersOf, type Template } from '../rules.ts';
import { builtInTemplate, type Texts } from './built-in-templates.ts';
import { examplesOf } from './examples.ts';

/** `program_id` null: global. */
export type Key = { template: Template; program_id: number | null; language: Language };

export type NearestTemplate = Texts & {
  /** Null for a built-in one. */
  id: number | null;
  program_id: number | null;
  language: Language;
  plain_derived: boolean;
  updated_at: string | null;
};

type TemplateKey = { template: Template; program: number; language: Language };

/** Returns the template of these keys; a bound admin always gets the own program's. Throws a 400 for an unknown program. */
export async function readTemplate(context: Context, asked: TemplateKey): Promise<EmailTemplate> {
  const { template, language } = asked;
  const program = programOf(context.actor, asked.program) ?? 0;
  const program_id = await knownProgram(context, program, 'program');
  const found = await nearestTemplate(context.db, { template, program_id, language });
  const isOwn = found.id !== null && found.program_id === program_id && found.language === language;
  const examples = await examplesOf(context, program_id);
  return {
    id: isOwn ? found.id : null,
    template,
    program,
    language,
    subject: found.subject,
    text: found.text,
    plain: found.plain,
    plain_derived: found.plain_derived,
    inherited_from: isOwn ? null : { program: found.program_id ?? 0, language: found.language },
    built_in: found.id === null,
    updated_at: isOwn ? found.updated_at : null,
    placeholders: placeholdersOf(template).map((name) => ({ name, example: examples[name] })),
  };
}

/** Looks for a program's before a global one, then the language before English, then the built-in one. */
export async function nearestTemplate(
  db: Db,
  { template, program_id, language }: Key,
): Promise<NearestTemplate> {
  const stored = await db
    .selectFrom('email_templates')
    .select([
      'id',
      'program_id',
      'language',
      'subject',
      'text',
      'inlined',
      'plain',
      'plain_derived',
      'updated_at',
    ])
    .where('template', '=', template)
    .where((row) => row.or([row('program_id', 'is', null), row('program_id', '=', program_id)]))
    .where('language', 'in', [language, 'en'])
    .orderBy(sql`program_id is null`)
    .orderBy(sql`language <> ${language}`)
    .limit(1)
    .executeTakeFirst();
  if (stored) return { ...stored, language: stored.language as Language };
  const none = { id: null, program_id: null, plain_derived: true, updated_at: null };
  return { ...none, ...builtInTemplate(template, language) };
}

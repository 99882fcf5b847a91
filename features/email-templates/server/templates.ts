import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, programOf } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { knownProgram } from '../../../server/nouns/program-assignments.ts';
import type { EmailTemplate } from '../contract.ts';
import { type AnyTemplate, isRuleFile, type Language, placeholdersOf } from '../rules.ts';
import { builtInTemplate, type Texts } from './built-in-templates.ts';
import { examplesOf } from './examples.ts';
import { ruleFiles } from './rule-files.ts';
import { rulesOf, rulesOfTemplates } from './rules-of-templates.ts';

/** `program_id` null: global. */
export type Key = { template: AnyTemplate; program_id: number | null; language: Language };

export type NearestTemplate = Texts & {
  /** Null for a built-in one. */
  id: number | null;
  program_id: number | null;
  language: Language;
  plain_derived: boolean;
  updated_at: string | null;
};

export type TemplateKey = { template: AnyTemplate; program: number; language: Language };

/** Returns the template of these keys; a bound admin always gets the own program's. Throws a 400 for an unknown program. */
export async function readTemplate(context: Context, asked: TemplateKey): Promise<EmailTemplate> {
  const { template, program_id, language } = await keyOf(context, asked);
  const program = program_id ?? 0;
  const found = await nearestTemplate(context.db, { template, program_id, language });
  const isOwn = found.id !== null && found.program_id === program_id && found.language === language;
  const examples = await examplesOf(context, program_id);
  const rules = isRuleFile(template) ? await rulesOfTemplates(context, program_id) : [];
  return {
    id: isOwn ? found.id : null,
    template,
    title: (await fileOf(template))?.title ?? null,
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
    rules: rulesOf(rules, template),
  };
}

/** The key as stored: a bound admin always means the own program's. Throws a 400 for an unknown program or file. */
export async function keyOf(context: Context, asked: TemplateKey): Promise<Key> {
  const { template, language } = asked;
  await checkTemplate(template);
  const program = programOf(context.actor, asked.program) ?? 0;
  return { template, program_id: await knownProgram(context, program, 'program'), language };
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
  if (!isRuleFile(template)) return { ...none, ...builtInTemplate(template, language) };
  const { text, inlined, plain } = must(await fileOf(template), `template ${template}`);
  return { ...none, language: 'en', subject: '', text, inlined, plain };
}

/** Throws a 400 for a file that rules do not have. */
export async function checkTemplate(template: AnyTemplate): Promise<void> {
  if (isRuleFile(template) && !(await fileOf(template)))
    refuseField('template', `There is no template ${template}`);
}

async function fileOf(template: AnyTemplate) {
  return isRuleFile(template)
    ? (await ruleFiles()).find(({ file_name }) => file_name === template)
    : undefined;
}

import { type Context, programOf } from '../../../server/context.ts';
import { knownProgram } from '../../../server/nouns/program-assignments.ts';
import type { ListedTemplate } from '../contract.ts';
import { type AnyTemplate, LANGUAGES, type Language, TEMPLATES } from '../rules.ts';
import { ruleFiles } from './rule-files.ts';
import { rulesOf, rulesOfTemplates } from './rules-of-templates.ts';

/** Returns what a program has of its own, 0: the global ones; to a bound admin that of the own. 400 for an unknown program. */
export async function listTemplates(
  context: Context,
  asked: { program: number },
): Promise<{ templates: ListedTemplate[] }> {
  const program_id = await knownProgram(context, programOf(context.actor, asked.program) ?? 0, 'program');
  const [files, rules, rows] = [
    await ruleFiles(),
    await rulesOfTemplates(context, program_id),
    await context.db
      .selectFrom('email_templates')
      .select(['template', 'language', 'updated_at'])
      .where('program_id', program_id === null ? 'is' : '=', program_id)
      .execute(),
  ];
  const listed = (template: AnyTemplate, title: string | null): ListedTemplate => ({
    template,
    title,
    own: rows
      .filter((row) => row.template === template)
      .map(({ language, updated_at }) => ({ language: language as Language, updated_at }))
      .toSorted((a, b) => LANGUAGES.indexOf(a.language) - LANGUAGES.indexOf(b.language)),
    rules: rulesOf(rules, template),
  });
  return {
    templates: [
      ...TEMPLATES.map((template) => listed(template, null)),
      ...files.map(({ file_name, title }) => listed(file_name, title)),
    ],
  };
}

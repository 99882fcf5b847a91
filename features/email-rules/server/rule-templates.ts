import { type RuleFileTexts, ruleFiles } from '../../email-templates/server/rule-files.ts';
import type { RuleTemplate } from '../contract.ts';
import { filled } from '../rule-mail.ts';
import { EXAMPLE } from '../rules.ts';

export type TemplateFile = RuleTemplate & RuleFileTexts;

export async function ruleTemplates(): Promise<readonly TemplateFile[]> {
  return (await ruleFiles()).map((file) => ({ ...file, preview: filled(file, EXAMPLE, '#').html }));
}

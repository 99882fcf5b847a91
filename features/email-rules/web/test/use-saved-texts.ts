import { useQuery } from '@tanstack/react-query';
import { apiOf } from '../../../../web/api.ts';
import { emailTemplatesContract } from '../../../email-templates/contract.ts';
import { isRuleFile, type RuleFile } from '../../../email-templates/rules.ts';
import type { RuleTemplate } from '../../contract.ts';

const { emailTemplate } = apiOf({ emailTemplates: emailTemplatesContract }).emailTemplates;

export type SavedTexts = {
  text: string;
  /** Null where it is derived from the HTML. */
  plain: string | null;
};

/** Returns what emails of the template say in this program in English; its file while that is loading. */
export function useSavedTexts(template: RuleTemplate | undefined, program: number): SavedTexts | undefined {
  const file = template?.file_name ?? '';
  const { data } = useQuery(
    emailTemplate.queryOptions({
      input: { template: file as RuleFile, program, language: 'en' },
      enabled: isRuleFile(file),
    }),
  );
  if (!template) return undefined;
  if (!data) return { text: template.text, plain: null };
  return { text: data.text, plain: data.plain_derived ? null : data.plain };
}

import { callsOf } from '../../../web/api.ts';
import type { Archives } from '../../../web/parts/archiving/use-archiving.tsx';
import { type EmailRule, emailRulesContract, type RuleTemplate } from '../contract.ts';

export const { calls, reload } = callsOf('emailRules', emailRulesContract);

/** Reads a rule by its id. Throws a 404 where there is none, or it is another program's. */
export async function readRule(id: number): Promise<EmailRule> {
  return (await calls.emailRule.call({ id })).rule;
}

export type Beside = {
  templates: readonly RuleTemplate[];
  sender: { from_name: string; from_email: string };
};

export const ruleArchives: Archives = {
  word: 'Rule',
  to: '/email/rules',
  duplicate: calls.duplicateEmailRule,
  archive: calls.archiveEmailRule,
  restore: calls.restoreEmailRule,
  many: calls.archiveEmailRules,
  reload,
  staysInactive: true,
};

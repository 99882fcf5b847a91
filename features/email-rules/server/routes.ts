import { implementRoutes } from '../../../server/http/routing.ts';
import { archivesOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { clearBounce } from '../../users/server/bounces.ts';
import { emailRulesContract } from '../contract.ts';
import { audienceOf } from './audience.ts';
import { ruleChoices } from './choices.ts';
import { EMAIL_RULE_ARCHIVES } from './email-rule-archives.ts';
import {
  createEmailRule,
  defaultFrom,
  previewEmailRule,
  previewNewEmailRule,
  undoEmailRule,
  updateEmailRule,
} from './email-rule-saves.ts';
import { pageOfEmailRules, readEmailRule } from './email-rules.ts';
import { emailRulesCsv } from './email-rules-csv.ts';
import { ruleTemplates } from './rule-templates.ts';
import { sendsOf } from './sends.ts';
import { testConditions } from './test-audience.ts';
import { testSql } from './test-sql/test-sql.ts';

const routes = implementRoutes(emailRulesContract);
const archives = archivesOf(EMAIL_RULE_ARCHIVES);

export const emailRulesRoutes = routes.router({
  emailRulesCsv: routes.emailRulesCsv.handler(({ context, input }) =>
    pollExport(context, emailRulesCsv, input),
  ),
  emailRules: routes.emailRules.handler(async ({ context, input }) => ({
    ...(await pageOfEmailRules(context, input)),
    templates: (await ruleTemplates()).map(({ file_name, title, text, preview }) => ({
      file_name,
      title,
      text,
      preview,
    })),
    default_from: defaultFrom(context.platform),
  })),
  emailRule: routes.emailRule.handler(async ({ context, input }) => ({
    rule: await readEmailRule(context, input.id),
  })),
  createEmailRule: routes.createEmailRule.handler(async ({ context, input }) => ({
    rule: await createEmailRule(context, input),
  })),
  updateEmailRule: routes.updateEmailRule.handler(async ({ context, input }) => ({
    rule: await updateEmailRule(context, input),
  })),
  previewNewEmailRule: routes.previewNewEmailRule.handler(({ context, input }) =>
    previewNewEmailRule(context, input),
  ),
  previewEmailRule: routes.previewEmailRule.handler(({ context, input }) => previewEmailRule(context, input)),
  undoEmailRule: routes.undoEmailRule.handler(async ({ context, input }) => ({
    rule: await undoEmailRule(context, input.id),
  })),
  emailRuleAudience: routes.emailRuleAudience.handler(({ context, input }) => audienceOf(context, input.id)),
  emailRuleSends: routes.emailRuleSends.handler(({ context, input }) => sendsOf(context, input)),
  testRuleSql: routes.testRuleSql.handler(({ context, input }) => testSql(context, input)),
  testRuleConditions: routes.testRuleConditions.handler(({ context, input }) =>
    testConditions(context, input),
  ),
  ruleChoices: routes.ruleChoices.handler(({ context, input }) => ruleChoices(context, input)),
  clearBounce: routes.clearBounce.handler(({ context, input }) => clearBounce(context, input.id)),
  duplicateEmailRule: routes.duplicateEmailRule.handler(archives.duplicate),
  archiveEmailRule: routes.archiveEmailRule.handler(archives.archive),
  restoreEmailRule: routes.restoreEmailRule.handler(archives.restore),
  archiveEmailRules: routes.archiveEmailRules.handler(archives.many),
});

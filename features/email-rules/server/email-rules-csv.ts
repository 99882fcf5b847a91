import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList } from '../../exports/server/list-export.ts';
import { EMAIL_RULE_CSV, type EMAIL_RULE_FILTERS, emailRulesContract } from '../contract.ts';
import { EMAIL_RULE_LIST, matching } from './email-rules.ts';

export const emailRulesCsv = exportOfList<FilterQuery<typeof EMAIL_RULE_FILTERS>>({
  name: 'email-rules',
  route: emailRulesContract.emailRulesCsv,
  list: () => EMAIL_RULE_LIST,
  matching,
  columns: EMAIL_RULE_CSV,
});

/** The email rules of the list as a file. Specification: Exports. */
import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { type EMAIL_RULE_FILTERS, emailRulesContract } from '../contract.ts';
import { EMAIL_RULE_LIST, matching } from './email-rules.ts';

export const emailRulesCsv = exportOfList<FilterQuery<typeof EMAIL_RULE_FILTERS>>({
  name: 'email-rules',
  saved_as: 'email-rules',
  access: emailRulesContract.emailRulesCsv['~orpc'].meta.access,
  list: () => EMAIL_RULE_LIST,
  matching,
  columns: [
    ['ID', listed.number('id')],
    ['Name', listed.text('name')],
    ['Template', listed.text('template')],
    ['Active', listed.flag('active', 'Live', 'Paused')],
    ['Program ID', listed.number('program_id')],
    ['Failed since', listed.moment('failed_at')],
    ['Failure', listed.text('failure')],
  ],
});

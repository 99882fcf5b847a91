import type { TransactionContext } from '../../../server/context.ts';
import { EMAIL_RULES_NOUNS } from '../noun.ts';
import { EMAIL_RULE } from './email-rule-noun.ts';

export const EMAIL_RULE_ARCHIVES = {
  noun: EMAIL_RULE,
  declared: EMAIL_RULES_NOUNS.email_rule,
  columns: [
    'subject',
    'from_name',
    'from_email',
    'template',
    'type',
    'run_after',
    'every_days',
    'repeat_count',
    'items',
    'items_match',
    'groups',
    'groups_match',
    'exclude',
  ] as const,
  more: (
    _: TransactionContext,
    { items, groups, exclude }: Record<'items' | 'groups' | 'exclude', unknown>,
  ) => ({
    columns: {
      items: JSON.stringify(items),
      groups: JSON.stringify(groups),
      exclude: JSON.stringify(exclude),
    },
  }),
  // What was waiting for its first emails waits no more, and its undo would start it.
  columnsOfArchived: { first_mails_at: null, undo: null },
  staysInactive: true,
};

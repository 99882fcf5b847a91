import { tableNoun } from '../../../server/nouns/changing.ts';

export const EMAIL_RULE = tableNoun({ entity: 'email_rule', table: 'email_rules' });

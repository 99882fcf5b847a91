/** A rule as a noun that is saved. Specification: Email rules. */
import { tableNoun } from '../../../server/nouns/changing.ts';

export const EMAIL_RULE = tableNoun({ entity: 'email_rule', table: 'email_rules' });

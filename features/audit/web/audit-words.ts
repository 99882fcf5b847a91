import type { NounDeclaration } from '../../../core/noun.ts';
import { NOUNS } from '../../nouns.ts';
import type { AuditEntry } from '../contract.ts';
import { paymentChanges } from './payment-change.ts';

/** Of an entry as it was read: one of before a name was given up has none. */
export const AUDIT_WORDS: Readonly<Record<string, NounDeclaration>> = NOUNS;

/** What was done, as its noun calls it, and closer where the values of the entry tell more; none without a word. */
export function actionOf(entry: AuditEntry): string | undefined {
  const { entity, action, after } = entry;
  const known = AUDIT_WORDS[entity]?.actions[action];
  if (!known) return undefined;
  if (action === 'featured' && !after?.featured) return 'no longer features';
  if (action === 'payment_settings') {
    const [first, ...more] = paymentChanges(entry);
    if (first && more.length === 0) return `changed the ${first.name} of`;
  }
  return known;
}

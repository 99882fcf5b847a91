import type { NounDeclaration } from '../../../core/noun.ts';
import type { AuditEntry } from '../../../features/audit/contract.ts';
import { NOUNS } from '../../../features/nouns.ts';
import { paymentChanges } from './payment-change.ts';

/** Words by the noun of an entry; an entry older than a renamed noun has none. */
export const AUDIT_WORDS: Readonly<Record<string, NounDeclaration>> = NOUNS;

/** Returns the word for the action, closer where the values of the entry tell more; undefined without a word. */
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

/** What an entry of the audit may not read as, for tests that have many of them. */

import type { AuditEntry, RecordNames } from '../../features/audit/contract.ts';
import { recordedField } from '../../features/field-sets.ts';
import { NO_NAMES } from '../../web/parts/audit/audit-names.ts';
import { sentenceOf, textOf } from '../../web/parts/audit/audit-sentence.ts';
import { AUDIT_WORDS } from '../../web/parts/audit/audit-words.ts';

type Recorded = Pick<AuditEntry, 'entity' | 'entity_id' | 'action'> & { before: unknown; after: unknown };

/** Fields that the sentence of their noun reads in a way of its own. */
const OWN_WAY = /_commission\.commissions$|_order\.|^recalculation\./;
/** Raw words and values: a name of a column, an id where nothing was, a value that is none. */
const RAW =
  /did “|recorded “|\b[a-z]+_[a-z_]+\b|\b(?:id|entry|override) none → |undefined|\bnull\b|\[object|NaN|\{\w+\}/;

/** Says of each kind of entry what it lacks: words for its action, a declaration of a field, a sentence without raw words. */
export function unsaidIn(entries: readonly Recorded[], names: RecordNames = NO_NAMES): string[] {
  const found = entries.flatMap((entry) => {
    const { entity, action, before, after } = entry;
    if (AUDIT_WORDS[entity]?.actions[action] === undefined) return [`${entity} has no words for ${action}`];
    const fields = Object.keys({ ...(before as object | null), ...(after as object | null) });
    const undeclared = fields
      .map((field) => `${entity}.${field}`)
      .filter((field) => !OWN_WAY.test(field) && !recordedField(entity, field.split('.')[1] ?? ''));
    const said = sentence(entry, names);
    return [
      ...undeclared.map((field) => `${field} is not declared`),
      ...(RAW.test(plain(said)) ? [said] : []),
    ];
  });
  return [...new Set(found)];
}

export function sentence(entry: Recorded, names: RecordNames = NO_NAMES): string {
  return textOf(
    sentenceOf({ ...entry, admin_id: null, admin_email: null, address: null } as AuditEntry, names),
  );
}

/** Without what people wrote: names, addresses and quotations. */
function plain(said: string): string {
  return said.replaceAll(/“[^”]*”/g, '').replaceAll(/\S+@\S+|https?:\S+|\bfile \S+/g, '');
}

import type { AuditEntry } from '../../../features/audit/contract.ts';
import { detailsOf } from './audit-details.ts';
import { AUDIT_WORDS, actionOf } from './audit-words.ts';

/** An entry as the parts of a sentence, so that the record can be a link. */
export type Sentence = {
  who: string;
  did: string;
  record: string | null;
  /** The change, shown after a colon; may be empty. */
  details: string;
};

/** Returns the author, action and record of an entry; an entity or action without words is named as stored. */
export function sentenceOf(entry: AuditEntry): Sentence {
  const { entity, action } = entry;
  const known = actionOf(entry);
  const noun = AUDIT_WORDS[entity]?.word ?? entity.replaceAll('_', ' ');
  const details = detailsOf(entry);
  const who = whoOf(entry);
  if (entity === 'session' && known) return { who, did: known, record: null, details };
  if (entity === 'unknown account' && known) return { who, did: `${known} ${noun}`, record: null, details };
  // There is one of each.
  if (['site_commission', 'money_settings'].includes(entity) && known)
    return { who, did: known, record: `the ${noun}`, details };
  const named = `${noun} ${nameOf(entry)}`;
  if (entity === 'call' && known) return { who, did: known, record: entry.entity_id, details };
  if (entity === 'catalogue' && known) return { who, did: known, record: named, details };
  if (known) return { who, did: `${known} the`, record: named, details };
  return { who, did: `did “${action.replaceAll(/[_-]/g, ' ')}” to the`, record: named, details };
}

export function textOf({ who, did, record, details }: Sentence): string {
  return `${who} ${did}${record ? ` ${record}` : ''}${details ? `: ${details}` : ''}`;
}

/** Names an entry with an address as from outside, also where its author is unknown. */
function whoOf({ admin_email, admin_id, address: from }: AuditEntry): string {
  if (admin_id !== null) return admin_email ?? `Admin #${admin_id}`;
  return from === null ? 'The system' : 'Someone not signed in';
}

function nameOf({ before, after, entity_id }: AuditEntry): string {
  const values = { ...before, ...after };
  const [name] = [values.name, values.email, values.original_name, values.coupon_name, values.code].filter(
    (value) => typeof value === 'string',
  );
  return name ? `“${name}”` : `#${entity_id}`;
}

import type { AuditEntry, RecordNames } from '../../../features/audit/contract.ts';
import { recordedField } from '../../../features/field-sets.ts';
import { detailsOf, labelOf, type Piece, piecesOf } from './audit-details.ts';
import { NO_NAMES, recordOf } from './audit-names.ts';
import { valueInWords } from './audit-values.ts';
import { AUDIT_WORDS } from './audit-words.ts';

/** An entry as the parts of a sentence, so that the record can be a link. */
export type Sentence = {
  who: string;
  did: string;
  record: string | null;
  rest: string;
};

/** Returns an entry in words; an entity or action without words is named as stored. */
export function sentenceOf(entry: AuditEntry, names: RecordNames = NO_NAMES): Sentence {
  const { entity, action, entity_id } = entry;
  const who = whoOf(entry);
  const known = AUDIT_WORDS[entity]?.actions[action];
  const pieces = piecesOf(entry, names);
  const rest = pieces.length > 0 ? `: ${detailsOf(pieces)}` : '';
  if (known === undefined)
    return {
      who,
      did: `recorded “${action.replaceAll(/[_-]/g, ' ')}” of`,
      record: recordOf(entry, names),
      rest,
    };
  if (entity === 'session') return { who, did: filledIn(known, entry, names), record: null, rest };
  if (entity === 'unknown account') return { who, did: `${known} unknown account`, record: null, rest };
  if (entity === 'call') return { who, did: known, record: entity_id, rest };
  const one = onlyField(entry, pieces);
  if (one) {
    const change = one.words === null ? '' : ` (${one.words})`;
    return { who, did: `changed the ${one.label} of`, record: recordOf(entry, names), rest: change };
  }
  const verb = action === 'featured' && !entry.after?.featured ? 'no longer features' : known;
  return { who, ...placed(filledIn(verb, entry, names), entry, names, rest) };
}

export function textOf({ who, did, record, rest }: Sentence): string {
  return `${who} ${did}${record ? ` ${record}` : ''}${rest}`;
}

function onlyField({ action, before }: AuditEntry, pieces: readonly Piece[]): Piece | undefined {
  const [piece, ...more] = pieces;
  const isSave = action === 'update' || action === 'payment_settings';
  return isSave && before && piece?.label && more.length === 0 ? piece : undefined;
}

/** Fills the values of fields into the words of an action; a value that is not known is called by its label. */
function filledIn(words: string, { entity, before, after }: AuditEntry, names: RecordNames): string {
  const values = { ...before, ...after };
  return words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const field = recordedField(entity, name);
    if (!field) return whole;
    const value = values[name];
    if (value === null || value === undefined) return `the ${labelOf(field)}`;
    return valueInWords(field, value, values, { names, currency: null }) ?? `the ${labelOf(field)}`;
  });
}

/** Names the record where the words say, behind them unless they do. */
function placed(words: string, entry: AuditEntry, names: RecordNames, rest: string): Omit<Sentence, 'who'> {
  const record = recordOf(entry, names);
  const [did = '', behind] = words.split(/ ?\{record\}/);
  if (behind !== undefined) return { did, record, rest: `${behind}${rest}` };
  const isWhole = /\{\w+\}/.test(AUDIT_WORDS[entry.entity]?.actions[entry.action] ?? '');
  return { did, record: isWhole ? null : record, rest };
}

/** Names an entry with an address as from outside, also where its author is unknown. */
function whoOf({ admin_email, admin_id, address: from }: AuditEntry): string {
  if (admin_id !== null) return admin_email ?? `Admin #${admin_id}`;
  return from === null ? 'The system' : 'Someone not signed in';
}

import { COIN, inCoins } from '../../../core/coins.ts';
import type { RecordedField } from '../../../core/noun.ts';
import type { AuditEntry, RecordNames } from '../../../features/audit/contract.ts';
import { recordedField } from '../../../features/field-sets.ts';
import { rowsChanged } from './audit-commissions.ts';
import { referenceTo } from './audit-names.ts';
import { type Reader, type RecordedValues, valueInWords } from './audit-values.ts';
import { AUDIT_WORDS } from './audit-words.ts';
import { paymentChanges } from './payment-change.ts';

/** A change of one field; without a label it is said by itself, without words by its label alone. */
export type Piece = { label: string | null; words: string | null };

/** Number of fields that are shown; the others are in the difference that can be opened. */
const MOST_FIELDS = 3;

/** Returns what an entry changed, a field a piece; a new record, or a change from no value, is told of by the fields that declare so. */
export function piecesOf(entry: AuditEntry, names: RecordNames): Piece[] {
  const { entity, action, before, after } = entry;
  if (entity.endsWith('_commission')) return alone(rowsChanged(before, after, names));
  if (entity.endsWith('_order')) return alone(orderChanged(before, after));
  if (entity === 'recalculation') return alone(recalculated(after ?? {}, names));
  if (action === 'payment_settings')
    return paymentChanges(entry).map(({ name, was, is }) => ({ label: name, words: `${was} → ${is}` }));
  if (action === 'featured' || (!before && !after)) return [];
  const reader = { names, currency: names[entity]?.[entry.entity_id]?.currency ?? null };
  const fields = Object.keys(after ?? before ?? {}).map(
    (name) => [name, recordedField(entity, name)] as const,
  );
  const [figures, quotes] = [false, true].map((quote) =>
    fields.flatMap(([name, field]) =>
      field && (field.reads === 'quote') === quote ? (pieceOf(field, name, entry, reader) ?? []) : [],
    ),
  );
  return [...(figures ?? []), ...(quotes ?? [])];
}

export function detailsOf(pieces: readonly Piece[]): string {
  // "And 1 more field" is no shorter than the field.
  const shown = pieces.length === MOST_FIELDS + 1 ? pieces.length : MOST_FIELDS;
  const rest = pieces.length - shown;
  const told = pieces.slice(0, shown).map(({ label, words }) => [label, words].filter(Boolean).join(' '));
  return [...told, ...(rest > 0 ? [`and ${counted(rest, 'more field')}`] : [])].join(', ');
}

function pieceOf(
  field: RecordedField,
  name: string,
  { before, after }: AuditEntry,
  reader: Reader,
): Piece | null {
  if (field.reads === 'unsaid') return null;
  const values = after ?? before ?? {};
  if (!before || !after || !Object.hasOwn(before, name))
    return field.alone ? tellAlone(field, values[name], values, reader) : null;
  const [was, is] = [before[name], after[name]];
  if (JSON.stringify(was) === JSON.stringify(is)) return null;
  const label = labelOf(field);
  if (field.reads === 'gain') return gained(was, is);
  if (field.reads === 'label') return { label, words: null };
  const [old, fresh] = [valueInWords(field, was, before, reader), valueInWords(field, is, after, reader)];
  if (old === null || fresh === null) return { label, words: null };
  return { label: field.reads === 'state' ? null : label, words: `${old} → ${fresh}` };
}

function tellAlone(
  field: RecordedField,
  value: unknown,
  values: RecordedValues,
  reader: Reader,
): Piece | null {
  if (value === null || value === undefined || value === '' || value === 0) return null;
  if (Array.isArray(value) && value.length === 0) return null;
  const label = labelOf(field);
  if (field.reads === 'label') return { label, words: null };
  if (field.reads === 'count') return { label: null, words: countOf(value, label) };
  const words = valueInWords(field, value, values, reader);
  if (words === null) return null;
  const isEnough = field.reads === 'state' || field.reads === 'quote' || field.reads === 'money';
  return { label: isEnough ? null : label, words };
}

function countOf(value: unknown, label: string): string {
  const many = Number(value).toLocaleString('en-US');
  return `${many} ${value === 1 ? label.replace(/^(\w*ss)es\b|^(\w+)s\b/, '$1$2') : label}`;
}

function gained(was: unknown, is: unknown): Piece {
  const gain = Number(is) - Number(was);
  return { label: null, words: `${gain < 0 ? '−' : '+'}${inCoins(Math.abs(gain))} ${COIN}` };
}

/** The label of a control in the midst of a sentence; names and abbreviations keep their capitals. */
export function labelOf({ label }: RecordedField): string {
  const [name = label] = label.split(`, ${COIN}`);
  return /^(?:[A-Z][a-z]?[A-Z]|Stripe|LiL)/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

function alone(words: string): Piece[] {
  return words === '' ? [] : [{ label: null, words }];
}

type RecordedPlace = { id: number; place: number };

function placesIn(values: RecordedValues | null): Map<number, number> {
  const places = Array.isArray(values?.places) ? (values.places as RecordedPlace[]) : [];
  return new Map(places.map(({ id, place }) => [id, place]));
}

function orderChanged(before: RecordedValues | null, after: RecordedValues | null): string {
  const [was, is] = [placesIn(before), placesIn(after)];
  const numbers = [
    ['added', [...is.keys()].filter((id) => !was.has(id)).length],
    ['moved', [...is].filter(([id, place]) => was.has(id) && was.get(id) !== place).length],
    ['removed', [...was.keys()].filter((id) => !is.has(id)).length],
  ] as const;
  return numbers.flatMap(([done, count]) => (count > 0 ? [`${count} ${done}`] : [])).join(', ');
}

const OWNERS: Readonly<Record<string, string>> = {
  class: 'class',
  instructor: 'site_user',
  program: 'program',
};

function recalculated({ level, owner_id, charges }: RecordedValues, names: RecordNames): string {
  const owner = OWNERS[String(level)];
  const word = owner && AUDIT_WORDS[owner]?.person ? '' : `${String(level)} `;
  const of = owner ? `of ${word}${referenceTo(owner, Number(owner_id), names)}` : 'of the global site';
  return [
    ...(level ? [of] : []),
    ...(typeof charges === 'number' ? [`${counted(charges, 'transaction')} recalculated`] : []),
  ].join(': ');
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

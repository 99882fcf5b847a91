import type { ReactNode } from 'react';
import type { FieldSet } from '../../../core/nouns/field-set.ts';
import type { ShownClash } from './conflict-notice.tsx';
import type { Clash } from './merge.ts';

export type FieldWord = { label?: string; show?: (value: unknown) => ReactNode };

/** Labels of a form's fields; a field without one is shown by its name. */
export type FieldWords = (field: string) => FieldWord | undefined;

export function wordsOf(fields: FieldSet, own: Readonly<Record<string, FieldWord>> = {}): FieldWords {
  const words = new Map<string, FieldWord>([...Object.entries(fields), ...Object.entries(own)]);
  return (field) => words.get(field);
}

export function labelOf(field: string, words?: FieldWords): string {
  const plain = field.replaceAll('_', ' ');
  return words?.(field)?.label ?? capital(plain);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function unsavedInWords(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  const last = shown.at(-1) ?? '';
  const all = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
  return `You changed ${all}.`;
}

export function shownClash({ field, mine, theirs }: Clash, words?: FieldWords): ShownClash {
  const show = (value: unknown) => words?.(field)?.show?.(value) ?? plainly(value);
  return { field, label: labelOf(field, words), mine: show(mine), theirs: show(theirs) };
}

function plainly(value: unknown): string {
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  return typeof value === 'string' && value.trim() !== '' ? value : 'nothing';
}

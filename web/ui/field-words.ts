import type { ReactNode } from 'react';
import type { ShownClash } from './conflict-notice.tsx';
import type { Clash } from './merge.ts';

/** How a field of a form is called, and how a value of it is shown. */
type FieldWord = { label?: string; show?: (value: unknown) => ReactNode };

/** The words of a form for its fields; one that is not named is called by its own name. */
export type FieldWords = (field: string) => FieldWord | undefined;

function labelOf(field: string, words?: FieldWords): string {
  const plain = field.replaceAll('_', ' ');
  return words?.(field)?.label ?? plain.charAt(0).toUpperCase() + plain.slice(1);
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

/** Rules of files that are imported, whatever they hold. Specification: Import of users; Sites, moving in. */
import { trimmed } from '../../core/blank.ts';
import { uncsvText } from '../../core/csv/csv.ts';

/** Kinds of files: people, classes, or what a program's site would have told. */
export const IMPORT_KINDS = [
  'users',
  'classes',
  'charges',
  'enrolments',
  'attendances',
  'coins',
  'tickets',
] as const;
export type ImportKindName = (typeof IMPORT_KINDS)[number];

/** Bytes. */
export const LARGEST_FILE_BYTES = 50 * 1024 * 1024;
export const MOST_ROWS = 200_000;
/** Days after its end in which an import can be undone. */
export const UNDO_DAYS = 30;

export function isTooOldToUndo({ finished_at }: { finished_at: string | null }): boolean {
  return finished_at !== null && Date.now() - Date.parse(finished_at) > UNDO_DAYS * 24 * 60 * 60 * 1000;
}

export const ROWS_SHOWN = 20;
export const SAMPLES = 5;

export type FileMapping = Record<string, string>;
export type Samples = Record<string, string[]>;

/** Returns the fault of a mapping of these headers to fields by their titles; null without one. */
export function whyNotMapped(
  mapping: FileMapping,
  headers: readonly string[],
  titles: Readonly<Record<string, string>>,
): string | null {
  const taken = new Set<string>();
  for (const [header, field] of Object.entries(mapping)) {
    if (!headers.includes(header)) return `The file has no column "${header.slice(0, 100)}"`;
    if (field === '') continue;
    if (!Object.hasOwn(titles, field)) return `There is no field "${field.slice(0, 100)}"`;
    if (taken.has(field)) return `Two columns can't both be ${titles[field]}`;
    taken.add(field);
  }
  return null;
}

export function isAddress(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value);
}

/** True where the first row holds an email address: a row of data instead of headers. */
export function looksLikeData(headers: readonly string[]): boolean {
  return headers.some(isAddress);
}

/** Returns a cell's text without the apostrophe that our exports put before possible formulas. */
export function textOf(cell: string): string {
  return trimmed(uncsvText(trimmed(cell)));
}

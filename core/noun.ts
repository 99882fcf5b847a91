/** Declares nouns as plain data: each feature has its own in its `noun.ts`, and `features/nouns.ts` lists them all. */
import type { Access } from './access.ts';

export type NounDeclaration = {
  /** Singular, as the audit says it: "the event". */
  word: string;
  /** Past tense by the action that the audit records: "changed the event" is `changed`. */
  actions: Readonly<Record<string, string>>;
  /** The path of the screen that shows it. */
  screen?: string;
  /** The screens whose `record` opens one, each with what the search calls those it finds there. */
  found?: Readonly<Record<string, string>>;
  /** Table of its rows. */
  table?: string;
  /** The column of the table that names a row, in English. */
  name?: string;
  /** The column that is 1 for a row that is deleted. */
  deleted?: string;
  /** Path of the routes by which a record is duplicated, archived and restored; its table has `active` and `archived_at`. */
  archives?: string;
  /** Name in a list of many nouns, where that is another than `word`. */
  label?: string;
  /** Table of its texts in other languages, a row a language; `owner` is the column of their row. */
  languages?: {
    table: string;
    owner: string;
    fields: readonly string[];
    /** Access of the routes that read and save them. */
    access: Access;
    /** Path of the screen that edits them, before the id; a dialog of `screen` unless said. */
    editor?: string;
  };
  /** Table of the programs that show it, a row a program; `order` is the column of its place there. */
  programs?: { table: string; owner: string; order?: string };
};

export type NounDeclarations = Readonly<Record<string, NounDeclaration>>;

/** Actions of what can be archived. */
export const ARCHIVE_ACTIONS = { archive: 'archived', restore: 'restored' } as const;

/** Actions of whatever has a list, programs and translations. */
export const LIST_ACTIONS = {
  create: 'created',
  update: 'changed',
  programs: 'set the programs of',
  translations: 'translated',
  'typo-only': 'fixed a typo without updating translations of',
  'display-order': 'set the display order of',
  featured: 'featured',
} as const;

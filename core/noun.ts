/** Declares nouns as plain data: each feature has its own in its `noun.ts`, and `features/nouns.ts` lists them all. */
import type { Access } from './access.ts';

export type NounDeclaration = {
  /** Singular, as the audit says it: "the event". */
  word: string;
  /** Past tense by the action: "changed the event" is `changed`, the record behind it. `{user_id}` is that field's value; then the record is at `{record}`. */
  actions: Readonly<Record<string, string>>;
  /** Recorded fields that its field set does not declare. */
  fields?: RecordedFields;
  screen?: string;
  /** The screens whose `record` opens one, each with how the search finds it there. */
  found?: Readonly<Record<string, Found>>;
  table?: string;
  /** The column of the table that names a row, in English. */
  name?: string;
  /** Columns whose values, one behind the other, are the name of a person; `name` where they are empty. */
  person?: readonly string[];
  /** The column of the table with the currency of its amounts. */
  currency?: string;
  /** The noun whose name its rows bear, as they have none: that of the row itself, or the one that `column` refers to. */
  named_by?: { noun: string; column?: string };
  /** True where there is one of it. */
  single?: true;
  /** True where its table is for staff of all programs alone. */
  global?: true;
  /** The column that is 1 for a row that is deleted. */
  deleted?: string;
  /** Path of the routes by which a record is duplicated, archived and restored; its table has `active` and `archived_at`. */
  archives?: string;
  switches?: NounSwitches;
  /** Versions of its table, without secrets and `left_out` columns. `made`: when a record was made; `unmarked`: written without a new `updated_at`. */
  versions?: {
    made: string;
    secret: readonly string[];
    left_out: readonly string[];
    unmarked: readonly string[];
  };
  /** Name in a list of many nouns, where that is another than `word`. */
  label?: string;
  /** Table of its texts in other languages, a row a language; `owner` is the column of their row. */
  languages?: {
    table: string;
    owner: string;
    fields: readonly string[];
    access: Access;
    /** Path of the screen that edits them, before the id; a dialog of `screen` unless said. */
    editor?: string;
  };
  /** Table of the programs that show it, a row a program; `order` is the column of its place there. */
  programs?: { table: string; owner: string; order?: string };
};

export type Found = {
  /** Plural by which the search calls them. */
  plural: string;
  /** The list that finds by name, asked for `name` and `program_id` unless it says its query: `tokens?code={name}`. Left out where they have no name, or another screen finds the same. */
  list?: string;
  /** Path of the call that reads one. Left out where one needs a call of its own, in `web/search`. */
  read?: string;
  /** Place of its hits among those of other screens; the last unless said. */
  place?: number;
};

export type NounSwitches = {
  path: string;
  /** Switches by name, each with the values that it can be set to: `[1]` is turned on and never off. */
  fields: Readonly<Record<string, readonly number[]>>;
};

/** Readings of a recorded value in a sentence; as it is unless said. */
export type Reading =
  /** 1 and 0, or true and false: on and off. */
  | 'flag'
  /** Needs no label: "inactive → active". */
  | 'state'
  | 'moment'
  | 'day'
  /** Two days with a comma between them. */
  | 'days'
  /** LiL-T with two decimals. */
  | 'coins'
  /** The discount of a coupon, by the payment provider. */
  | 'discount'
  /** An amount in hundredths, whatever the currency; `unit` names that. */
  | 'hundredths'
  /** An amount in minor units: of the currency that is recorded with it, or that of the record. */
  | 'money'
  | 'percent'
  /** Hundredths of a percent. */
  | 'percent_hundredths'
  /** A place in an order; 0 is none. */
  | 'place'
  /** The difference to an amount of LiL-T. */
  | 'gain'
  /** The number behind a `#`, of a record of the same noun. */
  | 'id'
  /** A number of what the label names, in the plural. */
  | 'count'
  /** A text of somebody's, in quotes. */
  | 'quote'
  /** The label alone: of what is long, structured or secret. */
  | 'label'
  /** Left out: bookkeeping, or what the action says already. */
  | 'unsaid';

export type RecordedField = {
  /** Name of its control, or of the field where people are told of it. */
  label: string;
  reads?: Reading;
  words?: Readonly<Record<string, string>>;
  unit?: string;
  /** The noun whose id it holds, or whose ids. */
  of?: string;
  /** True where it is also told of a record that has no value before: one that was created. */
  alone?: true;
};

export type RecordedFields = Readonly<Record<string, RecordedField>>;

export const ACTIVE_WORDS = { 1: 'active', 0: 'inactive', true: 'active', false: 'inactive' } as const;
export const DELETED_WORDS = { 1: 'deleted', 0: 'not deleted' } as const;

export const SHARED_FIELDS: RecordedFields = {
  program_id: { label: 'program', of: 'program' },
  programs: { label: 'programs', of: 'program', reads: 'state' },
  archived_at: { label: 'archived', reads: 'unsaid' },
  archived: { label: 'archived', reads: 'unsaid' },
  copied_from: { label: 'copied from', reads: 'id', alone: true },
  translations: { label: 'translations', reads: 'unsaid' },
  made_from: { label: 'text of before', reads: 'unsaid' },
  places: { label: 'places', reads: 'unsaid' },
  ended_by: { label: 'ended by', reads: 'unsaid' },
  sha256: { label: 'fingerprint', reads: 'unsaid' },
  bytes: { label: 'size', reads: 'unsaid' },
  mapping: { label: 'columns', reads: 'unsaid' },
  assign_to_all: { label: 'for all programs', reads: 'flag' },
  featured: { label: 'featured', reads: 'flag' },
  sort_order: { label: 'place', reads: 'place' },
  display_order: { label: 'place', reads: 'place' },
  /** Named by the entry itself. */
  name: { label: 'name' },
  image_id: { label: 'image', reads: 'label' },
  reason: { label: 'reason', reads: 'quote', alone: true },
  /** The number of a bulk change. */
  rows: { label: 'records', reads: 'count', alone: true },
};

export type NounDeclarations = Readonly<Record<string, NounDeclaration>>;

export const ARCHIVE_ACTIONS = { archive: 'archived', restore: 'restored' } as const;

export const LIST_ACTIONS = {
  create: 'created',
  update: 'changed',
  programs: 'set the programs of',
  translations: 'translated',
  'typo-only': 'fixed a typo without updating translations of',
  'display-order': 'set the display order of',
  featured: 'featured',
} as const;

import type { SettingKind } from '../../../core/nouns/as-of-routes.ts';
import type { AuditEntity } from '../../../features/nouns.ts';

export type HistoryField = {
  label: string;
  kind: SettingKind;
  /** Words by value, where those of the column are codes. */
  words?: Readonly<Record<string, string>>;
  /** Words for a text that is kept otherwise. */
  say?: (kept: string) => string;
};

/** Columns of a noun's row that people are shown; an `amount` is in the currency of the same row. */
export type History = {
  entity: AuditEntity;
  fields: Readonly<Record<string, HistoryField>>;
  /** Labels of secrets, whose values are never kept. */
  secrets: Readonly<Record<string, string>>;
};

/** A row as JSON has it. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

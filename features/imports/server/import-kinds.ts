/** Kinds of files: each says how it is read, checked, written and undone; what all have in common is done once. */
import type { Access } from '../../../core/access.ts';
import type { Context, TransactionContext } from '../../../server/context.ts';
import type { CsvRow } from '../../../server/files/csv-rows.ts';
import type { FileMapping, ImportKindName, Samples } from '../rules.ts';
import type { ImportRow } from './import-row.ts';

export type CheckedRows = {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  enrolled: number;
};

/** Is told the counts after every part of a check; throws where nobody wants it any more. */
export type CheckProgress = (counts: CheckedRows) => Promise<void>;

export type WritePart = (rows: readonly CsvRow[]) => Promise<void>;

export type ImportKind = {
  names: readonly ImportKindName[];
  entity: 'users_import' | 'classes_import' | 'site_import';
  /** Access of whoever begins one; it ends with their rights. */
  access: Access;
  former: string;
  titles: (kind: ImportKindName) => Readonly<Record<string, string>>;
  guess: (kind: ImportKindName, headers: readonly string[], samples: Samples) => FileMapping;
  /** Returns the reason the mapping cannot run; null without one. */
  problemOf: (row: Pick<ImportRow, 'kind' | 'mapping'>) => string | null;
  shownSamples: (samples: Samples, mapping: FileMapping) => Samples;
  optionsOf: (row: ImportRow) => object;
  rowsPerPart: (row: ImportRow) => number;
  /** Reads the whole file and says what would become of it; writes nothing but what it rejects. */
  check: (
    context: Context,
    row: ImportRow,
    progress: CheckProgress,
  ) => Promise<CheckedRows & { preview: object[] }>;
  write: (context: Context, row: ImportRow, audit_id: number) => Promise<WritePart>;
  /** False where nothing is left to undo. */
  undoPart: (context: Context, row: ImportRow, audit_id: number) => Promise<boolean>;
  /** Reason why an import cannot be undone whatever it has done; null where it can. */
  whyNotUndone: (row: ImportRow) => string | null;
  forgetRows: (tx: TransactionContext, id: number) => Promise<void>;
};

const KINDS = new Map<ImportKindName, ImportKind>();

export function importKind(kind: ImportKind): ImportKind {
  for (const name of kind.names) KINDS.set(name, kind);
  return kind;
}

export function knownKinds(): ImportKindName[] {
  return [...KINDS.keys()];
}

export function kindOf({ kind }: Pick<ImportRow, 'kind'>): ImportKind {
  const known = KINDS.get(kind);
  if (!known) throw new Error(`nobody imports ${kind}`);
  return known;
}

import type { Selectable } from 'kysely';
import type { Encoding, Separator } from '../../../core/csv/csv.ts';
import type { Imports } from '../../../server/db/types.ts';
import type { State } from '../contract.ts';
import type { FileMapping, ImportKindName, Samples } from '../rules.ts';

export type ImportRow = Omit<
  Selectable<Imports>,
  'kind' | 'state' | 'headers' | 'samples' | 'mapping' | 'preview' | 'encoding' | 'separator'
> & {
  kind: ImportKindName;
  state: State;
  headers: string[];
  samples: Samples;
  mapping: FileMapping;
  preview: object[];
  encoding: Encoding;
  separator: Separator;
};

export const NOTHING_YET = {
  rows: 0,
  line: 1,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  enrolled: 0,
} as const;

import type { DefaultError, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { Actor } from '../../../../core/access.ts';
import type { RecordAsOf } from '../../../../core/nouns/as-of-routes.ts';
import type { LevelName } from '../../../../features/commissions/rules.ts';

export type SettingsQuery = UseQueryOptions<RecordAsOf, DefaultError, RecordAsOf, QueryKey>;

export type AsOfDeclaration<Row> = {
  has?: (record: Row, actor: Actor) => boolean;
  settings: (id: number, at: string) => SettingsQuery;
  /** Level of its commissions, null where it has none. */
  split: (record: Row) => LevelName | null;
  money: 'user' | 'program' | 'class';
};

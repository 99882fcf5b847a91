import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import { BANNERS_NOUNS } from '../noun.ts';
import { COLOR_NAMES } from '../rules.ts';
import { BANNER } from './banner-noun.ts';

export const BANNER_ARCHIVES = {
  noun: BANNER,
  declared: BANNERS_NOUNS.banner,
  columns: ['sub_title', 'event_id', ...COLOR_NAMES] as const,
  more: ({ db }: TransactionContext) => ({
    hang: ({ id, of }: { id: number; of: number }) =>
      sql`insert into banner_images (banner_id, size, upload_id, original_id, crop_id, focal_x, focal_y)
        select ${id}, size, upload_id, original_id, crop_id, focal_x, focal_y from banner_images
        where banner_id = ${of}`.execute(db),
  }),
};

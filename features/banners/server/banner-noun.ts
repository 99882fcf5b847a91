import { sql } from 'kysely';
import { tableNoun } from '../../../server/nouns/changing.ts';
import { textsOf } from '../../../server/nouns/translations.ts';
import { BANNERS_NOUNS } from '../noun.ts';
import type { BannerSize } from '../rules.ts';

/** A picture in one size; its displayed crop is `crop_id`. */
export type StoredImage = {
  upload_id: number;
  original_id: number;
  crop_id: number;
  focal_x: number;
  focal_y: number;
};
export type StoredImages = Partial<Record<BannerSize, StoredImage>>;

/** Subquery on `banners b`: its pictures by size. */
const IMAGES_OF = sql<StoredImages>`(select coalesce(json_object_agg(i.size, to_json(i)), '{}')
  from banner_images i where i.banner_id = b.id)`;

export const BANNER = tableNoun<'banners', { images: StoredImages }>({
  entity: 'banner',
  table: 'banners',
  columns: sql`${IMAGES_OF} as images`,
});

export const BANNER_TEXTS = textsOf(BANNER, BANNERS_NOUNS.banner.languages);

import { sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import type { FilterQuery, PageQuery } from '../../../core/filters.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import { archivedIn } from '../../../server/nouns/archives/archiving.ts';
import { fieldColumns } from '../../../server/nouns/field-columns.ts';
import { conditionsOf, type List, matchesWords, pageOf, rowsOf } from '../../../server/nouns/list-query.ts';
import { CENTRE } from '../../uploads/rules.ts';
import { BANNER_FIELDS, type BANNER_FILTERS, type BANNER_SORTS, type Banner } from '../contract.ts';
import { type BannerSize, COLOR_NAMES, type Colors, SIZES } from '../rules.ts';

/** Sorts by id by default. A bound admin sees those of the own program. */
export async function pageOfBanners(
  { db, actor }: Context,
  filter: PageQuery<typeof BANNER_FILTERS, typeof BANNER_SORTS>,
): Promise<{ banners: Banner[]; count: number; page?: number }> {
  const { program_id, name, archived, sort_by = 'id', ...asked } = filter;
  const { rows, ...counted } = await pageOf<BannerRow, Sort>(db, BANNER_LIST, {
    matching: matching(actor, { program_id, name, archived }),
    sort_by,
    ...asked,
  });
  return { banners: rows.map(toResponse), ...counted };
}

/** Throws a 404 for a banner the caller may not see. */
export async function readBanner({ db, actor }: Context, id: number): Promise<Banner> {
  const [row] = await rowsOf<BannerRow>(db, BANNER_LIST, [
    visibleTo(actor, 'b.program_id'),
    sql<boolean>`b.id = ${id}`,
  ]);
  return row ? toResponse(row) : notFound();
}

export function matching(actor: Actor, { program_id, name, archived }: FilterQuery<typeof BANNER_FILTERS>) {
  return conditionsOf<typeof BANNER_FILTERS>({
    program_id: visibleIn(actor, 'b.program_id', program_id),
    name: matchesWords('b.title_search', name),
    archived: archivedIn('b.archived_at', archived),
  });
}

type Sort = (typeof BANNER_SORTS)[number];

type Image = { upload_id: number; path: string; original: string; x: number; y: number };
type BannerRow = Omit<Banner, 'colors' | 'focal' | 'originals' | BannerSize | `${BannerSize}_id`> &
  Colors & { images: Partial<Record<BannerSize, Image>> };

export const BANNER_LIST: List<Sort> = {
  from: sql`(banners b left join programs p on p.id = b.program_id)`,
  id: sql`b.id`,
  columns: sql`b.id, ${fieldColumns('b', BANNER_FIELDS)}, coalesce(b.program_id, 0) as program_id, p.program_display_name,
    case when e.id is not null then json_build_object('id', e.id, 'name', e.name) end as event,
    ${sql.join(COLOR_NAMES.map((name) => sql.ref(`b.${name}`)))}, i.images, b.updated_at, b.archived_at`,
  joins: sql`left join events e on e.id = b.event_id
    cross join lateral (select coalesce(json_object_agg(i.size, json_build_object('upload_id', i.upload_id,
        'path', c.path, 'original', o.path, 'x', i.focal_x, 'y', i.focal_y)), '{}') as images
      from banner_images i join uploads c on c.id = i.crop_id join uploads o on o.id = i.original_id
      where i.banner_id = b.id) i`,
  orders: {
    id: sql`b.id`,
    title: sql`b.title_search`,
    program: sql`lower(p.program_display_name)`,
  },
  nullable: ['program'],
};

function toResponse({ images, ...row }: BannerRow): Banner {
  const bySize = <Value>(value: (image: Image | undefined) => Value) =>
    Object.fromEntries(SIZES.map((size) => [size, value(images[size])])) as Record<BannerSize, Value>;
  const ids = Object.fromEntries(SIZES.map((size) => [`${size}_id`, images[size]?.upload_id ?? null]));
  const { color_1, color_2, color_text, color_button_text, color_button_bg, color_stripe_bg, ...rest } = row;
  return {
    ...rest,
    ...bySize((image) => image?.path ?? null),
    ...(ids as Record<`${BannerSize}_id`, number | null>),
    colors: { color_1, color_2, color_text, color_button_text, color_button_bg, color_stripe_bg },
    focal: bySize((image) => (image ? { x: image.x, y: image.y } : CENTRE)),
    originals: bySize((image) => image?.original ?? null),
  };
}

import type { TransactionContext } from '../../../server/context.ts';
import {
  type Colour,
  colourOf,
  drawn,
  type Picture,
  storePictures,
} from '../../../server/db/demo/pictures.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { type Extent, type Focal, ruleOf, windowOf } from '../../uploads/rules.ts';
import { BANNER_SIZES, SIZES } from '../rules.ts';

/** The sun is the focal point. */
export type DemoPicture = { banner_id: number; sun: Focal };

const WHOLE: Extent = { width: 1200, height: 600 };

export async function pictureBanners(
  tx: TransactionContext,
  pictures: readonly DemoPicture[],
): Promise<void> {
  const { db } = tx;
  const idOf = await storedUnder(
    tx,
    pictures.flatMap((picture) => [wholeOf(picture), ...SIZES.map((size) => cropOf(picture, size))]),
  );
  const rows = pictures.flatMap((picture) => {
    const { banner_id, sun } = picture;
    const original_id = idOf(wholeOf(picture).original_file);
    const upload_id = idOf(nameOf(picture, 'image'));
    return SIZES.map((size) => {
      const crop_id = idOf(nameOf(picture, size));
      return { banner_id, size, upload_id, original_id, crop_id, focal_x: sun.x, focal_y: sun.y };
    });
  });
  for (const { original_id, crop_id } of rows)
    await db.updateTable('uploads').set({ original_id }).where('id', '=', crop_id).execute();
  await insertAll(db, 'banner_images', rows);
}

type Size = (typeof SIZES)[number];
type Drawing = Picture & { type: (typeof BANNER_SIZES)[Size] };

async function storedUnder(tx: TransactionContext, drawings: readonly Drawing[]) {
  for (const size of SIZES) {
    const type = BANNER_SIZES[size];
    await storePictures(
      tx,
      type,
      drawings.filter((drawing) => drawing.type === type),
    );
  }
  const stored = await tx.db
    .selectFrom('uploads')
    .select(['id', 'original_file'])
    .where('type', 'in', Object.values(BANNER_SIZES))
    .execute();
  return (name: string) => {
    const found = stored.find(({ original_file }) => original_file === name);
    if (!found) throw new Error(`${name} has not been stored`);
    return found.id;
  };
}

function wholeOf(picture: DemoPicture): Drawing {
  const original_file = `banner-${picture.banner_id}.png`;
  const paint = landscape(picture);
  return { original_file, type: BANNER_SIZES.image, extent: WHOLE, bytes: drawn(paint, WHOLE) };
}

function cropOf(picture: DemoPicture, size: Size): Drawing {
  const type = BANNER_SIZES[size];
  const { crop = WHOLE } = ruleOf(type);
  const window = windowOf(WHOLE, crop, picture.sun);
  const paint = landscape(picture);
  const scale = window.width / WHOLE.width;
  const [x, y] = [
    (window.left + crop.width / 2) / scale - WHOLE.width / 2,
    (window.top + crop.height / 2) / scale - WHOLE.height / 2,
  ];
  const bytes = drawn((right, down) => paint(x + right / scale, y + down / scale), crop);
  return { original_file: nameOf(picture, size), type, extent: crop, bytes };
}

function nameOf({ banner_id }: DemoPicture, size: Size): string {
  return `banner-${banner_id}-${size}.png`;
}

function landscape({ banner_id, sun }: DemoPicture): (x: number, y: number) => Colour {
  const hue = (banner_id * 67) % 360;
  const sky = Array.from({ length: 32 }, (_, step) => colourOf(hue, 0.5, 0.55 + step / 90));
  const [light, near, far] = [
    colourOf(45, 0.9, 0.7),
    colourOf(hue + 140, 0.35, 0.3),
    colourOf(hue + 120, 0.3, 0.42),
  ];
  const [left, top] = [(sun.x - 0.5) * WHOLE.width, (sun.y - 0.5) * WHOLE.height];
  return (x, y) => {
    if (y > 170 + 45 * Math.sin(x / 150 + banner_id)) return near;
    if (y > 90 + 60 * Math.sin(x / 230)) return far;
    if ((x - left) ** 2 + (y - top) ** 2 < 6400) return light;
    return sky[Math.min(31, Math.max(0, Math.floor((y + WHOLE.height / 2) / 14)))] ?? light;
  };
}

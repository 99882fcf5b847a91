import { refuse } from '../../../core/errors.ts';
import type { Context, TransactionContext } from '../../../server/context.ts';
import { CENTRE, type Focal } from '../../uploads/rules.ts';
import { type Cut, cutUpload } from '../../uploads/server/crops.ts';
import type { StoredFile } from '../../uploads/server/storing.ts';
import { claimUpload, nameFile } from '../../uploads/server/uploads.ts';
import type { BannerChange } from '../contract.ts';
import { BANNER_SIZES, BANNER_UPLOADS, type BannerSize, SIZES } from '../rules.ts';
import type { StoredImages } from './banner-noun.ts';

export type NewCut = Cut & { size: BannerSize; id: number; focal: Focal };

/** Cuts the pictures that a save changes; throws a 400 at the field for a missing image. */
export async function cutsFor(
  context: Context,
  change: BannerChange,
  current: StoredImages,
): Promise<NewCut[]> {
  const cuts: NewCut[] = [];
  // One after another: an admin has one turn at the encoder.
  for (const { size, id, focal } of wantedBy(change, current)) {
    if (id === 0 || isShown(current, size, id, focal)) continue;
    const field = `${size}_id`;
    cuts.push({
      size,
      id,
      focal,
      ...(await cutUpload(context, { id, types: BANNER_UPLOADS, type: BANNER_SIZES[size], focal, field })),
    });
  }
  return cuts;
}

/** Claims and names the banner's pictures without writing them. `files` are those of `cuts`, in order. 409 where a picture changed since. */
export async function claimImages(
  tx: TransactionContext,
  change: BannerChange,
  current: StoredImages,
  cuts: readonly NewCut[],
  files: readonly StoredFile[],
): Promise<StoredImages> {
  const shown: StoredImages = {};
  const held = Object.values(current).map(({ upload_id }) => upload_id);
  for (const { size, id, focal } of wantedBy(change, current)) {
    if (id === 0) continue;
    const before = current[size];
    if (before && isShown(current, size, id, focal)) {
      shown[size] = before;
      continue;
    }
    const cut = cuts.find((made) => made.size === size && made.id === id && isSame(made.focal, focal));
    if (!cut) refuse(409, MOVED);
    await claimUpload(tx, { id, types: BANNER_UPLOADS, field: `${size}_id`, current: held });
    const { original_id, original_file } = cut;
    const file = cut.image && files.find(({ image }) => image === cut.image);
    const named = { type: BANNER_SIZES[size], original_file, original_id };
    const crop_id = file ? (await nameFile(tx, file, named)).id : id;
    shown[size] = { upload_id: id, original_id, crop_id, focal_x: focal.x, focal_y: focal.y };
  }
  return shown;
}

export async function writeImages(
  { db }: TransactionContext,
  banner_id: number,
  before: StoredImages,
  after: StoredImages,
): Promise<void> {
  for (const size of SIZES) {
    const image = after[size];
    if (image === before[size]) continue;
    if (!image) {
      await db
        .deleteFrom('banner_images')
        .where('banner_id', '=', banner_id)
        .where('size', '=', size)
        .execute();
      continue;
    }
    const { upload_id, original_id, crop_id, focal_x, focal_y } = image;
    const values = { upload_id, original_id, crop_id, focal_x, focal_y };
    await db
      .insertInto('banner_images')
      .values({ banner_id, size, ...values })
      .onConflict((conflict) => conflict.columns(['banner_id', 'size']).doUpdateSet(values))
      .execute();
  }
}

/** Returns the picture of each size after the save; id 0 is none. A new picture's focal point is its middle. */
function wantedBy(change: BannerChange, current: StoredImages) {
  return SIZES.map((size) => {
    const stored = current[size];
    const id = change[`${size}_id`] ?? stored?.upload_id ?? 0;
    const kept = stored && stored.upload_id === id ? { x: stored.focal_x, y: stored.focal_y } : CENTRE;
    return { size, id, focal: change.focal?.[size] ?? kept };
  });
}

function isShown(current: StoredImages, size: BannerSize, id: number, focal: Focal): boolean {
  const stored = current[size];
  return stored?.upload_id === id && isSame({ x: stored.focal_x, y: stored.focal_y }, focal);
}

function isSame(one: Focal, other: Focal): boolean {
  return one.x === other.x && one.y === other.y;
}

const MOVED = 'Another admin changed the images. Reload and try again.';

/** Decodes within bounds and encodes anew: no byte of the sender's is stored. Specification: Uploads. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import {
  claimedKind,
  type Extent,
  type Focal,
  type ImageKind,
  KEPT,
  MOST_FRAMES,
  MOST_PIXELS,
  type UploadRule,
  windowOf,
} from '../rules.ts';
import { endsWhereItShould, gifFrames, isAlsoSomethingElse, kindOf } from './image-structure.ts';
import { refuseFile } from './refuse-file.ts';
import { whyNotDrawn } from './svg.ts';

export type SentImage = { bytes: Buffer; rule: UploadRule; claim: { name: string; type: string } };

export type KeptImage = { kept: Buffer; crop: Extent; focal: Focal };

/** A stored original, and the width in pixels, less than its own, to scale it down to. */
export type NarrowedImage = { kept: Buffer; width: number };

export type EncodedImage = { bytes: Buffer; ending: 'jpg' | 'png' | 'webp'; width: number; height: number };

/** Pixels of the longer side of a rasterized SVG. */
const DRAWN_SIDE = 2048;

// On one core, and nothing kept: memory and the other core stay with everybody else.
sharp.concurrency(1);
sharp.cache(false);
// Whatever else the library can read is not read, so that a fault in its rarer decoders is out of reach.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Svg'].map((kind) => `VipsForeignLoad${kind}Buffer`),
});

/**
 * Encodes JPEG, PNG and WebP as such, GIF as WebP, SVG as PNG, uncropped if crops follow. Throws a 400 for a
 * file that is empty, damaged, too large when decoded, also of another format, or not of the claimed one; a
 * 415 for an unsupported claim.
 */
export async function encodeImage({ bytes, rule, claim }: SentImage): Promise<EncodedImage> {
  const kind = checkedKind(bytes, rule, claim);
  try {
    return await encoded(await upright(bytes, kind, rule), kind);
  } catch (error) {
    // The library says all it has to say with plain errors; a fault of this code is of another class.
    if (error instanceof Error && error.constructor === Error) refuseFile(400, 'The file is damaged');
    throw error;
  }
}

/** Crops to a size around a point; animations stay animated. */
export async function cropImage({ kept, crop, focal }: KeptImage): Promise<EncodedImage> {
  const kind = kindOf(kept);
  if (!kind) throw new Error('what was kept is no image');
  const image = sharp(kept, { limitInputPixels: false, animated: kind === 'webp' });
  const { width, height, pageHeight = height } = await image.metadata();
  const { left, top, ...scaled } = windowOf({ width, height: pageHeight }, crop, focal);
  return encoded(image.resize({ ...scaled, fit: 'fill' }).extract({ left, top, ...crop }), kind);
}

/** Scales down to a width, in proportion; animations stay animated. */
export async function narrowImage({ kept, width }: NarrowedImage): Promise<EncodedImage> {
  const kind = kindOf(kept);
  if (!kind) throw new Error('what was kept is no image');
  const image = sharp(kept, { limitInputPixels: false, animated: kind === 'webp' });
  return encoded(image.resize({ width, withoutEnlargement: true }), kind);
}

function checkedKind(bytes: Buffer, { kinds }: UploadRule, claim: { name: string; type: string }): ImageKind {
  if (bytes.length === 0) refuseFile(400, 'The file is empty');
  const kind = kindOf(bytes);
  if (!kind || !kinds.includes(kind)) {
    const claimed = claimedKind(claim);
    const disguised = claimed !== null && kinds.includes(claimed);
    refuseFile(
      disguised ? 400 : 415,
      disguised ? "The file's content doesn't match its name" : `Only ${kinds.join(', ')} can be used here`,
    );
  }
  if (!endsWhereItShould(kind, bytes)) refuseFile(400, 'The file is damaged');
  const fault = kind === 'svg' ? whyNotDrawn(bytes) : null;
  if (fault) refuseFile(400, fault);
  if (kind !== 'svg' && isAlsoSomethingElse(bytes)) refuseFile(400, 'The file contains more than an image');
  if (kind === 'gif' && gifFrames(bytes) > MOST_FRAMES)
    refuseFile(400, `The image has more than ${MOST_FRAMES} frames`);
  return kind;
}

async function upright(bytes: Buffer, kind: ImageKind, { crop }: UploadRule): Promise<Sharp> {
  const animated = kind === 'gif' || kind === 'webp';
  const input = { failOn: 'error', limitInputPixels: MOST_PIXELS, animated } as const;
  const known = await sharp(bytes, { ...input, limitInputPixels: false }).metadata();
  checkSize(known);
  const image =
    kind === 'svg' ? sharp(bytes, { ...input, density: densityOf(known) }) : sharp(bytes, input).autoOrient();
  const framed = crop ? image.resize({ ...KEPT, fit: 'outside', withoutEnlargement: true }) : image;
  return framed.toColourspace('srgb');
}

/** Trusts the header, as the decoder does: neither allocates more pixels than it names. */
function checkSize({ width, height, pages = 1, pageHeight = height }: Metadata): void {
  if (pages > MOST_FRAMES) refuseFile(400, `The image has more than ${MOST_FRAMES} frames`);
  if (width * pageHeight * pages > MOST_PIXELS)
    refuseFile(400, `The image has more than ${MOST_PIXELS / 1_000_000} megapixels`);
}

/** Returns the density that makes the longer side {@link DRAWN_SIDE} pixels. */
function densityOf({ width, height }: Metadata): number {
  return Math.min(100_000, Math.max(1, (72 * DRAWN_SIDE) / Math.max(width, height)));
}

async function encoded(image: Sharp, kind: ImageKind): Promise<EncodedImage> {
  const [{ data, info }, ending] = await encodedAs(image, kind);
  // The frames of an animation are handed back as one tall picture.
  return { bytes: data, ending, width: info.width, height: info.pageHeight ?? info.height };
}

async function encodedAs(image: Sharp, kind: ImageKind) {
  const options = { resolveWithObject: true } as const;
  switch (kind) {
    case 'jpeg':
      return [await image.jpeg({ quality: 85 }).toBuffer(options), 'jpg'] as const;
    case 'png':
    case 'svg':
      return [await image.png({ compressionLevel: 6 }).toBuffer(options), 'png'] as const;
    case 'webp':
    case 'gif':
      return [await image.webp({ quality: 85, effort: 2 }).toBuffer(options), 'webp'] as const;
  }
}

/** Types of uploads and their limits: checked in the browser, then by decoding on the server. Specification: Uploads. */
import type { Area } from '../../core/access.ts';

export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'svg';

export type UploadRule = {
  area: Area;
  kinds: readonly ImageKind[];
  bytes: number;
  /** The size in pixels to scale and crop to, from the middle; uncropped without it. */
  crop?: Extent;
};

/** Pixels. */
export type Extent = { width: number; height: number };

/** A point of an image, in shares of its width and height: 0 to 1. */
export type Focal = { x: number; y: number };

export const CENTRE: Focal = { x: 0.5, y: 0.5 };

const MEGABYTE = 1024 * 1024;

/** The most decoded pixels, all frames of an animation together. */
export const MOST_PIXELS = 40_000_000;

export const MOST_FRAMES = 500;

const STILL = ['jpeg', 'png', 'webp'] as const;
const PHOTO = { area: 'users', kinds: ['jpeg', 'png', 'gif'], bytes: 5 * MEGABYTE } as const;
const BANNER = { area: 'content', kinds: [...STILL, 'gif'], bytes: 10 * MEGABYTE } as const;

export const UPLOADS = {
  'event-image': { area: 'events', kinds: STILL, bytes: 10 * MEGABYTE },
  'user-photo': PHOTO,
  'user-banner': PHOTO,
  'product-image': { area: 'store', kinds: STILL, bytes: 10 * MEGABYTE },
  'lilt-nft': { area: 'store', kinds: [...STILL, 'svg'], bytes: 10 * MEGABYTE },
  'class-image': { area: 'catalogue', kinds: STILL, bytes: 10 * MEGABYTE },
  'event-banner-image': { ...BANNER, crop: { width: 1920, height: 400 } },
  'event-banner-mobile-image': { ...BANNER, crop: { width: 992, height: 400 } },
  'event-banner-small': { ...BANNER, crop: { width: 370, height: 340 } },
} as const satisfies Record<string, UploadRule>;

/** The largest stored original of a crop, in pixels: the widest and the highest crop need no more. */
export const KEPT: Extent = { width: 1920, height: 400 };

export type UploadType = keyof typeof UPLOADS;
export const UPLOAD_TYPES = Object.keys(UPLOADS) as [UploadType, ...UploadType[]];

export const LARGEST_UPLOAD = Math.max(...Object.values(UPLOADS).map(({ bytes }) => bytes));

const ENDINGS: Record<ImageKind, readonly string[]> = {
  jpeg: ['.jpg', '.jpeg'],
  png: ['.png'],
  webp: ['.webp'],
  gif: ['.gif'],
  svg: ['.svg'],
};

const MEDIA_TYPES: Record<ImageKind, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};

export function ruleOf(type: UploadType): UploadRule {
  return UPLOADS[type];
}

/** Returns the scaled size that just covers `crop` and the upper left corner of the crop, around the focal point, within the edges. Pixels. */
export function windowOf(image: Extent, crop: Extent, focal: Focal) {
  const scale = Math.max(crop.width / image.width, crop.height / image.height);
  const width = Math.max(crop.width, Math.round(image.width * scale));
  const height = Math.max(crop.height, Math.round(image.height * scale));
  const corner = (middle: number, size: number, most: number) =>
    Math.min(most, Math.max(0, Math.round(middle - size / 2)));
  return {
    width,
    height,
    left: corner(focal.x * width, crop.width, width - crop.width),
    top: corner(focal.y * height, crop.height, height - crop.height),
  };
}

export function acceptedEndings(type: UploadType): string[] {
  return ruleOf(type).kinds.flatMap((kind) => ENDINGS[kind]);
}

/** Returns the kind by the file's name, or else its media type; null for other than images. */
export function claimedKind({ name, type }: { name: string; type: string }): ImageKind | null {
  const kinds = Object.keys(ENDINGS) as ImageKind[];
  const ending = /\.[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? '';
  const media = type.split(';')[0]?.trim().toLowerCase();
  return (
    kinds.find((kind) => ENDINGS[kind].includes(ending)) ??
    kinds.find((kind) => MEDIA_TYPES[kind] === media) ??
    null
  );
}

/** Returns the reason to refuse this file, as far as visible without decoding; null without one. */
export function whyNot(
  type: UploadType,
  file: { name: string; type: string; size: number },
): { status: 400 | 413 | 415; message: string } | null {
  const { kinds, bytes } = ruleOf(type);
  if (file.size === 0) return { status: 400, message: 'The file is empty' };
  if (file.size > bytes) return { status: 413, message: `The file is larger than ${bytes / MEGABYTE} MB` };
  const claimed = claimedKind(file);
  if (claimed && kinds.includes(claimed)) return null;
  return { status: 415, message: `Only ${acceptedEndings(type).join(', ')} can be used here` };
}

export const IMAGE_WIDTHS = { small: 320, medium: 640, large: 1280 } as const;

/** Returns the address of an image in a width, which is its own where it is not wider than that. */
export function pathInWidth(image: { path: string; width: number }, width: number): string {
  const name = image.path.lastIndexOf('/') + 1;
  return image.width <= width ? image.path : `${image.path.slice(0, name)}${width}/${image.path.slice(name)}`;
}

export function pathsInWidths(image: { path: string; width: number }): string[] {
  return Object.values(IMAGE_WIDTHS)
    .map((width) => pathInWidth(image, width))
    .filter((path) => path !== image.path);
}

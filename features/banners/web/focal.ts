import { type Extent, type Focal, windowOf } from '../../uploads/rules.ts';

/** Returns the focal point after moving the window by pixels of the crop, from the middle of what is visible to the picture's edge: each step back shows. */
export function movedBy(image: Extent, crop: Extent, focal: Focal, by: Focal): Focal {
  const { width, height, left, top } = windowOf(image, crop, focal);
  const along = (from: number, step: number, size: number, whole: number) => {
    const corner = Math.min(whole - size, Math.max(0, from + step));
    return rounded((corner + size / 2) / whole);
  };
  return { x: along(left, by.x, crop.width, width), y: along(top, by.y, crop.height, height) };
}

/** Returns the point of the picture at a place of the crop, both as fractions. */
export function pointAt(image: Extent, crop: Extent, focal: Focal, place: Focal): Focal {
  const { width, height, left, top } = windowOf(image, crop, focal);
  return {
    x: rounded((left + place.x * crop.width) / width),
    y: rounded((top + place.y * crop.height) / height),
  };
}

function rounded(share: number): number {
  return Math.min(1, Math.max(0, Math.round(share * 10_000) / 10_000));
}

/** Pages of a list. Specification: Lists. */

export const PAGE_SIZE = 50;

export const PAGE_LINKS = 10;

/** Returns the last page of `count` rows; an empty list has one page. */
export function pageCount(count: number, size = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(count / size));
}

/** Returns the numbers of a sliding window of at most ten links around the current page. */
export function pageLinks(current: number, last: number, links = PAGE_LINKS): number[] {
  const first = Math.max(1, Math.min(current - Math.floor(links / 2), last - links + 1));
  return Array.from({ length: Math.min(links, last) }, (_, index) => first + index);
}

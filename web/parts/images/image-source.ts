/** Where a stored image is read. Paths are those of the API's own answers; an address in full, or of a file at hand, stays as it is. */
export function imageSource(path: string): string {
  return /^(blob:|(https?:)?\/\/)/.test(path) || path.startsWith('/') ? path : `/${path}`;
}

/** Returns the address of a stored image by its path from the API; a full address, or that of a local file, is unchanged. */
export function imageSource(path: string): string {
  return /^(blob:|(https?:)?\/\/)/.test(path) || path.startsWith('/') ? path : `/${path}`;
}

/** File stores, a folder or a bucket: files are written atomically and never changed. Specification: Running it. */
import type { Readable } from 'node:stream';

export type FileStore = {
  /** Stores the bytes under a path, atomically. */
  put(path: string, bytes: Buffer): Promise<void>;
  /** Stores a stream likewise; a stream that fails leaves nothing. */
  putStream(path: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Returns the bytes as a stream, or null for a missing file. */
  get(path: string): Promise<Readable | null>;
  exists(path: string): Promise<boolean>;
  /** Deletes a file; a missing one is no error. */
  delete(path: string): Promise<void>;
  /** Removes incomplete writes of a crash, started before this moment. */
  tidy(before: Date): Promise<void>;
};

const MEDIA_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  zip: 'application/zip',
};

/** True for folders and a name in lower-case letters, digits and hyphens, with one known extension. Path traversal cannot pass. */
export function isStoredPath(stored: string): boolean {
  const parts = /^(?:[a-z0-9][a-z0-9-]{0,60}\/){1,4}[a-z0-9][a-z0-9-]{0,80}\.([a-z0-9]{1,5})$/.exec(stored);
  return parts !== null && Object.hasOwn(MEDIA_TYPES, parts[1] ?? '');
}

export function mediaTypeOf(stored: string): string {
  return MEDIA_TYPES[stored.slice(stored.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Throws where {@link isStoredPath} refuses: paths come from this code, never from a caller. */
export function checkedPath(stored: string): string {
  if (!isStoredPath(stored)) throw new Error(`${JSON.stringify(stored)} is no path of a stored file`);
  return stored;
}

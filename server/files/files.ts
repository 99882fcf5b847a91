/** Stored files, in a folder or a bucket (specification: Running it), whole or not at all, never changed. */
import type { Readable } from 'node:stream';

export type FileStore = {
  /** Keeps the bytes under a path; a crash leaves the whole file or none. */
  put(path: string, bytes: Buffer): Promise<void>;
  /** The same of what the stream brings, a little at a time; a stream that fails leaves nothing. */
  putStream(path: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** The bytes as a stream, or null where there is no such file. */
  get(path: string): Promise<Readable | null>;
  exists(path: string): Promise<boolean>;
  /** Takes a file away; one that is not there is no mistake. */
  delete(path: string): Promise<void>;
  /** Takes away what writes that a crash cut short have left, where they began before this moment. */
  tidy(before: Date): Promise<void>;
};

const MEDIA_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * True for a path that may name a stored file: folders and a name in lower-case letters, digits and hyphens, with one
 * ending that has a media type. Nothing that a file system could read as another folder passes.
 */
export function isStoredPath(stored: string): boolean {
  const parts = /^(?:[a-z0-9][a-z0-9-]{0,60}\/){1,4}[a-z0-9][a-z0-9-]{0,80}\.([a-z0-9]{1,5})$/.exec(stored);
  return parts !== null && Object.hasOwn(MEDIA_TYPES, parts[1] ?? '');
}

/** The media type that a stored path was given by whoever wrote it. */
export function mediaTypeOf(stored: string): string {
  return MEDIA_TYPES[stored.slice(stored.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Throws on a path that {@link isStoredPath} refuses: paths are made by this code, never by a caller. */
export function checkedPath(stored: string): string {
  if (!isStoredPath(stored)) throw new Error(`${JSON.stringify(stored)} is no path of a stored file`);
  return stored;
}

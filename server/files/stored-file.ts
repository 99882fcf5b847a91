/** A form's file, streamed to the store instead of memory. */
import { createHash, randomBytes } from 'node:crypto';
import type { Encoding } from '../../core/csv/csv.ts';
import type { Context } from '../context.ts';
import { deleteOrphanedFile, expectFile } from './orphaned-files.ts';
import { encodingDetector } from './text-encoding.ts';

/** Replaces the file in the form; its bytes are in the store, at `path`. */
export class StoredFile extends File {
  readonly path: string;
  readonly storedBytes: number;
  readonly sha256: Buffer;
  readonly encoding: Encoding;
  readonly head: Buffer;
  /** Set once a row refers to the file; otherwise it is deleted after the call. */
  isKept = false;

  constructor(
    name: string,
    stored: Pick<StoredFile, 'path' | 'storedBytes' | 'sha256' | 'encoding' | 'head'>,
  ) {
    super([], name);
    this.path = stored.path;
    this.storedBytes = stored.storedBytes;
    this.sha256 = stored.sha256;
    this.encoding = stored.encoding;
    this.head = stored.head;
  }
}

const HEAD = 16;

/** Stores a CSV in a folder of the store. Leaves no file where the stream throws. */
export async function storeFile(
  context: Pick<Context, 'platform'>,
  folder: string,
  { name, bytes }: { name: string; bytes: AsyncIterable<Buffer> },
): Promise<StoredFile> {
  const { database, files } = context.platform;
  const path = `${folder}/${randomBytes(20).toString('hex')}.csv`;
  const hash = createHash('sha256');
  const detector = encodingDetector();
  let [length, head] = [0, Buffer.alloc(0)];
  const watched = async function* () {
    for await (const piece of bytes) {
      if (head.length < HEAD) head = Buffer.concat([head, piece.subarray(0, HEAD)]);
      length += piece.length;
      hash.update(piece);
      detector.see(piece);
      yield piece;
    }
  };
  await expectFile(database.everything, path);
  await files.putStream(path, watched());
  const encoding = detector.encoding();
  return new StoredFile(name, { path, storedBytes: length, sha256: hash.digest(), encoding, head });
}

/** Deletes a file without a row; should this fail, the sweep does it. */
export async function forgetUnkept(context: Context, file: StoredFile): Promise<void> {
  if (!file.isKept) await deleteOrphanedFile(context, file.path).catch(() => {});
}

/** A file of a form that goes to the store as it arrives, instead of into the memory. */
import { createHash, randomBytes } from 'node:crypto';
import type { Encoding } from '../../core/csv/csv.ts';
import type { Context } from '../context.ts';
import { deleteOrphanedFile, expectFile } from './orphaned-files.ts';
import { encodingDetector } from './text-encoding.ts';

/** Stands in the form for the file; its bytes are in the store, at `path`. */
export class StoredFile extends File {
  readonly path: string;
  readonly storedBytes: number;
  readonly sha256: Buffer;
  readonly encoding: Encoding;
  /** The first bytes. */
  readonly head: Buffer;
  /** Set by whoever has made a row of it; any other is taken away once the call is answered. */
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

/** Stores a CSV in a folder of the store. Throws what the stream throws, and leaves no file then. */
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

/** Takes away what nobody has made a row of; where this fails, the sweep does it. */
export async function forgetUnkept(context: Context, file: StoredFile): Promise<void> {
  if (!file.isKept) await deleteOrphanedFile(context, file.path).catch(() => {});
}

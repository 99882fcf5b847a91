/** A ZIP that somebody brings: its entries by name, read one at a time, within bounds. Specification: Moving out. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { refuse } from '../../core/errors.ts';

/** Times its own size that a ZIP may unpack to, and bytes that any may. */
const MOST_TIMES = 100;
const ALWAYS_BYTES = 100 * 1024 * 1024;

const NAME = /^(?:manifest\.json|[a-z_]{1,60}\.csv|images\/\d{1,10}\.[a-z0-9]{1,5})$/;

export type ZipEntries = {
  names: ReadonlySet<string>;
  /** Streams a file; one that is not what its directory says ends in an error. */
  read(name: string): AsyncIterable<Buffer>;
  close(): void;
};

const openZip = promisify<string, object, ZipFile>(yauzl.open);

/** Opens a ZIP. 400 for what is none, is cut off, is no part of an office, stands twice or unpacks to a hundred times its size. */
export async function openEntries(path: string, bytes: number): Promise<ZipEntries> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false }).catch(broken);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  zip.on('entry', (entry: Entry) => {
    const { fileName, uncompressedSize } = entry;
    unpacked += uncompressedSize;
    if (!NAME.test(fileName)) zip.emit('error', new Error(`it holds "${fileName.slice(0, 100)}"`));
    else if (entries.has(fileName)) zip.emit('error', new Error(`it holds ${fileName} twice`));
    else if (unpacked > ALWAYS_BYTES + MOST_TIMES * bytes)
      zip.emit('error', new Error('it unpacks to far more than an office has'));
    else {
      entries.set(fileName, entry);
      zip.readEntry();
    }
  });
  try {
    const end = once(zip, 'end');
    zip.readEntry();
    await end;
  } catch (error) {
    zip.close();
    broken(error);
  }
  const openStream = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  return {
    names: new Set(entries.keys()),
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) refuse(400, `The file is broken: ${name} is missing`);
      let crc = 0;
      try {
        for await (const piece of (await openStream(entry)) as AsyncIterable<Buffer>) {
          crc = crc32(piece, crc);
          yield piece;
        }
      } catch (error) {
        broken(error);
      }
      if (crc !== entry.crc32) refuse(400, `The file is broken: ${name} is not what it was`);
    },
    close: () => zip.close(),
  };
}

function broken(error: unknown): never {
  refuse(400, `The file is broken: ${(error as Error).message}`);
}

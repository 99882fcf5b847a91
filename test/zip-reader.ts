/** Reads an archive whose files are stored as they are, by the format's own description: apart from what writes it. */
import { crc32 } from 'node:zlib';

/** By name, in the order of the archive; throws where anything of it contradicts anything else. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  check(zip.readUInt32LE(end) === 0x06054b50, 'the end is not where it is without a comment');
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    check(zip.readUInt32LE(at) === 0x02014b50, 'an entry of the directory is missing');
    check(zip.readUInt16LE(at + 10) === 0, 'a file is compressed');
    check(zip.readUInt16LE(at + 14) === 0x21, 'a file is not of the first of January 1980');
    const [size, nameLength, extra, comment] = [24, 28, 30, 32].map((from, index) =>
      index === 0 ? zip.readUInt32LE(at + from) : zip.readUInt16LE(at + from),
    ) as [number, number, number, number];
    check(extra === 0 && comment === 0, 'an entry says more than it has to');
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    check(zip.readUInt32LE(local) === 0x04034b50, `${name} does not begin where the directory says`);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + size);
    check(crc32(bytes) === zip.readUInt32LE(at + 16), `${name} is not what its checksum is of`);
    check(!files.has(name), `${name} is there twice`);
    files.set(name, bytes);
    at += 46 + nameLength;
  }
  check(at === end, 'the directory is longer than it says');
  return files;
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`The archive is broken: ${otherwise}`);
}

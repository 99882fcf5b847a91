import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { PaymentFile } from './rows.ts';

/** Stores files uncompressed, in the order given, with one fixed date; yazl reads it as local time, so no UTC timestamp may be added. */
export async function zipOf(files: readonly PaymentFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  const options = {
    compress: false,
    mtime: new Date(1980, 0, 1, 12),
    forceDosTimestamp: true,
    mode: 0o100_644,
  };
  for (const { name, bytes } of files) zip.addBuffer(bytes, name, options);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Uint8Array>);
}

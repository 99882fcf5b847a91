/** Offices that move out and in, for tests: their files in a folder of the test. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { ZipFile } from 'yazl';
import { openFiles } from '../../server/files/open-files.ts';
import { moveOut } from '../../server/moving/move-out.ts';
import { takeOver } from '../../server/moving/take-over.ts';
import { openEntries } from '../../server/moving/zip-entries.ts';
import { copyTemplate } from '../test-database.ts';

let folder: string;

/** Makes the folder before the tests of a file, and removes it after them. */
export function useMovingFolder(): () => string {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'provost-moving-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return () => folder;
}

let made = 0;
export const fileStore = (name = 'files') => openFiles({ dataDir: path.join(folder, name) });

/** Moves an office out. */
export async function out(ownerUrl: string, program_id: number | null) {
  const file = path.join(folder, `${++made}.zip`);
  const { manifest } = await moveOut(
    { ownerUrl, files: await fileStore(), program_id },
    createWriteStream(file),
  );
  return { path: file, manifest };
}

/** Answers the address of a new installation. */
export const emptyOffice = async () => (await copyTemplate(inject('testDatabase'))).owner;

/** Takes a file over. */
export const moveIn = async (file: string, ownerUrl: string, store = 'others') =>
  takeOver({ ownerUrl, files: await fileStore(store), path: file });

export async function ask<Row extends object>(ownerUrl: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

/** The files of a ZIP by name. */
export async function unpacked(file: string): Promise<Map<string, Buffer>> {
  const entries = await openEntries(file, (await readFile(file)).length);
  const files = new Map<string, Buffer>();
  for (const name of entries.names) files.set(name, await buffer(entries.read(name)));
  entries.close();
  return files;
}

export async function packed(files: Iterable<readonly [string, Buffer]>): Promise<string> {
  const zip = new ZipFile();
  for (const [name, bytes] of files) zip.addBuffer(bytes, name);
  zip.end();
  const file = path.join(folder, `${++made}.zip`);
  await pipeline(zip.outputStream as NodeJS.ReadableStream, createWriteStream(file));
  return file;
}

/** The store, on both of its sides; S3's is a server that speaks S3 and checks the signatures. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { S3_KEY, startS3 } from '../../test/peers/s3-server.ts';
import { ConfigError } from '../config.ts';
import { type FileStore, isStoredPath } from './files.ts';
import { openFiles } from './open-files.ts';

const FILE = 'images/0a1b2c.png';
const bytes = Buffer.from('whatever they are');

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'provost-files-'));
  s3 = await startS3('pictures');
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const sides: Record<string, () => Promise<FileStore>> = {
  'a folder': () => openFiles({ dataDir: folder }),
  'a bucket': () => openFiles({ dataDir: folder, storageUrl: s3.url }),
};

describe.each(Object.entries(sides))('in %s, a file', (_, open) => {
  test('is kept, read, found and taken away', async () => {
    const files = await open();
    expect([await files.exists(FILE), await files.get(FILE)]).toEqual([false, null]);
    await files.put(FILE, bytes);
    expect(await files.exists(FILE)).toBe(true);
    expect(await read(files, FILE)).toEqual(bytes);
    await files.delete(FILE);
    expect([await files.exists(FILE), await files.get(FILE)]).toEqual([false, null]);
  });

  test('that is not there is taken away without complaint, and one of 20 MB comes back whole', async () => {
    const files = await open();
    await files.delete('images/none.png');
    const large = Buffer.alloc(20 * 1024 ** 2, 7);
    await files.put('images/large.png', large);
    expect((await read(files, 'images/large.png')).equals(large)).toBe(true);
  });

  test.each([
    '../secret-key',
    'images/../../x.png',
    '/etc/passwd',
    'images/x.html',
    'images/.x.png',
    'x.png',
    '',
  ])('is never %j', async (outside) => {
    const files = await open();
    expect(isStoredPath(outside)).toBe(false);
    await expect((async () => files.put(outside, bytes))()).rejects.toThrow('no path of a stored file');
    await expect((async () => files.get(outside))()).rejects.toThrow('no path of a stored file');
    await expect((async () => files.delete(outside))()).rejects.toThrow('no path of a stored file');
  });
});

describe('a bucket', () => {
  test('is told the media type', async () => {
    const files = await sides['a bucket']?.();
    await files?.put('images/typed.webp', bytes);
    const known = await readdir(path.join(s3.folder, 'images'));
    const about = known.find((name) => name.includes('typed.webp') && name.includes('metadata')) ?? '';
    expect(await readFile(path.join(s3.folder, 'images', about), 'utf8')).toContain('image/webp');
  });

  test('that does not let us in, or is not there, is no missing file', async () => {
    const refused = {
      SignatureDoesNotMatch: s3.url.replace(`:${S3_KEY}@`, ':wrong@'),
      NoSuchBucket: s3.url.replace('pictures', 'nowhere'),
    };
    for (const [name, storageUrl] of Object.entries(refused)) {
      const files = await openFiles({ dataDir: folder, storageUrl });
      await expect(files.put(FILE, bytes)).rejects.toMatchObject({ name });
      await expect(files.get(FILE)).rejects.toMatchObject({ name });
    }
  });

  test.each([
    's3://host/bucket',
    's3://key:hidden@host',
    's3://key:hidden@host/UPPER',
    's3://hidden@host/bucket',
  ])('must be named as %s is not, and the refusal shows no secret', async (storageUrl) => {
    const refusal = await openFiles({ dataDir: folder, storageUrl }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(String(refusal)).toContain('STORAGE_URL');
    expect(String(refusal)).not.toContain('hidden');
  });
});

describe('a folder', () => {
  test('holds whole files alone, wherever the writer is killed', async () => {
    const dataDir = path.join(folder, 'killed');
    const { length } = Buffer.alloc(8 * 1024 ** 2);
    for (let round = 0; round < 6; round++) {
      const writer = startWriter(dataDir, length, round);
      await once(writer.stdout as NonNullable<typeof writer.stdout>, 'data');
      await wait(20 + round * 17);
      writer.kill('SIGKILL');
      await once(writer, 'exit');
    }
    const names = await readdir(path.join(dataDir, 'storage', 'images'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const found = await readFile(path.join(dataDir, 'storage', 'images', name));
      expect([name, found.length]).toEqual([name, length]);
    }
  });

  test('loses what a killed writer left, once it is old', async () => {
    const dataDir = path.join(folder, 'tidied');
    const files = await openFiles({ dataDir });
    await files.put(FILE, bytes);
    const drafts = path.join(dataDir, 'storage', '.drafts');
    for (const name of ['old', 'new']) await writeFile(path.join(drafts, name), 'half');
    await utimes(path.join(drafts, 'old'), 0, 0);
    await files.tidy(new Date(Date.now() - 60_000));
    expect(await readdir(drafts)).toEqual(['new']);
    expect(await files.exists(FILE)).toBe(true);
  });
});

async function read(files: FileStore, stored: string): Promise<Buffer> {
  const stream = await files.get(stored);
  if (!stream) throw new Error(`there is no ${stored}`);
  return buffer(stream);
}

/** Another process that writes file after file and says so. */
function startWriter(dataDir: string, length: number, round: number): ChildProcess {
  const program = `
    import { openFiles } from ${JSON.stringify(path.join(import.meta.dirname, 'open-files.ts'))};
    const files = await openFiles({ dataDir: ${JSON.stringify(dataDir)} });
    for (let n = 0; ; n++) {
      await files.put('images/r${round}-' + n + '.png', Buffer.alloc(${length}, 65 + n % 26));
      process.stdout.write('.');
    }`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The client as a developer gets it: packed, unpacked in an empty folder, used by the page that is for them. Specification: Sites, the client. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendWebhooks } from '../../features/programs/webhooks/server/send-webhooks.job.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { makeSoldClass } from '../../test/rows/sold-classes.ts';
import { until } from '../../test/until.ts';

/** Bytes that the whole client may take in a bundle, compressed. */
const MOST_BYTES = 5000;

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const app = useTestApp({ webhooksPrivate: true });

let folder: string;
let unpacked: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'provost-client-'));
  unpacked = path.join(folder, 'node_modules/@provost/site');
  await mkdir(unpacked, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: import.meta.dirname,
    shell: process.platform === 'win32',
  });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await run('tar', ['-xzf', packed, '--strip-components=1', '-C', 'node_modules/@provost/site'], {
    cwd: folder,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('brings its code, its types, a page on them and nothing else, and depends on nothing', async () => {
  expect((await readdir(unpacked)).toSorted()).toEqual(['README.md', 'dist', 'package.json']);
  const files = await readdir(path.join(unpacked, 'dist'));
  expect(files.filter((name) => !/^(?:site|site-error|verify|calls)\.(?:js|d\.ts)$/.test(name))).toEqual([]);
  const said = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8'));
  expect([said.dependencies, said.peerDependencies]).toEqual([undefined, undefined]);
  const code = await Promise.all(
    files.filter((name) => name.endsWith('.js')).map((name) => readFile(path.join(unpacked, 'dist', name))),
  );
  expect(gzipSync(Buffer.concat(code)).length).toBeLessThan(MOST_BYTES);
});

/** A program with a class and a student, and what a newcomer has: its address, its key, and the page with their ids. */
async function newcomer() {
  const db = app().platform.database.everything;
  const program = (await makeProgram(db)).id;
  const { site_key } = await makeSiteKey(db, program);
  const class_id = await makeSoldClass(db, program);
  const { id: user_id } = await makeSiteUser(db, { program_id: program });
  const address = app().http.server.listening
    ? app().http.listeningOrigin
    : await app().http.listen({ port: 0, host: '127.0.0.1' });
  const env = { PATH: process.env.PATH ?? '', PROVOST_ADDRESS: address, PROVOST_KEY: site_key };
  const ours = (code: string) =>
    code.replace(/(class_id"?: ?)1\b/, `$1${class_id}`).replace(/(user_id"?: ?)1001\b/, `$1${user_id}`);
  const page = await readFile(path.join(root, 'docs/sites.md'), 'utf8');
  const sell = async (reference = 'order-1', more: Record<string, string> = {}) => {
    const code = ours(blockOf(page, 'js', 'createSite')).replace('order-1', reference);
    await writeFile(path.join(folder, 'first-sale.mjs'), code);
    const { stdout } = await run(process.execPath, ['first-sale.mjs'], {
      cwd: folder,
      env: { ...env, ...more },
    });
    return JSON.parse(stdout);
  };
  return { db, program, class_id, env, ours, page, sell };
}

test('the code of the page makes one sale, however often it runs, and so does its curl', async () => {
  const { db, program, class_id, env, ours, page, sell } = await newcomer();
  const first = await sell();
  expect(first).toMatchObject({ reference: 'order-1', state: 'created', errors: [] });
  expect(await sell()).toEqual({ ...first, state: 'unchanged' });
  const charges = await db
    .selectFrom('charges')
    .select(['id', 'amount', 'currency', 'class_id'])
    .where('site_program_id', '=', program)
    .execute();
  expect(charges).toEqual([{ id: first.id, amount: 1499, currency: 'USD', class_id }]);

  const told = await run('sh', ['-c', ours(blockOf(page, 'sh', 'curl'))], { env });
  expect(JSON.parse(told.stdout)).toEqual({ results: [{ ...first, state: 'unchanged' }] });
});

test('a wrong key is said in the words of the page', async () => {
  const { sell, page } = await newcomer();
  const words = 'This site key is not valid';
  expect(page).toContain(words);
  await expect(sell('order-1', { PROVOST_KEY: 'another' })).rejects.toThrow(words);
});

test('the code of the page takes the first message, and nobody else’s', async () => {
  const { program, page, sell } = await newcomer();
  await writeFile(path.join(folder, 'messages.mjs'), blockOf(page, 'js', 'createServer'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const staff = await app().as({ permissions: ['superadmin'] });
  const { body } = await staff('POST', `program/${program}/webhooks`, { url, kinds: ['charge.changed'] });
  const env = { PATH: process.env.PATH ?? '', PORT: String(port), WEBHOOK_SECRET: body.secret };
  const child = spawn(process.execPath, ['messages.mjs'], { cwd: folder, env });
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    const forged = () =>
      fetch(url, { method: 'POST', body: '{"type":"charge.changed"}' }).then((r) => r.status);
    await until(async () => expect(await forged().catch(() => 0)).toBe(400));
    const { id } = await sell('order-2');
    await until(async () => {
      await sendWebhooks.run(app().platform, new AbortController().signal);
      expect(printed).toBe(`charge.changed ${id} order-2 saved\n`);
    });
  } finally {
    child.kill();
    await exited;
  }
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

describe('TypeScript at its strictest', () => {
  const SAMPLE = `
import { createSite, type ItemOf, SiteError, verify } from '@provost/site';

const site = createSite({ address: 'https://office.example.com', key: 'a key' });
const sale: ItemOf<'POST charges'> = {
  reference: 'order-1', type: 'class', class_id: 1, amount: 4999, currency: 'USD',
};
export async function sell(): Promise<number | null> {
  try {
    const { results } = await site.post('charges', { items: [sale], atomic: true });
    const { seen } = await site.post('seen', { user_ids: [1] }, { signal: AbortSignal.timeout(1000) });
    const enrolments: number[] | undefined = results[0]?.enrolments;
    return results[0]?.state === 'created' ? (enrolments?.length ?? seen) : null;
  } catch (error) {
    if (error instanceof SiteError && error.code === 'REFERENCE_TAKEN') return error.status;
    throw error;
  }
}
export async function take(request: Request): Promise<number | string> {
  const { data } = await verify(request.headers, await request.text(), ['whsec_c2VjcmV0']);
  return data.id;
}
`;
  const WRONG = [
    "site.post('charges', { reference: 'a', type: 'class', currency: 'USD' })",
    "site.post('charges', { reference: 'a', type: 'class', amount: 1, currency: 'XXX' })",
    "site.post('charges', { type: 'class', amount: 1, currency: 'USD' })",
    "site.post('charges')",
    "site.post('nothing', {})",
    "site.get('charges', {})",
    'createSite({ address: "a" })',
  ];

  test.each([
    ['a browser', ['--lib', 'es2022,dom', '--types', '']],
    ['Node', ['--lib', 'es2022', '--types', 'node']],
  ])('knows the calls with the types of %s', async (_, platform) => {
    const wrong = WRONG.map((line) => `// @ts-expect-error -- it is wrong\nvoid ${line};`).join('\n');
    await writeFile(path.join(folder, 'sample.mts'), `${SAMPLE}\n${wrong}\n`);
    await symlink(path.join(root, 'node_modules/@types'), path.join(folder, 'node_modules/@types')).catch(
      () => {},
    );
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext'];
    const checked = run(process.execPath, [tsc, ...options, ...platform, 'sample.mts'], { cwd: folder });
    const said = await checked.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(said).toBe('');
  });
});

/** Returns the code between the fences of the first block in this language that holds a word. */
function blockOf(page: string, language: string, word: string): string {
  const blocks = Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms));
  const found = blocks.find(([, named, code = '']) => named === language && code.includes(word))?.[2];
  if (!found) throw new Error(`docs/sites.md has no ${language} with ${word}`);
  return found;
}

import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Encoding } from '../../../core/csv/csv.ts';
import { asSystem, transactWithoutTenantScope } from '../../../server/context.ts';
import { inUtf8 } from '../../../server/files/text-encoding.ts';
import type { Platform } from '../../../server/platform.ts';
import { dropExports } from '../../exports/server/drop-exports.ts';
import { remakeBatchFile } from '../../payouts/batches/server/batch-file.ts';
import { forgetUploads } from '../../uploads/server/sweep.ts';
import type { Needles, Running } from './needles.ts';

/** Steps that delete files, before the rows that name them go. */
export const FILE_STEPS = [eraseKeptMails, eraseExports, eraseImportFiles, erasePictures] as const;

/** Mails that an installation without a mail server keeps as files: those of the rows, which are emptied after some days, and those that say the person. */
async function eraseKeptMails({ database, config }: Platform, { user_id, needles }: Running): Promise<void> {
  const folder = path.join(config.dataDir, 'mail');
  const { rows } = await sql<{ id: number }>`select id from mails_naming(${user_id}) id`.execute(
    database.everything,
  );
  const named = new Set(rows.map(({ id }) => `${String(id).padStart(6, '0')}.eml`));
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const isNamed = named.has(name) || (await names(textsOf(await readFile(file)), needles));
    if (isNamed) await rm(file, { force: true });
  }
}

function encodedBlocks(raw: string): string[] {
  let isOpen = false;
  const blocks: string[] = [];
  for (const line of raw.split('\n')) {
    const isEncoded = /^[\w+/]{4,76}={0,2}$/.test(line);
    if (isEncoded && isOpen) blocks.push(`${blocks.pop() ?? ''}\n${line}`);
    else if (isEncoded) blocks.push(line);
    isOpen = isEncoded;
  }
  return blocks;
}

/** The texts of a kept mail, as it is and as its encodings say. */
function textsOf(mail: Buffer): string[] {
  const raw = mail.toString();
  const blocks = encodedBlocks(raw);
  const words = [...raw.matchAll(/=\?utf-8\?(?<how>[bq])\?(?<said>[^?]*)\?=\s*/gi)].map(({ groups }) =>
    groups?.how?.toLowerCase() === 'b'
      ? Buffer.from(groups.said ?? '', 'base64')
      : unquoted((groups?.said ?? '').replaceAll('_', ' ')),
  );
  return [
    raw,
    unquoted(raw).toString(),
    Buffer.concat(words).toString(),
    ...blocks.map((block) => Buffer.from(block, 'base64').toString()),
  ];
}

function unquoted(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll(/=\r?\n/g, ''));
  const read: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] === 0x3d ? /^[\dA-F]{2}$/i.exec(bytes.toString('latin1', at + 1, at + 3)) : null;
    read.push(code ? Number.parseInt(code[0], 16) : (bytes[at] ?? 0));
    if (code) at += 2;
  }
  return Buffer.from(read);
}

/** Files that were made before the beginning; whoever wants one makes it anew. */
async function eraseExports(platform: Platform, { decided_at }: Running): Promise<void> {
  await dropExports(platform, decided_at ?? new Date().toISOString());
}

/** Files of imports that name the person: what is still to be run has to be brought again. */
export async function eraseImportFiles(platform: Platform, { needles }: Running): Promise<void> {
  const { database, files } = platform;
  const kept = await database.everything
    .selectFrom('imports')
    .select(['id', 'file_path', 'encoding'])
    .where('file_path', 'is not', null)
    .execute();
  for (const { id, file_path, encoding } of kept) {
    const stream = await files.get(file_path ?? '');
    if (stream === null || !(await names(inUtf8(stream, encoding as Encoding), needles))) continue;
    await files.delete(file_path ?? '');
    await database.everything
      .updateTable('imports')
      .set({
        file_path: null,
        state: sql`case when state in ('checking', 'ready', 'running') then 'failed' else state end`,
        reason: sql`case when state in ('checking', 'ready', 'running') then ${GONE} else reason end`,
        undoing: sql`case when state = 'running' then false else undoing end`,
        finished_at: sql`coalesce(finished_at, provost_now())`,
        runner: null,
      })
      .where('id', '=', id)
      .execute();
  }
}

const GONE = 'The file named a user who was erased. Import it again without them';

/** True where a text says an address or name of the person as whole words, in any letters, as the database looks; also across two pieces. */
async function names(
  pieces: AsyncIterable<string | Buffer> | Iterable<string>,
  needles: Needles,
): Promise<boolean> {
  const sought = [
    ...needles.addresses.map((needle) => ({ needle: needle.toLowerCase(), ...ADDRESS })),
    ...needles.alone.map((needle) => ({ needle: needle.toLowerCase(), before: WORD, after: WORD })),
  ];
  // Two more than the longest on either side: what a piece ends with is whole in the next, with what stands beside it.
  const kept = 2 * (Math.max(0, ...[...needles.addresses, ...needles.alone].map(({ length }) => length)) + 2);
  let rest = '';
  let isCut = false;
  const isNamed = (text: string, end: number) =>
    sought.some((one) =>
      wholeWords(text, one).some((at) => at + one.needle.length <= end && (at > 0 || !isCut)),
    );
  for await (const piece of pieces) {
    const text = rest + piece.toString().toLowerCase();
    if (isNamed(text, text.length - 2)) return true;
    isCut ||= text.length > kept;
    rest = text.slice(-kept);
  }
  return isNamed(rest, rest.length);
}

const WORD = /^[\p{L}\p{N}_]/u;
const ADDRESS = { before: /^[\p{L}\p{N}_.+-]/u, after: /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}_])/u };

/** Returns where a text stands between what no word of it goes on with; all in small letters. */
function wholeWords(
  text: string,
  { needle, before, after }: { needle: string; before: RegExp; after: RegExp },
): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at >= 0 && needle !== ''; at = text.indexOf(needle, at + 1)) {
    const letterBefore = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
    const end = at + needle.length;
    if (!before.test(letterBefore) && !after.test(text.slice(end, end + 4))) found.push(at);
  }
  return found;
}

async function erasePictures(platform: Platform, { needles: { pictures } }: Running): Promise<void> {
  await forgetUploads(platform, pictures);
}

/** Payment files that paid the person, made anew once their rows say the pseudonym. */
export async function remakePaymentFiles(platform: Platform, person: number): Promise<void> {
  const batches = await platform.database.everything
    .selectFrom('payout_files as f')
    .innerJoin('payouts as p', 'p.batch_id', 'f.batch_id')
    .select('f.batch_id')
    .distinct()
    .where('p.user_id', '=', person)
    .orderBy('f.batch_id')
    .execute();
  for (const { batch_id } of batches)
    await transactWithoutTenantScope(asSystem(platform, 'erase-people'), async (tx) => {
      const made = await remakeBatchFile(tx, batch_id);
      await sql`select replace_payout_file(${person}, ${batch_id}, ${made})`.execute(tx.db);
    });
}

/** Erases again who was erased, after a restore from an earlier backup: npm run erasures:repeat [-- FILE] */
import { readFile } from 'node:fs/promises';
import { erasedPeople } from '../features/erasures/server/erased-list.ts';
import { repeatErasures } from '../features/erasures/server/repeat-erasures.ts';
import { fail, runCommand, UsageError } from './platform.ts';

const USAGE = 'npm run erasures:repeat [-- FILE]';

try {
  const [file, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new UsageError(USAGE);
  const listed = file === undefined ? [] : await readListed(file);
  await runCommand(async (platform, ownerUrl) => {
    const { erased, known, missing, blocked, stopped } = await repeatErasures(platform, ownerUrl, listed);
    for (const { user_id, words } of blocked) console.log(`user ${user_id}: settle this first: ${words}`);
    for (const { user_id, words } of stopped) console.log(`user ${user_id}: the erasure broke off: ${words}`);
    for (const id of erased) console.log(`user ${id}: erased`);
    console.log(`${erased.length} erased, ${known} erased before, ${missing} not in this database`);
    if (blocked.length + stopped.length > 0)
      throw new UsageError(`${blocked.length + stopped.length} not erased: settle what is named, and repeat`);
  });
} catch (error) {
  fail(error);
}

async function readListed(file: string) {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`There is no file ${file}`);
  });
  try {
    return erasedPeople.parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${file} is no list of erased users`);
  }
}

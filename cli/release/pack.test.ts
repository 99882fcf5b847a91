/** Runs where tar, sha256sum and ssh-keygen are; where one is absent, these are skipped. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from '../checks/deploy-settings.ts';
import { NAMESPACE, packFolder, signFiles } from './pack.ts';

const CAN_PACK = ['tar', 'gzip', 'sha256sum', 'ssh-keygen'].every(isInstalled);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'provost-release-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A folder that was written at its own time, packed. */
function packed(name: string, modified: number): string {
  const source = path.join(folder, name, 'provost-1.0.0');
  mkdirSync(source, { recursive: true });
  for (const file of ['b.txt', 'a.txt']) {
    writeFileSync(path.join(source, file), file);
    utimesSync(path.join(source, file), modified, modified);
  }
  const archive = path.join(folder, `${name}.tar.gz`);
  packFolder(source, archive, 1_700_000_000);
  return archive;
}

test.skipIf(!CAN_PACK)('an archive is the same bytes whenever it is packed', () => {
  expect(readFileSync(packed('one', 1_000_000)).equals(readFileSync(packed('two', 2_000_000)))).toBe(true);
});

test.skipIf(!CAN_PACK)('checksums and their signature hold, and fail once a byte is another', () => {
  const key = path.join(folder, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'release', '-f', key]);
  const archive = packed('one', 1_000_000);
  signFiles([archive], key);
  const [type, text] = readFileSync(`${key}.pub`, 'utf8').split(' ');
  writeFileSync(path.join(folder, 'signers'), `release@example.com ${type} ${text}\n`);
  expect(verified()).toEqual([0, 0]);
  appendFileSync(archive, 'x');
  expect(verified()).toEqual([1, 0]);
  appendFileSync(path.join(folder, 'SHA256SUMS'), '\n');
  expect(verified()[1]).not.toBe(0);
});

/** Exit codes of sha256sum and of ssh-keygen, as an operator would run them. */
function verified() {
  const at = { cwd: folder, input: readFileSync(path.join(folder, 'SHA256SUMS')) };
  const sums = spawnSync('sha256sum', ['--check', '--status', 'SHA256SUMS'], at);
  const who = ['-f', 'signers', '-I', 'release@example.com', '-n', NAMESPACE, '-s', 'SHA256SUMS.sig'];
  return [sums.status, spawnSync('ssh-keygen', ['-Y', 'verify', ...who], at).status];
}

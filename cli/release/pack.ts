/** The files of a release: one archive, its bill of materials, their checksums and the signature of these. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Namespace of the signature, so that the key's signatures of other things prove nothing here. */
export const NAMESPACE = 'provost-release';

/** Packs `folder` with all in it; the same bytes for the same contents, whoever packs them and when. `at` is the date of every entry, in seconds since 1970. */
export function packFolder(folder: string, archive: string, at: number): void {
  const fixed = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go+r-w',
    `--mtime=@${at}`,
  ];
  const tar = execFileSync('tar', ['-c', ...fixed, '-C', path.dirname(folder), path.basename(folder)], {
    maxBuffer: 1024 ** 3,
  });
  // Without a name and a date of its own.
  writeFileSync(archive, execFileSync('gzip', ['-n', '-9'], { input: tar, maxBuffer: 1024 ** 3 }));
}

/** Writes SHA256SUMS over `files` beside them, as `sha256sum --check` reads it, and its signature by an SSH key, as SHA256SUMS.sig. */
export function signFiles(files: readonly string[], key: string): void {
  const [first = ''] = files;
  const sums = path.join(path.dirname(first), 'SHA256SUMS');
  const lines = files.map(
    (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path.basename(file)}\n`,
  );
  writeFileSync(sums, lines.join(''));
  execFileSync('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', NAMESPACE, sums], {
    stdio: ['inherit', 'ignore', 'inherit'],
  });
}

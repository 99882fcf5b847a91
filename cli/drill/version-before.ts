import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { command } from './namespace.ts';
import { DRILL_ROOT } from './parts.ts';
import { THIS_VERSION } from './servers.ts';

/** Without a release, the version before is the last that changed these: it runs on this schema. */
const MIGRATIONS = 'server/db/migrations';

/** Unpacks the version of DRILL_FROM, the newest release, or the last that changed the schema; returns its folder, null without a history. */
export function versionBefore(): string | null {
  const commit = commitBefore();
  if (!commit) return null;
  const folder = path.join(DRILL_ROOT, `version-${commit.slice(0, 12)}`);
  if (existsSync(path.join(folder, 'dist'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, 'sources.tar');
  command('git', '-C', THIS_VERSION, 'archive', '-o', archive, commit);
  command('tar', '-x', '-f', archive, '-C', folder);
  rmSync(archive);
  for (const shared of ['node_modules', 'dist'])
    symlinkSync(path.join(THIS_VERSION, shared), path.join(folder, shared));
  return folder;
}

function commitBefore(): string | undefined {
  const { DRILL_FROM } = process.env;
  if (DRILL_FROM) return git('rev-parse', '--verify', `${DRILL_FROM}^{commit}`);
  const release = git('describe', '--tags', '--abbrev=0', 'HEAD~1');
  if (release) return git('rev-parse', `${release}^{commit}`);
  return git('log', '--format=%H', '-1', '--', MIGRATIONS);
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-C', THIS_VERSION, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() || undefined : undefined;
}

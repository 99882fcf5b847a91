/** Settings as the kit in `deploy` names them, against what the server reads. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '../../server/config.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Secrets in the form that the server asks of each. */
const EXAMPLES: Record<string, string> = {
  DATABASE_URL: 'postgres://db.example.com/provost',
  SECRET_KEY: 'a key of sixteen letters',
  STORAGE_URL: 's3://key:secret@files.example.com/bucket',
  SMTP_URL: 'smtps://user:secret@mail.example.com',
};

/** Settings that Node itself reads. */
const OF_NODE = ['NODE_ENV', 'NODE_COMPILE_CACHE'];

export function readKit(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Reads settings as a server would; throws on a name that the README does not explain, on a file of no secret, and on a wrong value. */
export function readSettings(env: Readonly<Record<string, string>>): Config {
  const explained = readKit('README.md');
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (!OF_NODE.includes(name) && !explained.includes(`\`${name}`))
      throw new Error(`README.md does not explain ${name}`);
    if (!name.endsWith('_FILE')) read[name] = value;
    else {
      const secret = name.slice(0, -'_FILE'.length);
      if (EXAMPLES[secret] === undefined) throw new Error(`${secret} is no secret that a server needs`);
      read[secret] = EXAMPLES[secret];
    }
  }
  return readConfig(read);
}

export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
}

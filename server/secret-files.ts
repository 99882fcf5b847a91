/** Secrets that come by a file, so that none stands in the environment of the process. Specification: Operations. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'SECRET_KEY',
  'NEW_SECRET_KEY',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'STORAGE_URL',
  'DRAND_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'OIDC_CLIENT_SECRET',
] as const;

/**
 * Returns the environment with what the files of secrets hold, without the line break at their end: the file that
 * `NAME_FILE` names, or the credential NAME of a systemd unit. `faults` has a line for each that cannot be used, with
 * its path and never its text.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; faults: string[] } {
  const read: NodeJS.ProcessEnv = { ...env };
  const faults: string[] = [];
  for (const name of SECRETS) {
    const places = [fileOf(env, name), credentialOf(env, name)].filter((place) => place !== null);
    const isGiven = Boolean(env[name]?.trim());
    if (places.length + Number(isGiven) > 1) {
      const names = [isGiven && name, ...places.map(({ source }) => source)].filter(Boolean);
      faults.push(`${names.join(', ')}: give one of them alone`);
      continue;
    }
    for (const { source, text, fault } of places) {
      if (fault) faults.push(`${source}: ${fault}`);
      else read[name] = text;
    }
  }
  return { env: read, faults };
}

/** Returns an environment whose files have been read, without their names. */
export function withoutFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = { ...env, CREDENTIALS_DIRECTORY: undefined };
  for (const name of SECRETS) Reflect.deleteProperty(read, `${name}_FILE`);
  return read;
}

type Place = { source: string; text?: string; fault?: string };

function fileOf(env: NodeJS.ProcessEnv, name: string): Place | null {
  const source = `${name}_FILE`;
  const file = env[source]?.trim();
  return file ? { source, ...contentsOf(file) } : null;
}

/** A credential that systemd has put where this process alone can read it; absent where the unit has none of this name. */
function credentialOf(env: NodeJS.ProcessEnv, name: string): Place | null {
  const folder = env.CREDENTIALS_DIRECTORY;
  if (!folder) return null;
  const contents = contentsOf(path.join(folder, name));
  return contents.code === 'ENOENT' ? null : { source: `the credential ${name}`, ...contents };
}

function contentsOf(file: string): { text?: string; fault?: string; code?: string } {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return text.trim() ? { text } : { fault: `${file} is empty` };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return { code, fault: `${file} ${FAULTS[code] ?? `cannot be read (${code})`}` };
  }
}

const FAULTS: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by the user of this process',
  EPERM: 'may not be read by the user of this process',
  EISDIR: 'is a folder',
};

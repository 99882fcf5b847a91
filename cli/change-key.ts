/** Replaces the secret key of the installation: npm run change-key, with all of its processes stopped. */
import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, keepOnce, keptKey, readConfig, resolveSecretKey } from '../server/config.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded.ts';
import { changeKey } from '../server/db/keys/change-key.ts';
import { withoutFiles, withSecretFiles } from '../server/secret-files.ts';
import { fail } from './platform.ts';

const SHORTEST = 16;

try {
  // A pipe is read once.
  const { env, faults } = withSecretFiles(process.env);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const config = readConfig(withoutFiles(env));
  const { NEW_SECRET_KEY: given } = env;
  const wished = given?.trim() ? given : undefined;
  if (wished !== undefined && wished.length < SHORTEST) {
    throw new ConfigError(`NEW_SECRET_KEY: give at least ${SHORTEST} characters`);
  }
  if (config.secretKey && !wished) {
    throw new ConfigError(
      'NEW_SECRET_KEY: is missing; SECRET_KEY is the key of today, NEW_SECRET_KEY the next',
    );
  }
  const old = await resolveSecretKey(config);
  // Kept before anything is changed: a crash after the change leaves the key where the next run of this finds it.
  const kept = path.join(config.dataDir, 'secret-key');
  const draft = `${kept}.next`;
  const next = wished
    ? Buffer.from(wished, 'utf8')
    : keptKey(await keepOnce(draft, () => randomBytes(32).toString('base64url')));
  const secrets = await onDatabase(config, (url) => changeKey(url, old, next));
  if (wished) await rm(draft, { force: true });
  else await rename(draft, kept);
  const done =
    secrets === null
      ? 'The key had been changed already.'
      : `The key is changed; ${secrets} secrets were encrypted anew.`;
  console.log(
    `${done} Everybody signs in again.${wished ? ' Start with SECRET_KEY set to the new key.' : ''}`,
  );
} catch (error) {
  fail(error);
}

async function onDatabase<Result>(
  { databaseUrl, dataDir }: { databaseUrl?: string; dataDir: string },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return work(databaseUrl);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

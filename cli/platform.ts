/** Opens the platform for a command, without its HTTP server, and prints errors in one line. */
import { pino } from 'pino';
import { Refusal } from '../core/errors.ts';
import { ConfigError, readConfig } from '../server/config.ts';
import { DataDirInUseError } from '../server/db/embedded/embedded-lock.ts';
import { runningEmbeddedUrl } from '../server/db/embedded/embedded-running.ts';
import { openLog } from '../server/log.ts';
import type { Platform } from '../server/platform.ts';
import { openPlatform } from '../server/start.ts';

export class UsageError extends Error {}

/** Opens DATABASE_URL or DATA_DIR's, the running server's or one started until `close`. Works no jobs. */
export async function openForCommand(): Promise<{
  platform: Platform;
  ownerUrl: string;
  close: () => Promise<void>;
}> {
  const config = readConfig(process.env);
  // What a command has to say goes to the terminal by itself; the log is for when something is wrong.
  const level = process.env.LOG_LEVEL ? config.logLevel : 'warn';
  const log = openLog(level, pino.destination({ dest: 2, sync: true }));
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  const open = async (databaseUrl: string | undefined) => {
    const { platform, ownerUrl } = await openPlatform({ ...config, databaseUrl }, log, stops, 'expand');
    stops.push(() => platform.jobs.stop());
    return { platform, ownerUrl, close };
  };
  try {
    return await open(config.databaseUrl).catch(async (error: unknown) => {
      if (!(error instanceof DataDirInUseError)) throw error;
      const url = await runningEmbeddedUrl(config.dataDir);
      if (!url) throw error;
      return open(url);
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ends a failed command with one line and exit code 1; LOG_LEVEL=debug adds the stack. */
export async function runCommand(
  work: (platform: Platform, ownerUrl: string) => Promise<void>,
): Promise<void> {
  try {
    const { platform, ownerUrl, close } = await openForCommand();
    try {
      await work(platform, ownerUrl);
    } finally {
      await close();
    }
  } catch (error) {
    fail(error);
  }
}

export function fail(error: unknown): void {
  process.exitCode = 1;
  process.stderr.write(`${lineOf(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
}

/** Reads a whole number of the command line; refuses anything else by the option's name. */
export function readId(option: string, text: string | undefined): number {
  if (text === undefined) throw new UsageError(`${option} is missing`);
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > 2_147_483_647)
    throw new UsageError(`${option} must be the number of one, not "${text}"`);
  return value;
}

function lineOf(error: unknown): string {
  if (error instanceof Refusal) {
    const [field] = error.details.errors ?? [];
    return field ? `${field.path} ${field.message}` : error.message;
  }
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return (message || String(code ?? error)).split('\n', 1)[0] ?? '';
}

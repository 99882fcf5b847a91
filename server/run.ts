/** One process: the API, the web application and the jobs. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ConfigError, readConfig } from './config.ts';
import { openLog } from './log.ts';
import { start } from './start.ts';

// For the start and a second signal. Whoever started the embedded PostgreSQL stops it as this exits.
const atOnce = (_signal: string): void => process.exit(1);
let end = atOnce;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal));

try {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const running = await start(config, log);
  let isEnding = false;
  end = (signal) => {
    end = atOnce;
    isEnding = true;
    log.info({ signal }, 'stopping');
    running.drain().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.stdout.write(`\n  Provost is at ${running.address}\n`);
  if (running.isMakingDemo)
    process.stdout.write('  Demo data is being created: you can sign in in about 30 seconds.\n');
  const notice = await running.notice.catch(async (error: unknown) => {
    if (isEnding) return null;
    await running.stop();
    throw error;
  });
  if (notice !== null) process.stdout.write(`${notice}\n`);
  releaseStartMemory();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** Frees memory used while loading: V8 keeps it until it is needed, which on a quiet server never happens. */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

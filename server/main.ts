/** One process: the API, the web application and the jobs. */
import { ConfigError, readConfig } from './config.ts';
import { openLog } from './log.ts';
import { type Running, start } from './start.ts';

try {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  let running: Running | undefined;
  let stopping = false;
  const stop = (signal: string) => {
    // A second signal, or one before there is anything to end in order: at once. The embedded PostgreSQL is told to
    // stop by whoever started it, when this process exits.
    if (stopping || !running) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  running = await start(config, log);
  process.stdout.write(`\n  Provost is at ${running.address}\n${running.notice}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

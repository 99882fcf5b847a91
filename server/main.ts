/** One process: the API, the web application and the jobs. */
import { ConfigError, readConfig } from './config.ts';
import { openLog } from './log.ts';
import { start } from './start.ts';

try {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const running = await start(config, log);
  process.stdout.write(`\n  Provost is at ${running.address}\n${running.notice}\n`);
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
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
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** One process: the API, the web application and the jobs. */
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
  end = (signal) => {
    end = atOnce;
    log.info({ signal }, 'stopping');
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.stdout.write(`\n  Provost is at ${running.address}\n${running.notice}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

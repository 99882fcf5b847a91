/** Entry point of the process that makes the demo beside a running server, see make-demo-apart.ts. */
import { once } from 'node:events';
import { readConfig, resolveSecretKey } from '../../config.ts';
import { asSystem } from '../../context.ts';
import { openFiles } from '../../files/open-files.ts';
import { keysOf } from '../../keys.ts';
import { openLog } from '../../log.ts';
import { openDatabase } from '../client.ts';
import { fillDemo } from '../contents.ts';
import type { DemoTask } from './make-demo-apart.ts';

// The server is gone, and with it who would tell of a demo.
process.on('disconnect', () => process.exit(1));
const [{ urls, ownerUrl }] = (await once(process, 'message')) as [DemoTask];
const config = readConfig(process.env);
const database = openDatabase(urls, 2);
const jobs = { work: async () => {}, stop: async () => {} };
const platform = {
  config,
  database,
  files: await openFiles(config),
  jobs,
  log: openLog(config.logLevel),
  ...keysOf(await resolveSecretKey(config)),
};
await fillDemo(asSystem(platform, 'start'), ownerUrl);
await database.close();
process.exit(0);

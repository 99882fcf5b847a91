/** A process that answers one call of a site, and dies at a given statement. */
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/client.ts';
import { buildHttp } from '../../server/http/http.ts';
import type { Platform } from '../../server/platform.ts';
import { TEST_KEYS } from '../test-database.ts';
import { dieAt } from './dying.ts';

type SiteRequest = { path: string; key: string; body: unknown };

const [global = '', scoped = '', site = '', file = '', statement, moment = ''] = process.argv.slice(2);
const { path, key, body } = JSON.parse(readFileSync(file, 'utf8')) as SiteRequest;
const database = openDatabase({ global, scoped, site }, 2);
// No jobs and no files: what is called asks for neither.
const platform = { ...TEST_KEYS, config: readConfig({}), database, log: pino({ level: 'silent' }) };
const http = await buildHttp(platform as unknown as Platform);
const sent = dieAt(Number(statement), moment);
const answer = await http.inject({
  method: 'POST',
  url: `/api/site/${path}`,
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  payload: JSON.stringify(body),
});
process.stdout.write(`${sent()} statements, ${answer.statusCode}\n`);
await http.close();
await database.close();

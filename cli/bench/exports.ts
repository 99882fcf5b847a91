import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { classDetail } from '../../features/classes/reports/server/class-detail.ts';
import { POLL_INTERVAL_MS, type Progress, REPORTS } from '../../features/exports/contract.ts';
import { statementsOf } from '../../features/exports/server/kinds.ts';
import { siteUsersCsv } from '../../features/users/server/site-users-csv.ts';
import { SYSTEM } from '../../server/context.ts';
import { CopiedRows } from '../../server/db/bulk/copy-rows.ts';
import type { Platform } from '../../server/platform.ts';
import { watchMemory } from './memory.ts';
import { superadminToken } from './sign-in.ts';
import type { Figure } from './table.ts';

const ROUNDS = 5;
const AIM = 1.5;

type Rows = ReturnType<typeof statementsOf>['rows'];

export function benchClassDetail(platform: Platform, http: FastifyInstance): Promise<Figure[]> {
  const { rows } = statementsOf(classDetail, SYSTEM, { dates: '', program_id: 0 });
  return benchExport(platform, http, 'reports/class-detail-csv', rows);
}

export function benchUsersExport(platform: Platform, http: FastifyInstance): Promise<Figure[]> {
  const { rows } = statementsOf(siteUsersCsv, SYSTEM, { name: '', program_id: 0 });
  return benchExport(platform, http, 'site-users/csv', rows);
}

/** Measures from the first call until the file is complete, in turns with a COPY whose rows are discarded. */
async function benchExport(
  platform: Platform,
  http: FastifyInstance,
  path: string,
  statement: Rows,
): Promise<Figure[]> {
  const authorization = `Bearer ${await superadminToken(platform)}`;
  const get = (url: string) => http.inject({ url, headers: { authorization } });
  const ask = async (file_name: string) => {
    const { body } = await get(`/api/wladmin/${path}?page=1&file_name=${file_name}`);
    return JSON.parse(body) as Progress;
  };
  const [ours, theirs]: [number[], number[]] = [[], []];
  let rows = 0;
  let bytes = 0;
  await seconds(() => copied(platform, statement));
  const memory = watchMemory();
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await seconds(() => copied(platform, statement)));
    memory.begin();
    let known = await ask('');
    const { file_name } = known;
    while (known.result) {
      await wait(POLL_INTERVAL_MS);
      known = await ask(file_name);
    }
    memory.end();
    const row = await platform.database.everything
      .selectFrom('exports')
      // A file stays a day from the moment that it was whole.
      .select(['bytes', sql<number>`extract(epoch from due_at - created_at) - 86400`.as('seconds')])
      .where('file_name', '=', file_name)
      .executeTakeFirstOrThrow();
    ours.push(row.seconds);
    rows = known.count;
    bytes = row.bytes ?? 0;
    const { statusCode } = await get(`${REPORTS}${file_name}`);
    if (statusCode !== 200) throw new Error(`the file answered ${statusCode}`);
    await http.inject({
      method: 'POST',
      url: '/api/wladmin/export/cancel',
      headers: { authorization, 'content-type': 'application/json' },
      payload: JSON.stringify({ file_name }),
    });
  }
  const [our, their] = [median(ours), median(theirs)];
  return [
    {
      what: `${rows.toLocaleString('en-US')} rows into a stored file, from the first call on`,
      ratio: our / their,
      aim: AIM,
      note: `${our.toFixed(2)} s, ${their.toFixed(2)} s; ${(bytes / 1e6).toFixed(0)} MB, ${memory.most()} MB more memory at most`,
    },
  ];
}

async function copied({ database }: Platform, rows: Rows): Promise<void> {
  const { client } = await database.snapshot(0);
  for await (const _ of client.query(new CopiedRows(rows, () => {})));
  await client.end();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

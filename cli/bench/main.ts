/** npm run bench, `npm run bench -- pages` for a part, `-- pages 0.02` on a small database: costs over the bare minimum. docs/performance.md */
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../server/config.ts';
import { buildHttp } from '../../server/http/http.ts';
import { openPlatform } from '../../server/start.ts';
import { buildBenchDatabase } from './database.ts';
import { benchDraws } from './draws.ts';
import { benchClassDetail, benchUsersExport } from './exports.ts';
import { benchUsersImport } from './imports.ts';
import { benchMembership } from './membership.ts';
import { benchMoneyPages, benchPagesAtOnce, benchPaying } from './money.ts';
import { buildMoneyDatabase, moneySize } from './money-database.ts';
import { benchPages, PAGES, USER_PAGES } from './pages.ts';
import { benchRecalculation } from './recalculation.ts';
import { benchSalesAtOnce } from './sales-at-once.ts';
import { benchScreens } from './screens.ts';
import { benchSites } from './sites.ts';
import { printTable } from './table.ts';
import { benchWrongSignIns } from './wrong-sign-ins.ts';

const asked = process.argv[2];
const scale = Number(process.argv[3] ?? 1);
// A server of its own, before the large database is opened beside it.
if (!asked || asked === 'sign-in')
  printTable('Wrong sign-ins: over the list at rest', await benchWrongSignIns());
if (asked === 'sign-in') process.exit(0);

if (!asked || asked === 'screens') {
  const { rows, keys } = await benchScreens();
  printTable('Screens: from the navigation to the first row, over a bare page', rows);
  printTable('Screens: from a key to the next paint, the 75th percentile, over a bare field', keys);
}
if (asked === 'screens') process.exit(0);

const IMPORTED = 100_000;
const ATTENDANCES = 5_000_000;

/** Money has a database of its own: millions of charges would slow the other measurements. */
const isMoney = asked === 'money';
const dataDir = path.join(
  import.meta.dirname,
  '..',
  '..',
  '.cache',
  `bench${isMoney ? '-money' : ''}${scale === 1 ? '' : `-${scale}`}`,
);
await mkdir(dataDir, { recursive: true });
await chmod(dataDir, 0o755);
const stops: (() => Promise<void>)[] = [];
const config = readConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
try {
  const { platform, ownerUrl, urls } = await openPlatform(config, pino({ level: 'silent' }), stops);
  stops.push(() => platform.jobs.stop());
  await (isMoney ? buildMoneyDatabase : buildBenchDatabase)(ownerUrl, scale);
  // One for all of them: an HTTP server that closes lets go of exports and imports for good.
  const http = await buildHttp(platform);
  stops.push(() => http.close());
  const parts = {
    pages: [
      'Pages: over a bare handler and over the queries alone',
      () => benchPages(platform, http, urls.global, PAGES),
    ],
    users: [
      'Users: pages as above; the file over COPY of the same statement; an import over one INSERT',
      async () => [
        ...(await benchPages(platform, http, urls.global, USER_PAGES)),
        ...(await benchUsersExport(platform, http)),
        ...(await benchUsersImport(platform, ownerUrl, IMPORTED * scale)),
      ],
    ],
    recalculation: ['Recalculation: over one plain UPDATE', () => benchRecalculation(platform, ownerUrl)],
    'class-detail': [
      'Class specific report: over COPY of the same statement',
      () => benchClassDetail(platform, http),
    ],
    membership: [
      'Membership shares: over one plain count by instructor',
      () => benchMembership(platform, ownerUrl, ATTENDANCES * scale),
    ],
    site: [
      'Sites: reads over a bare handler; sales over a plain INSERT of their rows',
      () => benchSites(platform, http, { ownerUrl, urls }),
    ],
    draws: ['Draws and events', () => benchDraws(platform, http, ownerUrl)],
  } as const;
  for (const [name, [title, measure]] of Object.entries(parts)) {
    if (!asked || asked === name) printTable(title, await measure());
  }
  if (isMoney) {
    printTable('Money: pages over a bare handler and over the queries alone', [
      ...(await benchMoneyPages(platform, http, urls.global)),
      ...(await benchPagesAtOnce(platform, http, urls.global)),
    ]);
    printTable(
      'Sales of one payee: over those without kept sums',
      await benchSalesAtOnce(platform, ownerUrl),
    );
    printTable('Paying: over one plain UPDATE', await benchPaying(platform, ownerUrl, moneySize(scale)));
  }
} finally {
  for (const end of stops.reverse()) await end();
}

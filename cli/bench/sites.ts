/** Measures what sites call: a list with and without its tag, and many sales at once. Specification: Sites. */
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Urls } from '../../server/db/roles.ts';
import { scopeKey, signedSite } from '../../server/db/scope.ts';
import { hashOfSecret } from '../../server/keys.ts';
import type { Platform } from '../../server/platform.ts';
import { costsOf, median, recorded } from './pages.ts';
import type { Figure } from './table.ts';

const PROGRAM = 7;
const KEY = 'bench-site-key';
const SALES = 500;
const ROUNDS = 9;

const AIMS = { uncached: 1.5, cached: 0.25, sales: 4 };

export async function benchSites(
  platform: Platform,
  product: FastifyInstance,
  { ownerUrl, urls }: { ownerUrl: string; urls: Pick<Urls, 'scoped' | 'site'> },
): Promise<Figure[]> {
  platform.config.siteCallsPerMinute = 1_000_000;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      `insert into site_keys (program_id, name, rights, key_hash) values ($1, 'Bench', '{read,write}', $2)
       on conflict do nothing`,
      [PROGRAM, hashOfSecret(KEY)],
    );
    await owner.query(
      `insert into class_programs (class_id, program_id) select id, $1 from classes
       order by program_id = $1 desc, id limit 1000 on conflict do nothing`,
      [PROGRAM],
    );
    const reads = await benchReads(product, asSite(urls));
    return [...reads, await benchSales(product, owner)];
  } finally {
    await owner.end();
  }
}

const authorization = `Bearer ${KEY}`;

/** A bare handler is of one program: its connections are told so once. */
function asSite({ scoped, site }: Pick<Urls, 'scoped' | 'site'>): string {
  const url = new URL(site);
  url.searchParams.set('options', `-c provost.site=${signedSite(scopeKey(scoped), PROGRAM)}`);
  return url.href;
}

async function benchReads(product: FastifyInstance, url: string): Promise<Figure[]> {
  const request = { url: '/api/site/classes?limit=50', headers: { authorization } };
  const read = () => product.inject(request);
  const etag = String((await read()).headers.etag);
  const queries = await recorded(read);
  const again = () => product.inject({ ...request, headers: { authorization, 'if-none-match': etag } });
  const uncached = await costsOf(read, { url, queries });
  const cached = await costsOf(again, { url, queries });
  const noteOf = ({ cpu }: { cpu: number }) => `${cpu.toFixed(2)} ms of CPU`;
  return [
    {
      what: 'classes: CPU over a bare handler',
      ratio: uncached.product.cpu / uncached.bare.cpu,
      aim: AIMS.uncached,
      note: noteOf(uncached.product),
    },
    {
      what: 'classes, 304: CPU over a bare handler of the list',
      ratio: cached.product.cpu / cached.bare.cpu,
      aim: AIMS.cached,
      note: noteOf(cached.product),
    },
  ];
}

/** Each round tells new sales, then writes copies of their rows and lines by plain statements. */
async function benchSales(product: FastifyInstance, owner: pg.Client): Promise<Figure> {
  const { rows: sold } = await owner.query<{ class_id: number; user_id: number }>(
    `select l.class_id, u.id as user_id from class_programs l cross join site_users u
     where l.program_id = $1 and l.active = 1 and u.program_id = $1 and u.user_type = 'S' limit ${SALES}`,
    [PROGRAM],
  );
  const [told, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const items = sold.map(({ class_id, user_id }) => ({
      reference: crypto.randomUUID(),
      type: 'class',
      class_id,
      user_id,
      amount: 4999,
      currency: 'USD',
    }));
    const began = performance.now();
    const { statusCode, body } = await product.inject({
      method: 'POST',
      url: '/api/site/charges',
      headers: { authorization },
      payload: { items },
    });
    const took = performance.now() - began;
    const { results } = JSON.parse(body) as { results: { id: number; state: string }[] };
    if (statusCode !== 200 || results.some(({ state }) => state !== 'created'))
      throw new Error(`sales were refused: ${body.slice(0, 500)}`);
    const copying = await timeOfCopies(
      owner,
      results.map(({ id }) => id),
    );
    // The first of each meets cold caches.
    if (round > 0) {
      told.push(took);
      plain.push(copying);
    }
  }
  const ratio = median(told) / median(plain);
  return {
    what: `${sold.length} sales told at once: time over a plain INSERT of their rows and lines`,
    ratio,
    aim: AIMS.sales,
    note: `${median(told).toFixed(0)} ms, plain ${median(plain).toFixed(0)} ms`,
  };
}

/** Milliseconds of writing the rows again, which are taken back. */
async function timeOfCopies(owner: pg.Client, ids: readonly number[]): Promise<number> {
  await owner.query('drop table if exists bench_charges, bench_lines');
  await owner.query(`create temp table bench_charges as select * from charges where id = any ($1)`, [ids]);
  await owner.query(
    `create temp table bench_lines as select * from charge_lines where charge_id = any ($1)`,
    [ids],
  );
  const [{ top } = { top: 0 }] = (await owner.query<{ top: number }>('select max(id) as top from charges'))
    .rows;
  const columnsOf = async (table: string) => {
    const { rows } = await owner.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0
         and not attisdropped and attgenerated = '' and attname <> 'id'`,
      [table],
    );
    return rows.map(({ name }) => name);
  };
  const [charges, lines] = [await columnsOf('charges'), await columnsOf('charge_lines')];
  const shifted = lines.map((name) => (name === 'charge_id' ? `charge_id + ${top}` : name));
  const began = performance.now();
  await owner.query('begin');
  await owner.query(
    `insert into charges (id, ${charges.join()}) overriding system value select id + ${top}, ${charges.join()} from bench_charges`,
  );
  await owner.query(`insert into charge_lines (${lines.join()}) select ${shifted.join()} from bench_lines`);
  await owner.query('rollback');
  return performance.now() - began;
}

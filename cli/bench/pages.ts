/** Measures list pages over a bare Fastify handler with the same queries, and over the queries alone. */
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Platform } from '../../server/platform.ts';
import { superadminToken } from './sign-in.ts';
import type { Figure } from './table.ts';

/** Milliseconds of a turn: short, so that a slow spell of the machine falls on all alike. */
const TURN_MS = 100;
const ROUNDS = 25;
/** Rounds of a page that takes more than LONG milliseconds. */
const FEWER_ROUNDS = 5;
const LONG = 30_000;
/** Requests before the first turn, and the milliseconds after which fewer are enough. */
const WARM = 300;
const LONG_WARM = 5000;

/** Aims of docs/performance.md: CPU of a page over the bare handler; time of a substring search over the raw query. */
const AIM = 1.6;

export const PAGES = [
  ['instructors, no filter', 'instructors'],
  ['instructors, a substring', 'instructors?name=molan'],
  ['instructors, one program', 'instructors?program_id=7'],
  ['class commissions, no filter', 'class-commissions'],
  ['class commissions, a substring', 'class-commissions?name=molan'],
  ['class commissions, one program', 'class-commissions?program_id=7'],
  ['classes, one program', 'classes?type=class&program_id=7'],
  ['classes, a substring', 'classes?type=class&name=molan'],
  ['classes, of an instructor', 'classes?type=class&instructor_name=molanova+19'],
  ['classes, page 1000', 'classes?type=class&page=1000'],
] as const;

export const USER_PAGES = [
  ['users of a program', 'site-users?program_id=7'],
  ['users of the largest program, by name', 'site-users?program_id=1&sort_by=name'],
  ['users, a substring', 'site-users?name=molanova+99'],
  ['users, page 1000', 'site-users?page=1000'],
  ['user search, a substring', 'user-search?name=molanova+99'],
] as const;

type Pages = readonly (readonly [what: string, address: string])[];

type Query = { text: string; values: unknown[] };

export async function benchPages(
  platform: Platform,
  product: FastifyInstance,
  url: string,
  pages: Pages,
): Promise<Figure[]> {
  const authorization = `Bearer ${await superadminToken(platform)}`;
  const figures: Figure[] = [];
  for (const [what, address] of pages) {
    const request = () => product.inject({ url: `/api/wladmin/${address}`, headers: { authorization } });
    await request();
    const queries = await recorded(request);
    const costs = await costsOf(request, { url, queries });
    const { cpu, time } = costs.product;
    const note = `${cpu.toFixed(2)} ms of CPU, ${time.toFixed(2)} ms a page`;
    figures.push({
      what: `${what}: CPU over a bare handler`,
      ratio: cpu / costs.bare.cpu,
      aim: AIM,
      note,
    });
    const substring = address.includes('name=');
    figures.push({
      what: `${what}: time over the queries`,
      ratio: time / costs.raw.time,
      aim: substring ? AIM : null,
      note: '',
    });
  }
  return figures;
}

type Cost = Record<'cpu' | 'time', number>;

/** Returns median milliseconds of a request to the product, of a bare handler with the same `queries` to `url`, and of these alone, by turns. */
export async function costsOf(
  request: () => Promise<unknown>,
  { url, queries }: { url: string; queries: readonly Query[] },
): Promise<Record<'bare' | 'product' | 'raw', Cost>> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const handler = bareHandler(pool, queries);
  const bareRequest = () => handler.inject({ url: '/page' });
  const raw = () => Promise.all(queries.map((query) => pool.query(query.text, query.values)));
  const costs = { bare: newCosts(), product: newCosts(), raw: newCosts() };
  await warmUp(bareRequest);
  await warmUp(request);
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    if (round >= FEWER_ROUNDS && performance.now() - began > LONG) break;
    await takeTurn(costs.bare, bareRequest);
    await takeTurn(costs.product, request);
    await takeTurn(costs.raw, raw);
  }
  await handler.close();
  await pool.end();
  const medians = ({ cpu, time }: Costs): Cost => ({ cpu: median(cpu), time: median(time) });
  return { bare: medians(costs.bare), product: medians(costs.product), raw: medians(costs.raw) };
}

/** Queries of the check of a session or key and the job queue, which are not the page's. */
const NOT_OF_THE_PAGE = /\bfrom sessions\b|\bsite_keys\b|\bpgboss\./;

export async function recorded(request: () => Promise<unknown>): Promise<Query[]> {
  const queries: Query[] = [];
  const client = pg.Client.prototype as unknown as { query: (...values: unknown[]) => unknown };
  const original = client.query;
  client.query = function (this: unknown, ...args: unknown[]) {
    const [query, values] = args;
    const text = typeof query === 'string' ? query : (query as { text?: string }).text;
    const given = Array.isArray(values) ? values : ((query as { values?: unknown[] }).values ?? []);
    if (text && /^\s*(select|with)\s/i.test(text) && !NOT_OF_THE_PAGE.test(text))
      queries.push({ text, values: given });
    return original.apply(this, args);
  };
  try {
    await request();
  } finally {
    client.query = original;
  }
  return queries;
}

export function bareHandler(pool: pg.Pool, queries: readonly Query[]): FastifyInstance {
  const app = Fastify();
  app.get('/page', async () => {
    const results = await Promise.all(queries.map((query) => pool.query(query.text, query.values)));
    return results.map(({ rows }) => rows as unknown[]);
  });
  return app;
}

type Costs = { cpu: number[]; time: number[] };

const newCosts = (): Costs => ({ cpu: [], time: [] });

/** Adds the milliseconds of CPU and of time of one run; a warm-up run before it is not counted. */
async function takeTurn({ cpu, time }: Costs, run: () => Promise<unknown>): Promise<void> {
  await run();
  const began = performance.now();
  const before = process.cpuUsage();
  let count = 0;
  while (count < 2 || performance.now() - began < TURN_MS) {
    await run();
    count += 1;
  }
  const { user, system } = process.cpuUsage(before);
  cpu.push((user + system) / 1000 / count);
  time.push((performance.now() - began) / count);
}

/** Runs until the code is compiled, as in a server that has been up for a while. */
async function warmUp(run: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  for (let count = 0; count < WARM && performance.now() - began < LONG_WARM; count++) await run();
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

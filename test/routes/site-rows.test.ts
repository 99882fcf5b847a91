/** Rows that the role of sites sees, whatever the routes ask for: of its own program, and of no other. Specification: Sites. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeKey, signedSite } from '../../server/db/scope.ts';
import { makeProgram } from '../factories.ts';
import { useTestApp } from '../harness.ts';
import { siteRoutes } from './site-cases.ts';

const app = useTestApp();
let site: pg.Client;
beforeAll(async () => {
  site = new pg.Client(app().urls.site);
  await site.connect();
});
afterAll(() => site?.end());

/** Texts of all rows that the program's site may read, by table. */
async function textsSeenBy(program_id: number): Promise<Map<string, string>> {
  const { rows } = await site.query<{ name: string; columns: string }>(`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_column_privilege(c.oid, a.attnum, 'select')
    group by c.relname`);
  await site.query('begin');
  await site.query(`select set_config('provost.site', $1, true)`, [
    signedSite(scopeKey(app().urls.scoped), program_id),
  ]);
  const seen = new Map<string, string>();
  for (const { name, columns } of rows) {
    const found = await site.query(`select ${columns} from ${name}`);
    seen.set(name, JSON.stringify(found.rows));
  }
  await site.query('rollback');
  return seen;
}

test('no text of a program reaches the site of another through any table', async () => {
  const db = app().platform.database.everything;
  const [own, other] = [(await makeProgram(db)).id, (await makeProgram(db)).id];
  const mark = `marker-${process.pid}-rows-`;
  for (const [turn, route] of siteRoutes.entries())
    await route.request({ app: app(), db, program_id: own, mark: `${mark}${turn}-` });
  const [seen, elsewhere] = [await textsSeenBy(own), await textsSeenBy(other)];
  const withMark = (texts: Map<string, string>) =>
    [...texts].filter(([, text]) => text.includes(mark)).map(([name]) => name);
  expect(withMark(elsewhere)).toEqual([]);
  for (const name of ['classes', 'class_translations', 'events', 'gift_products', 'banners', 'landing_pages'])
    expect(withMark(seen)).toContain(name);
  expect(JSON.parse(elsewhere.get('uploads') ?? '[0]')).toEqual([]);
  expect(seen.get('uploads')).toContain('/storage/images/');
});

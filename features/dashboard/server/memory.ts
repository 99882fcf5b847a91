import os from 'node:os';
import { type RawBuilder, sql } from 'kysely';
import { must } from '../../../core/must.ts';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { type Markup, markup } from './markup.ts';

/** Returns process and host, then PostgreSQL, all values escaped. Collects garbage first under `--expose-gc`, and says which applied. */
export async function freeMemory({ platform }: Context): Promise<[string, string]> {
  const here = processAndHost();
  const there = await postgres(platform.database.everything);
  return [here.html, there.html];
}

const LARGEST = 10;

function processAndHost(): Markup {
  const before = process.memoryUsage();
  global.gc?.();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const said = global.gc
    ? `Freed ${mebibytes(before.heapUsed - heapUsed)} of heap memory.`
    : 'Nothing was freed. Memory can only be freed on request if the server was started with node --expose-gc.';
  return markup`<h3>Process and host</h3><p>${said}</p>${listed([
    ['Resident', mebibytes(rss)],
    ['Heap', `${mebibytes(heapUsed)} of ${mebibytes(heapTotal)}`],
    ['Outside the heap', mebibytes(external)],
    ['Running for', duration(process.uptime())],
    ['Host', `${mebibytes(os.freemem())} free of ${mebibytes(os.totalmem())}`],
    [
      'Load',
      os
        .loadavg()
        .map((load) => load.toFixed(2))
        .join(' · '),
    ],
  ])}`;
}

async function postgres(db: Db): Promise<Markup> {
  const [found] = await rowsOf<Server>(
    db,
    sql`select current_setting('server_version') as version, current_setting('shared_buffers') as shared_buffers,
      current_setting('max_connections') as most, pg_size_pretty(pg_database_size(d.datid)) as size,
      case when d.blks_hit + d.blks_read > 0
        then round(100.0 * d.blks_hit / (d.blks_hit + d.blks_read), 2)::text || '%' else 'nothing read yet' end as hits,
      (select count(*) from pg_stat_activity a where a.backend_type = 'client backend') as connections
    from pg_stat_database d where d.datname = current_database()`,
  );
  const tables = await rowsOf<{ name: string; size: string; rows: string }>(
    db,
    sql`select n.nspname || '.' || c.relname as name, pg_size_pretty(t.size) as size,
      case when c.reltuples < 0 then 'not counted yet' else 'about ' || to_char(c.reltuples, 'FM999,999,999,999') end as rows
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (select pg_total_relation_size(c.oid) as size offset 0) t
    where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\_t%'
    order by t.size desc nulls last, name limit ${LARGEST}`,
  );
  const server = must(found, 'database of its statistics');
  return markup`<h3>PostgreSQL</h3>${listed([
    ['Version', server.version],
    ['Shared buffers', server.shared_buffers],
    ['Found in them', server.hits],
    ['Connections', `${server.connections} of ${server.most}`],
    ['Database', server.size],
  ])}<table><caption>Largest tables, with their indexes</caption><thead><tr><th scope="col">Table</th><th scope="col">Size</th
    ><th scope="col">Rows</th></tr></thead><tbody>${tables.map(
      ({ name, size, rows }) =>
        markup`<tr><th scope="row">${name}</th><td>${size ?? ''}</td><td>${rows}</td></tr>`,
    )}</tbody></table>`;
}

type Server = {
  version: string;
  shared_buffers: string;
  most: string;
  size: string;
  hits: string;
  connections: number;
};

async function rowsOf<Row extends object>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await (query as RawBuilder<Row>).execute(db)).rows;
}

function listed(entries: readonly (readonly [term: string, said: string])[]): Markup {
  return markup`<dl>${entries.map(([term, said]) => markup`<dt>${term}</dt><dd>${said}</dd>`)}</dl>`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toLocaleString('en-US', { maximumFractionDigits: 1 })} MiB`;
}

function duration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours > 0
    ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min`
    : `${Math.floor(seconds / 60)} min`;
}

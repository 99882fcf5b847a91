import type pg from 'pg';
import { comesAlong } from './foreign-rows.ts';
import { type Schema, waysOf } from './moved-tables.ts';

/** Notes in the temporary table `moved_rows` which rows move with a program: its own, and of others those that they name, theirs in turn. */
export async function noteRows(client: pg.Client, schema: Schema, program_id: number): Promise<void> {
  await client.query(`create temporary table moved_rows (of regclass, place tid, is_own boolean, round integer,
    primary key (of, place)) on commit drop`);
  for (const [table, { conditions, through }] of waysOf(schema)) {
    const links = through.map(({ to, columns, to_columns }) => {
      const same = columns.map((column, index) => `p."${to_columns[index]}" = t."${column}"`).join(' and ');
      return `exists (select from "${to}" p join moved_rows m on m.of = '${to}'::regclass and m.place = p.ctid and m.is_own
        where ${same})`;
    });
    // The one parameter is a number, which the conditions name as they like.
    const where = [...conditions, ...links].join(' or ').replaceAll('$1', String(program_id));
    await client.query(
      `insert into moved_rows select '${table}'::regclass, t.ctid, true, 0 from "${table}" t where ${where}`,
    );
    await client.query('analyze moved_rows');
  }
  const moved = new Map(schema.tables.map((table) => [table.name, table]));
  const links = schema.foreignKeys.filter(
    ({ table, to, columns }) =>
      moved.has(table) && moved.has(to) && !columns.some((name) => moved.get(table)?.cut.has(name)),
  );
  for (let round = 0, found = 1; found > 0; round++) {
    found = 0;
    for (const { table, to, columns, to_columns } of links) {
      const same = columns.map((column, index) => `p."${to_columns[index]}" = t."${column}"`).join(' and ');
      const named = columns.every((column) => comesAlong(table, column)) ? '' : 'and m.is_own';
      const { rowCount } = await client.query(
        `insert into moved_rows select distinct '${to}'::regclass, p.ctid, false, ${round + 1}
         from moved_rows m join "${table}" t on t.ctid = m.place join "${to}" p on ${same}
         where m.of = '${table}'::regclass and m.round >= ${round} ${named}
         on conflict do nothing`,
      );
      found += rowCount ?? 0;
    }
  }
}

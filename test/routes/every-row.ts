import pg from 'pg';

/** Every row of every table of a database as text, for what must not be found in it. */
export async function everyRow(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      found.push(...rows.map(({ row }) => row));
    }
    return found;
  } finally {
    await client.end();
  }
}

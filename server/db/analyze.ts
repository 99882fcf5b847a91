import pg from 'pg';

/**
 * Counts what the tables hold, so that the planner knows it at once and not after the next round of autovacuum. As the
 * owner: of tables of others PostgreSQL skips each without an error.
 */
export async function countForPlanner(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('analyze');
  } finally {
    await owner.end();
  }
}

/** A log of what this process sends to PostgreSQL: below every pool, at the driver. */
import pg from 'pg';

/** Runs `work` and answers its result with the texts of all statements that were sent meanwhile. */
export async function statementsOf<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const statements: string[] = [];
  const own = pg.Client.prototype as unknown as { query: (this: pg.Client, ...values: unknown[]) => unknown };
  const { query } = own;
  own.query = function (...values) {
    const [first] = values;
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text);
    statements.push(text);
    return query.apply(this, values);
  };
  try {
    return { result: await work(), statements };
  } finally {
    own.query = query;
  }
}

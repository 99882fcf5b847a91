/**
 * For whom the scoped role works: a program and an admin, signed, so that no statement that runs in one's name can make it
 * another's. It is said within each transaction, in the same round trip as its first statement: whoever stands
 * between may hand the connection on between two transactions (docs/decisions/095-the-scope-travels-with-the-transaction.md).
 */
import { createHash } from 'node:crypto';
import pg from 'pg';

/** Whom a scoped transaction works for: the program, and the admin in whose name it may write; 0 is nobody. */
export type Scope = { program_id: number; admin_id: number };

/** What says that a transaction works for no program, and sees no row; one that says nothing is refused. */
export const NO_SCOPE = 'nobody';

/** The key that signs scopes: known to whoever holds the address of the scoped role. */
export function scopeKey(scopedUrl: string): Buffer {
  return sha256('provost scope', decodeURIComponent(new URL(scopedUrl).password));
}

/** What a scoped transaction says of itself; the database checks it in `provost_scope()` and `provost_admin()`. */
export function signedScope(key: Buffer, { program_id, admin_id }: Scope): string {
  const said = `${program_id}.${admin_id}`;
  return `${said}.${sha256(key, sha256(key, said)).toString('hex')}`;
}

/** The connection, which says the scope with every transaction that it begins and every statement outside of one. */
export function scopedClient(client: pg.PoolClient, scope: string) {
  const saying = `select set_config('provost.scope', ${pg.escapeLiteral(scope)}, true)`;
  return {
    processID: (client as unknown as { processID: number }).processID,
    release: (error?: Error | boolean) => client.release(error),
    query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
      // The transaction that it is in has said so at its beginning.
      if (client.getTransactionStatus() !== 'I') return client.query(text, values);
      if (BEGINS.test(text)) return client.query(`${text}; ${saying}`);
      return new Promise((resolve, reject) => {
        const query = new ScopedQuery(saying, text, values);
        query.callback = (error, result) => (error ? reject(error) : resolve(result));
        client.query(query as unknown as pg.Submittable);
      });
    },
  };
}

const BEGINS = /^(?:begin|start transaction)\b/i;

/** What the client asks of a query; its own is not typed so far. */
type WireQuery = {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
};
type Wire = {
  parse(query: { text: string }): void;
  bind(values: object): void;
  execute(portal: object): void;
};
type WireQueryClass = new (config: { text: string; values: unknown[]; queryMode: 'extended' }) => WireQuery;

/** Two statements and one end: what the first sets for the transaction holds for the second, and for nothing else. */
class ScopedQuery extends (pg.Query as unknown as WireQueryClass) {
  private readonly saying: string;
  private hasSaid = false;

  constructor(saying: string, text: string, values: unknown[]) {
    super({ text, values, queryMode: 'extended' });
    this.saying = saying;
  }

  override prepare(connection: Wire): void {
    connection.parse({ text: this.saying });
    connection.bind({});
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.hasSaid) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.hasSaid) super.handleCommandComplete(message, connection);
    this.hasSaid = true;
  }
}

function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

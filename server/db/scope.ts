/**
 * The signed scope of the scoped role: a program and an admin, which no later statement can replace. It
 * travels with each transaction's first statement, since a pooler may switch connections between two
 * transactions (docs/decisions/095-the-scope-travels-with-the-transaction.md).
 */
import { createHash } from 'node:crypto';
import pg from 'pg';

/** The program of a scoped transaction, and the admin in whose name it writes; 0 is nobody. */
export type Scope = { program_id: number; admin_id: number };

/** Scope of a transaction without a program, which sees no row; a missing scope is refused. */
export const NO_SCOPE = 'nobody';

/** Returns the key that signs scopes, derived from the scoped role's address. */
export function scopeKey(scopedUrl: string): Buffer {
  return sha256('provost scope', decodeURIComponent(new URL(scopedUrl).password));
}

/** Returns the scope as text; the database verifies it in `provost_scope()` and `provost_admin()`. */
export function signedScope(key: Buffer, { program_id, admin_id }: Scope): string {
  const said = `${program_id}.${admin_id}`;
  return `${said}.${sha256(key, sha256(key, said)).toString('hex')}`;
}

/** Returns the signed program of a site, for `provost_site()`; with `imports` also that history is moved in, for `provost_imports()`. */
export function signedSite(key: Buffer, programId: number, imports = false): string {
  const signed = (said: string) => sha256(key, sha256(key, `${said}.${programId}`)).toString('hex');
  return [programId, signed('site'), ...(imports ? [signed('import')] : [])].join('.');
}

/** A setting that a transaction says first: the scope of staff, the program of a site, or how long a statement may take. */
export type Said = { setting: 'provost.scope' | 'provost.site' | 'statement_timeout'; value: string };

/** Wraps a connection to say something with every transaction, and with every statement outside of one. */
export function sayingClient(client: pg.PoolClient, said: readonly Said[]) {
  const each = said.map(({ setting, value }) => `set_config('${setting}', ${pg.escapeLiteral(value)}, true)`);
  const saying = `select ${each.join(', ')}`;
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

/** Sends two statements before one Sync: the settings of the first apply only to the second or its transaction. */
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

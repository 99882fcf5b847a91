/** The server's three roles; each database has its own, with passwords derived from SECRET_KEY. */
import pg from 'pg';
import { deriveKey } from '../keys.ts';
import { scopeKey } from './scope.ts';

export type Run = <Row extends object>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }>;

export type Urls = { global: string; scoped: string; site: string };

export function roleNames(database: string): Urls {
  const stem = database.slice(0, 40);
  return {
    global: `${stem}_provost_global`,
    scoped: `${stem}_provost_scoped`,
    site: `${stem}_provost_site`,
  };
}

/** Returns the addresses of the roles of the owner's database under this key. */
export function roleUrls(url: string, database: string, secret: Buffer): Urls {
  const names = roleNames(database);
  return {
    global: as(url, names.global, secret),
    scoped: as(url, names.scoped, secret),
    site: as(url, names.site, secret),
  };
}

/** Creates the roles or resets their passwords, and revokes what only the owner needs. */
export async function setRoles(run: Run, url: string, database: string, secret: Buffer): Promise<Urls> {
  for (const [kind, name] of Object.entries(roleNames(database))) {
    const known = await run('select 1 from pg_roles where rolname = $1', [name]);
    const quoted = pg.escapeIdentifier(name);
    const password = pg.escapeLiteral(rolePassword(secret, name));
    await run(`${known.rows.length > 0 ? 'alter' : 'create'} role ${quoted} login password ${password}`);
    await run(`grant provost_${kind} to ${quoted}`);
    // A role may change its own settings, and they would outlive this process: each start begins anew.
    await run(`alter role ${quoted} reset all`);
    await run(`alter role ${quoted} in database ${pg.escapeIdentifier(database)} reset all`);
    // Conditions of the guards make a page look dear to the planner; compiling it would cost more than it does.
    await run(`alter role ${quoted} set jit = off`);
    // Said at each connection as well; a pooler may make connections without.
    await run(`alter role ${quoted} set search_path = public`);
  }
  const urls = roleUrls(url, database, secret);
  await run('insert into scope_key (key) values ($1) on conflict (one) do update set key = excluded.key', [
    scopeKey(urls.scoped),
  ]);
  // Rights on the database itself do not come along where it is copied or restored, so each start sees to them.
  await run(`revoke temporary on database ${pg.escapeIdentifier(database)} from public`);
  await run(`grant usage on schema pgboss to provost_global`);
  await run(`grant select, insert, update, delete on all tables in schema pgboss to provost_global`);
  await run(`grant execute on all functions in schema pgboss to provost_global`);
  await run(`grant usage, select on all sequences in schema pgboss to provost_global`);
  return urls;
}

function as(url: string, name: string, secret: Buffer): string {
  const address = new URL(url);
  address.username = encodeURIComponent(name);
  address.password = encodeURIComponent(rolePassword(secret, name));
  return address.href;
}

function rolePassword(secret: Buffer, name: string): string {
  return deriveKey(secret, `database role ${name}`).toString('base64url');
}

/** The demo of the drill, which is made once of each version before and copied from then on. */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { asSuperuser, DATABASE, inDebian, inPostgres } from './cluster.ts';
import { PASSWORDS, PORTS, STATE } from './configs.ts';
import type { Host } from './hosts.ts';
import { DRILL_ROOT } from './parts.ts';
import { DATA_DIR, makeDemo, THIS_VERSION } from './servers.ts';

const DUMP = `${STATE}/demo.dump`;
const ROLES = `${STATE}/roles.sql`;

/** Fills the empty database: with the copy of a version before, or by that version itself, of which a copy is kept. */
export async function fillDatabase(leader: Host, version: string): Promise<void> {
  const isFixed = version !== THIS_VERSION;
  const copy = path.join(DRILL_ROOT, `demo-${path.basename(version)}`);
  if (isFixed && existsSync(copy)) await takeCopy(copy);
  else {
    await makeDemo(version);
    if (isFixed) await keepCopy(leader, copy);
  }
  // Whoever hands over writes out first what was changed: a moment ago that was everything.
  await asSuperuser('checkpoint');
}

async function keepCopy(leader: Host, copy: string): Promise<void> {
  const at = ['-h', `${STATE}/${leader.name}.sockets`, '-U', 'postgres'];
  await inPostgres('pg_dump', ...at, '-Fc', '-f', DUMP, DATABASE);
  await inPostgres('pg_dumpall', ...at, '--roles-only', '-f', ROLES);
  const half = `${copy}.half`;
  rmSync(half, { recursive: true, force: true });
  for (const file of [DUMP, ROLES]) cpSync(inDebian(file), path.join(half, path.basename(file)));
  cpSync(DATA_DIR, path.join(half, 'data'), { recursive: true });
  renameSync(half, copy);
}

async function takeCopy(copy: string): Promise<void> {
  for (const file of [DUMP, ROLES]) cpSync(path.join(copy, path.basename(file)), inDebian(file));
  rmSync(DATA_DIR, { recursive: true, force: true });
  cpSync(path.join(copy, 'data'), DATA_DIR, { recursive: true });
  const url = `postgres://postgres:${PASSWORDS.superuser}@127.0.0.1:${PORTS.database}`;
  // Roles that the cluster was born with are there already, and psql goes on past them.
  await inPostgres('psql', '-q', '-d', `${url}/postgres`, '-f', ROLES);
  await inPostgres(
    'pg_restore',
    '--clean',
    '--if-exists',
    '--exit-on-error',
    '-d',
    `${url}/${DATABASE}`,
    DUMP,
  );
  await inPostgres('psql', '-q', '-d', `${url}/${DATABASE}`, '-c', 'analyze');
}

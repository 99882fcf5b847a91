import { must } from '../../core/must.ts';
import { askAt, asSuperuser, inPostgres, makeFolder, writeState } from './cluster.ts';
import { backrestSettings, PASSWORDS, STATE } from './configs.ts';
import { type Host, makeHost } from './hosts.ts';
import { until } from './until.ts';

const NAME = 'restored';
const NUMBER = 51;

export const RESTORED_URL = `postgres://provost:${PASSWORDS.owner}@10.77.0.${NUMBER}:5432/provost`;

export async function openBackups(leader: Host): Promise<void> {
  await backrest(leader.name, 'stanza-create');
}

export async function takeBackup(leader: Host): Promise<void> {
  await backrest(leader.name, '--type=full', 'backup');
}

/** Waits until all that was committed by now is in the archive, and returns how many seconds that took. */
export async function untilArchived(): Promise<number> {
  const began = performance.now();
  const [now] = await asSuperuser<{ segment: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
  );
  const { segment } = must(now, 'place in the log');
  await until(`${segment} is archived`, 60, async () => {
    const [row] = await asSuperuser<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    );
    return (row?.last ?? '') >= segment;
  });
  return (performance.now() - began) / 1000;
}

/** Restores the newest backup, and the log up to a moment, and starts a database on it. */
export async function restoreTo(moment: string): Promise<void> {
  const host = makeHost(NAME, NUMBER);
  writeState(`${NAME}.backrest`, backrestSettings(host));
  for (const kind of ['', '.sockets', '.locks', '.spool']) makeFolder(`${STATE}/${NAME}${kind}`);
  await inPostgres('chmod', '700', `${STATE}/${NAME}`);
  await backrest(NAME, '--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
  const settings = {
    listen_addresses: host.address,
    unix_socket_directories: `${STATE}/${NAME}.sockets`,
    archive_mode: 'off',
    synchronous_standby_names: '',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  host.start('postgres', '/usr/lib/postgresql/17/bin/postgres', '-D', `${STATE}/${NAME}`, ...options);
  await until('the restored database answers', 120, async () => {
    const [row] = await askRestored<{ is_open: boolean }>('select not pg_is_in_recovery() as is_open');
    return row?.is_open === true;
  });
}

export function askRestored<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return askAt<Row>(RESTORED_URL, text, values);
}

function backrest(name: string, ...args: string[]): Promise<void> {
  return inPostgres('pgbackrest', `--config=${STATE}/${name}.backrest`, '--stanza=provost', ...args);
}

/** Settings of the real parts: two of three nodes are enough for each decision, and no commit is on one node alone. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const PORTS = { database: 5000, replicas: 5001, pooler: 6432, web: 4300 };

export const PASSWORDS = { superuser: 'drill-superuser', owner: 'drill-owner', pooler: 'drill-pooler' };

export const STATE = '/drill';

/** Seconds until a node that says nothing is not the leader any more. */
const TTL_SECONDS = 20;

/** Seconds after which a segment of the log is archived though it is not full. */
const ARCHIVE_SECONDS = 5;

type Member = { name: string; address: string };

export function etcdArguments(own: Member, all: readonly Member[]): string[] {
  const clients = `http://${own.address}:2379`;
  const peers = `http://${own.address}:2380`;
  return Object.entries({
    name: own.name,
    'data-dir': `${STATE}/${own.name}`,
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': all.map(({ name, address }) => `${name}=http://${address}:2380`).join(),
    'initial-cluster-state': 'new',
    'unsafe-no-fsync': 'true',
    // Machines that run a drill are busy: a beat that is late is no lost member.
    'heartbeat-interval': '250',
    'election-timeout': '2500',
  }).map(([option, value]) => `--${option}=${value}`);
}

/** JSON, which is YAML as well. */
export function patroniSettings({ name, address }: Member, etcds: readonly Member[]): string {
  const hba = [
    'local all all trust',
    'host all all all scram-sha-256',
    'host replication all all scram-sha-256',
  ];
  return JSON.stringify({
    scope: 'provost',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: etcds.map((etcd) => `${etcd.address}:2379`) },
    bootstrap: {
      dcs: {
        ttl: TTL_SECONDS,
        loop_wait: 5,
        retry_timeout: 7,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 150,
            shared_buffers: '128MB',
            archive_mode: 'on',
            archive_timeout: `${ARCHIVE_SECONDS}s`,
            wal_keep_size: '512MB',
          },
        },
      },
      initdb: [
        { encoding: 'UTF8' },
        { 'locale-provider': 'icu' },
        { 'icu-locale': 'und' },
        { locale: 'C' },
        'data-checksums',
      ],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: `${STATE}/${name}`,
      bin_dir: '/usr/lib/postgresql/17/bin',
      pgpass: `${STATE}/${name}.pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: PASSWORDS.superuser },
        replication: { username: 'replicator', password: PASSWORDS.superuser },
        rewind: { username: 'rewinder', password: PASSWORDS.superuser },
      },
      basebackup: [{ checkpoint: 'fast' }],
      pg_hba: hba,
      parameters: {
        unix_socket_directories: `${STATE}/${name}.sockets`,
        archive_command: `pgbackrest --config=${STATE}/${name}.backrest --stanza=provost archive-push %p`,
      },
    },
  });
}

export function backrestSettings({ name }: Member): string {
  return `[global]
repo1-path=${STATE}/backups
repo1-retention-full=2
log-level-file=off
log-level-console=warn
lock-path=${STATE}/${name}.locks
spool-path=${STATE}/${name}.spool
start-fast=y
compress-type=lz4

[provost]
pg1-path=${STATE}/${name}
pg1-socket-path=${STATE}/${name}.sockets
`;
}

/** A statement may take as long as it takes, and says nothing meanwhile. */
const PATIENT = `  timeout client 1h
  timeout server 1h`;

export function haproxySettings(nodes: readonly Member[], webPorts: readonly number[]): string {
  const databases = nodes
    .map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`)
    .join('\n');
  const webs = webPorts.map((port, index) => `  server web${index + 1} 127.0.0.1:${port} check`).join('\n');
  return `global
  maxconn 1000

defaults
  timeout connect 2s
  timeout check 3s
  timeout client 90s
  timeout server 90s
  option clitcpka
  option srvtcpka

listen database
  bind 127.0.0.1:${PORTS.database}
  mode tcp
${PATIENT}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${databases}

listen replicas
  bind 127.0.0.1:${PORTS.replicas}
  mode tcp
${PATIENT}
  option httpchk OPTIONS /replica
  http-check expect status 200
  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${databases}

listen web
  bind 127.0.0.1:${PORTS.web}
  mode http
  option httpchk GET /readyz
  http-check expect status 200
  option forwardfor
  retries 3
  option redispatch 1
  default-server inter 500ms fall 2 rise 1
${webs}
`;
}

const SAMPLE = path.join(import.meta.dirname, '../../deploy/pgbouncer.ini');

export function pgbouncerSettings(): string {
  return readFileSync(SAMPLE, 'utf8')
    .replace('host=127.0.0.1 port=5432', `host=127.0.0.1 port=${PORTS.database}`)
    .replace('listen_port = 6432', `listen_port = ${PORTS.pooler}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer', STATE);
}

export function pgbouncerLookUp(): string {
  return readFileSync(SAMPLE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(';   '))
    .map((line) => line.slice(4))
    .join('\n')
    .replace('…', PASSWORDS.pooler);
}

/** The forms of the kit for containers: settings that exist, files that are there, rights that are given up. */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { importsOf } from './boundaries.ts';
import { readKit, readSettings } from './deploy-settings.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const USER = 10_001;
/** Seconds that running requests have once a drain is over, as in server/start.ts. */
const STOP_SECONDS = 10;
/** Sources that never run where an operator is. */
const AT_HOME = [
  '.test.ts',
  '.cases.ts',
  ...[
    'build-if-stale',
    'checks/bundle-size',
    'checks/bundle-size',
    'client-calls',
    'checks/counts',
    'check-sql',
    'contract-tables',
    'db-types',
    'dev',
    'screens-to-come',
  ].map((name) => `cli/${name}.ts`),
];
const isPackage = (target: string) =>
  !target.startsWith('node:') && !target.startsWith('data:') && !/\.(?:ts|tsx|mjs|json)$/.test(target);
const PROVOST_ARGUMENTS = ['server/main.ts', 'cli/migrate.ts'];

describe('the image', () => {
  const lines = readKit('deploy/Containerfile').split('\n');
  const last = (instruction: string) => lines.findLast((line) => line.startsWith(`${instruction} `)) ?? '';

  test('starts the server as nobody in particular, and says whether it lives', () => {
    expect(last('USER')).toBe(`USER ${USER}:${USER}`);
    const [started] = JSON.parse(last('CMD').slice('CMD '.length)) as string[];
    expect(existsSync(path.join(ROOT, started ?? 'none'))).toBe(true);
    const after = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(after.join('\n')).toContain('/healthz');
    const set = after
      .join(' ')
      .split(/\s+/)
      .filter((word) => /^[A-Z_]+=/.test(word));
    const env = Object.fromEntries(set.map((pair) => pair.split('=', 2) as [string, string]));
    delete env.PATH;
    expect(readSettings({ ...env, DATABASE_URL_FILE: 'url' })).toMatchObject({ migrate: false, demo: false });
  });

  test('is built of the cache of the lockfile, and of folders that are there', () => {
    for (const line of lines.filter((line) => !line.startsWith('#') && /npm (?:ci|prune)/.test(line)))
      expect(line).toContain('--offline');
    const kept = readKit('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    for (const name of kept) expect(globSync(name.slice(1), { cwd: ROOT }), name).not.toEqual([]);
  });

  test('is built of no test, and of nothing that tests alone load', () => {
    const patterns = readKit('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && line !== '*');
    const [kept, left] = [true, false].map((isKept) =>
      patterns
        .filter((line) => line.startsWith('!') === isKept)
        .map((line) => line.replace('!', ''))
        .flatMap((line) => (/\.\w+$/.test(line) ? [line] : [line, `${line}/**`])),
    );
    const without = new Set(globSync(left ?? [], { cwd: ROOT }));
    const sources = globSync(kept ?? [], { cwd: ROOT }).filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !without.has(file),
    );
    expect(sources.length).toBeGreaterThan(1000);
    const ofTests = (file: string, target: string) =>
      ['vitest', '@playwright/test', 'fast-check'].includes(target) ||
      path.join(path.dirname(file), target).startsWith('test/');
    // The rows of a demo are made as those of tests are; the image has none (`DEMO=0`), and nothing loads them without one.
    const forTests = sources
      .filter((file) => !file.endsWith('/demo.ts'))
      .filter((file) => importsOf(file, readKit(file)).some((target) => ofTests(file, target)));
    expect(forTests).toEqual([]);
  });

  test('holds every package that server and commands load, and none that the browser alone does', () => {
    const patterns = ['core/**/*.ts', 'server/**/*.ts', 'features/**/server/**/*.ts', 'cli/*.ts'];
    const sources = globSync(patterns, { cwd: ROOT }).filter(
      (file) => !AT_HOME.some((end) => file.endsWith(end)),
    );
    const loaded = new Set(sources.flatMap((file) => importsOf(file, readKit(file))).filter(isPackage));
    const installed = Object.keys(manifest.dependencies);
    expect([...loaded].filter((name) => !installed.includes(name))).toEqual([]);
    expect(installed.filter((name) => /^(?:react|@mantine|@tabler|@tanstack)\b/.test(name))).toEqual([]);
  });
});

type Service = {
  image: string;
  user: string;
  command?: string[];
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  stop_grace_period: string;
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  volumes: string[];
};

describe('the compose file', () => {
  const { services, secrets, volumes } = parse(readKit('deploy/compose.yml'), { merge: true }) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
    volumes: Record<string, null>;
  };
  const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('provost:'));

  test('has two of web, one worker, and migrates before them', () => {
    const roles = ours.map(([name, { environment }]) => [name, environment?.ROLES ?? 'migrate']);
    expect(Object.fromEntries(roles)).toEqual({
      web1: 'web',
      web2: 'web',
      worker: 'worker',
      migrate: 'migrate',
    });
    expect(services.migrate?.command).toEqual(['cli/migrate.ts']);
  });

  test.each(ours)('%s has settings that exist and rights of nobody', (_name, service) => {
    const { drainSeconds, migrate } = readSettings(service.environment ?? {});
    expect(migrate).toBe(false);
    expect(seconds(service.stop_grace_period)).toBeGreaterThan(drainSeconds + STOP_SECONDS);
    expect(service).toMatchObject({ user: `${USER}:${USER}`, read_only: true, cap_drop: ['ALL'] });
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.ports).toBeUndefined();
  });

  test('hands each service secrets and volumes that it declares', () => {
    for (const [name, { environment = {}, secrets: own = [], volumes: mounted }] of Object.entries(
      services,
    )) {
      for (const secret of own) expect(Object.keys(secrets), name).toContain(secret);
      const files = Object.entries(environment).filter(([setting]) => setting.endsWith('_FILE'));
      for (const [, file] of files) expect(own.map((secret) => `/run/secrets/${secret}`)).toContain(file);
      const kept = (mounted ?? [])
        .map((volume) => volume.split(':', 1)[0] ?? '')
        .filter((from) => !from.startsWith('.'));
      for (const volume of kept) expect(Object.keys(volumes), name).toContain(volume);
    }
    const ownerOnly = Object.entries(services).filter(([, { secrets: own = [] }]) =>
      own.includes('owner-url'),
    );
    expect(ownerOnly.map(([name]) => name)).toEqual(['migrate']);
  });
});

describe('HAProxy', () => {
  const words = readKit('deploy/haproxy.cfg')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const compose = readKit('deploy/compose.yml');

  test('takes a server out by /readyz before its drain is over', () => {
    expect(words).toContainEqual(['http-check', 'send', 'meth', 'GET', 'uri', '/readyz']);
    const checks = words.find(([first]) => first === 'default-server') ?? [];
    const after = (word: string) => seconds(checks[checks.indexOf(word) + 1] ?? '');
    const drain = /DRAIN_SECONDS: '(\d+)'/.exec(compose)?.[1];
    expect(after('inter') * (after('fall') + 1)).toBeLessThan(Number(drain));
  });

  test('stands before the servers of the compose file', () => {
    const { services } = parse(compose) as { services: object };
    const servers = words
      .filter(([first]) => first === 'server')
      .map(([, , address = '']) => address.split(':'));
    expect(servers.every(([, port]) => port === '4000')).toBe(true);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(servers.map(([host]) => host)));
    expect(servers).toHaveLength(2);
  });
});

type Container = {
  image: string;
  args: string[];
  env: { name: string; value: string }[];
  envFrom: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
};
type Probe = { httpGet: { path: string; port: string } };
type Pod = {
  automountServiceAccountToken: boolean;
  securityContext: object;
  terminationGracePeriodSeconds?: number;
  containers: [Container];
  volumes: { name: string }[];
};
type Resource = {
  kind: string;
  metadata: { name: string };
  data: Record<string, string>;
  spec: {
    template: { metadata: { labels: Record<string, string> }; spec: Pod };
    selector: { matchLabels?: Record<string, string> } & Record<string, string>;
  };
};

describe('Kubernetes', () => {
  const resources = globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }).flatMap((file) =>
    parseAllDocuments(readKit(file)).map((document) => document.toJS() as Resource),
  );
  const [settings] = resources.filter(({ kind }) => kind === 'ConfigMap');
  const pods = resources
    .filter(({ spec }) => spec?.template !== undefined)
    .map(({ metadata, spec }) => [metadata.name, spec.template.spec] as const);

  test('has web, worker and the step before them', () => {
    expect(pods.map(([name]) => name).toSorted()).toEqual([
      'provost-migrate',
      'provost-web',
      'provost-worker',
    ]);
  });

  test.each(pods)('%s has settings that exist, mounts that are there and rights of nobody', (_name, pod) => {
    const [container] = pod.containers;
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    const { drainSeconds, port, metricsPort } = readSettings({ ...settings?.data, ...env });
    expect(container.envFrom).toEqual([{ configMapRef: { name: settings?.metadata.name } }]);
    expect(PROVOST_ARGUMENTS).toContain(container.args[0]);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: USER });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const mounts = container.volumeMounts;
    expect(pod.volumes.map(({ name }) => name).toSorted()).toEqual(mounts.map(({ name }) => name).toSorted());
    const secrets = Object.entries({ ...settings?.data, ...env }).filter(([name]) => name.endsWith('_FILE'));
    for (const [, file] of secrets)
      expect(mounts.map(({ mountPath }) => mountPath)).toContain(path.posix.dirname(file));
    if (env.ROLES === undefined) return;
    expect(env.MIGRATE).toBe('0');
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + STOP_SECONDS);
    expect(container.ports).toEqual([
      { name: 'http', containerPort: port },
      { name: 'metrics', containerPort: metricsPort },
    ]);
    const asked = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    expect(asked.map((probe) => probe?.httpGet)).toEqual(
      ['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'http' })),
    );
  });

  test('selects pods by labels that they have', () => {
    const labels = resources.flatMap(({ spec }) => (spec?.template ? [spec.template.metadata.labels] : []));
    const selected = resources.flatMap(({ kind, spec }) =>
      kind === 'Service' ? [spec.selector] : spec?.selector?.matchLabels ? [spec.selector.matchLabels] : [],
    );
    expect(selected.length).toBeGreaterThan(2);
    for (const selector of selected)
      expect(
        labels.some((own) => Object.entries(selector).every(([name, value]) => own[name] === value)),
      ).toBe(true);
  });
});

/** Seconds of `90s`, or of a plain number. */
function seconds(text: string): number {
  return Number(text.replace('s', ''));
}

import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { withoutEnd } from '../core/without-end.ts';
import { faultOfOidc, type Oidc, oidcOf, oidcVariables } from './oidc-settings.ts';
import { type Retention, retentionOf, retentionVariables } from './retention-settings.ts';
import { withSecretFiles } from './secret-files.ts';
import { timeLimitsVariable } from './time-limits.ts';
import {
  isLoopback,
  mailDomain,
  match,
  ROLES,
  type Role,
  readHost,
  readOrigin,
  readProxies,
  readRoles,
  readSite,
  url,
  urlHost,
  variable,
  wholeNumber,
} from './variables.ts';

export type Config = Retention & {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl?: string;
  /** A replica of it, for reads; never without `databaseUrl`. */
  databaseReplicaUrl?: string;
  /** Seconds behind from which on the replica is left. */
  replicaLagSeconds: number;
  /** False: `npm run migrate` does, and the server signs in as its own roles alone. */
  migrate: boolean;
  /** Work of this process: answering requests, jobs, or both. */
  roles: readonly Role[];
  /** Seconds in which a process that was told to end says so at /readyz and goes on answering. */
  drainSeconds: number;
  /** Connections to the database that each of the pools of requests may open. */
  databaseConnections: number;
  /** Seconds that a statement of a request may take; 0 for as long as it needs. */
  statementTimeout: number;
  /** Port of the metrics; absent: nobody reads any. */
  metricsPort?: number;
  metricsHost: string;
  demo: 'auto' | boolean;
  adminEmail?: string;
  adminPassword?: string;
  secretKey?: string;
  publicUrl: string;
  /** Address of a program's site for logging in as a user, with `{program_tag}`; absent: our own page. */
  siteUrl?: string;
  loginAsNotice: boolean;
  smtpUrl?: string;
  mailFrom: string;
  mailPerMinute: number;
  storageUrl?: string;
  recalculationDelay: number;
  /** Lines that one transaction of a payout claims; a job makes larger ones. Set by tests alone. */
  payoutSliceLines: number;
  /** Charges that one transaction of a recalculation divides; larger ones take several. Set by tests alone. */
  recalculationSliceCharges: number;
  drandUrl?: string;
  /** The payment provider's key; absent: there is no provider, and what was paid there is refunded there. */
  stripeSecretKey?: string;
  /** The key that signs its webhooks; absent: webhooks are refused. Never without `stripeSecretKey`. */
  stripeWebhookSecret?: string;
  /** The origin of its API. */
  stripeApiBase: string;
  /** Single sign-on of staff; absent: there is none. */
  oidc?: Oidc;
  passwordMinLength: number;
  /** Calls a minute that a key of a program's site may make. */
  siteCallsPerMinute: number;
  /** Webhooks may go to private addresses, and without TLS. */
  webhooksPrivate: boolean;
  trustProxy: boolean | number | string[];
  logLevel: (typeof logLevels)[number];
};

/** Invalid settings: one line each, never with the value of a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings ("Running it"), secrets from their files as well; a blank variable counts as absent.
 * `recalculationDelay` is in seconds, `dataDir` absolute, `publicUrl` an origin as browsers write it; with PORT 0 and no PUBLIC_URL it ends in `:0`, to
 * be replaced by the real port. Throws one ConfigError that lists all faults.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { env: complete, faults } = withSecretFiles(env);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const given = Object.entries(complete).filter(([, value]) => value?.trim());
  const read = variables.safeParse(Object.fromEntries(given));
  if (!read.success) {
    throw new ConfigError(
      read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const value = read.data;
  refuseCombinations(value);
  const halfConfigured = faultOfOidc(value);
  if (halfConfigured) throw new ConfigError(halfConfigured);
  const publicUrl = value.PUBLIC_URL ?? `http://${urlHost(value.HOST)}:${value.PORT}`;
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databaseReplicaUrl: value.DATABASE_REPLICA_URL,
    replicaLagSeconds: value.REPLICA_LAG_SECONDS,
    migrate: value.MIGRATE,
    roles: value.ROLES,
    drainSeconds: value.DRAIN_SECONDS,
    databaseConnections: value.DATABASE_CONNECTIONS,
    statementTimeout: value.STATEMENT_TIMEOUT ?? 30 * value.TIME_LIMITS,
    metricsPort: value.METRICS_PORT,
    metricsHost: value.METRICS_HOST ?? value.HOST,
    demo: value.DEMO === 'auto' && !isLoopback(value.HOST) ? false : value.DEMO,
    adminEmail: value.ADMIN_EMAIL,
    adminPassword: value.ADMIN_PASSWORD,
    secretKey: value.SECRET_KEY,
    publicUrl,
    siteUrl: value.SITE_URL,
    loginAsNotice: value.LOGIN_AS_NOTICE,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `Provost <no-reply@${mailDomain(publicUrl)}>`,
    mailPerMinute: value.MAIL_PER_MINUTE,
    storageUrl: value.STORAGE_URL,
    recalculationDelay: value.RECALCULATION_DELAY,
    payoutSliceLines: 5000,
    recalculationSliceCharges: 5000,
    drandUrl: value.DRAND_URL,
    stripeSecretKey: value.STRIPE_SECRET_KEY,
    stripeWebhookSecret: value.STRIPE_WEBHOOK_SECRET,
    stripeApiBase: value.STRIPE_API_BASE,
    oidc: oidcOf(value),
    passwordMinLength: value.PASSWORD_MIN_LENGTH,
    siteCallsPerMinute: value.SITE_CALLS_PER_MINUTE,
    webhooksPrivate: value.WEBHOOKS_PRIVATE,
    ...retentionOf(value),
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
  };
}

/** Returns SECRET_KEY, or 32 random bytes made at the first start and kept in DATA_DIR. Throws a ConfigError on a damaged file. */
export async function resolveSecretKey(config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (config.secretKey) return Buffer.from(config.secretKey, 'utf8');
  const file = join(config.dataDir, 'secret-key');
  const key = keptKey(await keepOnce(file, () => randomBytes(32).toString('base64url')));
  if (key.length < 32) {
    throw new ConfigError(
      `SECRET_KEY: the key kept in ${file} is damaged; restore the file or set SECRET_KEY`,
    );
  }
  return key;
}

export function keptKey(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

/** Reads a file, making it first (mode 0600) where it is missing. Of several processes one writes; a crash leaves the whole file or none. */
export async function keepOnce(file: string, make: () => string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(absentAsUndefined);
  if (kept !== undefined) return kept.trim();
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    await handle.writeFile(`${make()}\n`);
    await handle.sync();
    await handle.close();
    // A link, unlike a rename, fails where another process was first.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

/** For `.catch`: returns undefined for a missing file and rethrows other errors. */
export function absentAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const demoWords = { auto: 'auto', '1': true, true: true, '0': false, false: false } as const;

const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: variable('a host name or an IP address', readHost).default('127.0.0.1'),
  DATA_DIR: variable('the path of a folder', (text) => match(text, /^[^\0]+$/)).default('./var'),
  DATABASE_URL: url(['postgres', 'postgresql'], 'secret').optional(),
  DATABASE_REPLICA_URL: url(['postgres', 'postgresql'], 'secret').optional(),
  REPLICA_LAG_SECONDS: wholeNumber(1, 3600).default(10),
  MIGRATE: variable('1 or 0', (text) => ({ '1': true, '0': false })[text]).default(true),
  ROLES: variable('web, worker or web,worker', readRoles).default(ROLES),
  DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  DATABASE_CONNECTIONS: wholeNumber(2, 200).default(10),
  STATEMENT_TIMEOUT: wholeNumber(0, 86_400).optional(),
  TIME_LIMITS: timeLimitsVariable,
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: variable('a host name or an IP address', readHost).optional(),
  DEMO: variable('1, 0 or auto', (text) =>
    Object.hasOwn(demoWords, text) ? demoWords[text as keyof typeof demoWords] : undefined,
  ).default('auto'),
  ADMIN_EMAIL: variable('one email address', (text) => match(text, /^[^\s@<>,]+@[^\s@<>,]+$/)).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  SECRET_KEY: variable('at least 16 characters', (text) => match(text, /^.{16,}$/s), 'secret').optional(),
  PUBLIC_URL: variable(
    'the address of this installation without a path, such as https://office.example.com; it begins with http:// or https://',
    // Browsers write hosts in small letters and leave out the usual port: passkeys and cookies are bound to that form.
    (text) => readOrigin(withoutEnd(text.trim(), '/')),
  ).optional(),
  SITE_URL: variable(
    'a URL that begins with http:// or https://, has no #, and may hold {program_tag}',
    readSite,
  ).optional(),
  LOGIN_AS_NOTICE: variable('1 or 0', (text) => ({ '1': true, '0': false })[text]).default(true),
  SMTP_URL: url(['smtp', 'smtps'], 'secret').optional(),
  MAIL_FROM: variable('an email address, or Name <address>', (text) =>
    match(text, /^(?:[^\s@<>,]+@[^\s@<>,]+|[^<>\r\n]+<[^\s@<>,]+@[^\s@<>,]+>)$/),
  ).optional(),
  MAIL_PER_MINUTE: wholeNumber(1, 100_000).default(300),
  STORAGE_URL: url(['s3'], 'secret').optional(),
  // The upper end keeps the delay within what a timer takes in milliseconds.
  RECALCULATION_DELAY: wholeNumber(0, 2_147_483).default(300),
  DRAND_URL: url(['http', 'https'], 'secret').optional(),
  STRIPE_SECRET_KEY: variable(
    'a secret or restricted key of Stripe: sk_… or rk_…',
    (text) => match(text, /^[sr]k_[\w-]{1,250}$/),
    'secret',
  ).optional(),
  STRIPE_WEBHOOK_SECRET: variable(
    'the signing secret of a Stripe webhook: whsec_…',
    (text) => match(text, /^whsec_[\w+/=-]{1,250}$/),
    'secret',
  ).optional(),
  STRIPE_API_BASE: variable(
    'an origin that begins with http:// or https://, without a path',
    readOrigin,
    'secret',
  ).default('https://api.stripe.com'),
  ...oidcVariables,
  PASSWORD_MIN_LENGTH: wholeNumber(1, 128).default(3),
  SITE_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(1200),
  WEBHOOKS_PRIVATE: variable('1 or 0', (text) => ({ '1': true, '0': false })[text]).default(false),
  ...retentionVariables,
  TRUST_PROXY: variable(
    'true, false, a number of hops, or addresses and networks by commas',
    readProxies,
  ).default(false),
  LOG_LEVEL: variable(logLevels.join(', '), (text) => logLevels.find((level) => level === text)).default(
    'info',
  ),
});

function refuseCombinations(value: z.infer<typeof variables>): void {
  if (value.DEMO === true && !isLoopback(value.HOST)) {
    throw new ConfigError(
      `DEMO, HOST: DEMO=1 opens accounts with known passwords and HOST=${value.HOST} is reachable from outside; ` +
        'set DEMO=0, or HOST to a loopback address such as 127.0.0.1',
    );
  }
  if (value.DATABASE_REPLICA_URL !== undefined && value.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL: is absent while DATABASE_REPLICA_URL is set; give it as well');
  if (!value.MIGRATE && value.DATABASE_URL === undefined)
    throw new ConfigError(
      'MIGRATE, DATABASE_URL: MIGRATE=0 is for a PostgreSQL of your own; set DATABASE_URL',
    );
  if (!value.MIGRATE && value.DEMO === true)
    throw new ConfigError(
      'MIGRATE, DEMO: a demo is made by the owner of the database; set DEMO=0 or MIGRATE=1',
    );
  if ((value.ADMIN_EMAIL === undefined) !== (value.ADMIN_PASSWORD === undefined)) {
    const [missing, present] = value.ADMIN_EMAIL
      ? ['ADMIN_PASSWORD', 'ADMIN_EMAIL']
      : ['ADMIN_EMAIL', 'ADMIN_PASSWORD'];
    throw new ConfigError(`${missing}: is absent while ${present} is set; give both or neither`);
  }
  if (value.STRIPE_WEBHOOK_SECRET !== undefined && value.STRIPE_SECRET_KEY === undefined)
    throw new ConfigError('STRIPE_SECRET_KEY: is absent while STRIPE_WEBHOOK_SECRET is set; give it as well');
  if (value.ADMIN_PASSWORD !== undefined && value.ADMIN_PASSWORD.length < value.PASSWORD_MIN_LENGTH) {
    throw new ConfigError(
      `ADMIN_PASSWORD: is too short; give at least ${value.PASSWORD_MIN_LENGTH} characters (PASSWORD_MIN_LENGTH)`,
    );
  }
}

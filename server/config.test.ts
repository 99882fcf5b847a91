import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig, resolveSecretKey } from './config.ts';
import { deriveKey } from './keys.ts';

function refusal(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`);
}

describe('readConfig', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      dataDir: resolve('var'),
      demo: 'auto',
      migrate: true,
      roles: ['web', 'worker'],
      replicaLagSeconds: 10,
      drainSeconds: 0,
      databaseConnections: 10,
      statementTimeout: 30,
      metricsHost: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:4000',
      loginAsNotice: true,
      mailFrom: 'Provost <no-reply@localhost>',
      mailPerMinute: 300,
      payoutSliceLines: 5000,
      recalculationSliceCharges: 5000,
      recalculationDelay: 300,
      stripeApiBase: 'https://api.stripe.com',
      passwordMinLength: 3,
      siteCallsPerMinute: 1200,
      webhooksPrivate: false,
      mailDays: 365,
      webhookDeliveryDays: 30,
      providerEventDays: 180,
      trustProxy: false,
      logLevel: 'info',
    });
  });

  test('longer limits are those of statements too, unless these have one of their own', () => {
    expect(readConfig({ TIME_LIMITS: '20' })).toMatchObject({ statementTimeout: 600 });
    expect(readConfig({ TIME_LIMITS: '20', STATEMENT_TIMEOUT: '2' }).statementTimeout).toBe(2);
    expect(readConfig({ TIME_LIMITS: '20', STATEMENT_TIMEOUT: '0' }).statementTimeout).toBe(0);
  });

  test('a replica goes with a database of your own', () => {
    const DATABASE_REPLICA_URL = 'postgres://b.example.com/provost';
    expect(refusal({ DATABASE_REPLICA_URL })).toContain('DATABASE_URL: is absent');
    const env = {
      DATABASE_URL: 'postgres://a.example.com/provost',
      DATABASE_REPLICA_URL,
      REPLICA_LAG_SECONDS: '3',
    };
    expect(readConfig(env)).toMatchObject({ databaseReplicaUrl: DATABASE_REPLICA_URL, replicaLagSeconds: 3 });
  });

  describe('single sign-on', () => {
    const OIDC = {
      OIDC_ISSUER: 'https://id.example.com/realm/',
      OIDC_CLIENT_ID: 'provost',
      OIDC_CLIENT_SECRET: 'abc def',
    };

    test('is read as given', () => {
      expect(readConfig({}).oidc).toBeUndefined();
      expect(readConfig(OIDC).oidc).toEqual({
        issuer: 'https://id.example.com/realm/',
        clientId: 'provost',
        clientSecret: 'abc def',
        only: false,
        groupsClaim: 'groups',
      });
      const groups =
        '{"finance": {"permissions": ["money", "users"], "program": 3}, "heads": {"permissions": ["superadmin"], "program": "all"}}';
      const all = {
        ...OIDC,
        OIDC_ONLY: '1',
        OIDC_BREAK_GLASS: 'Boss@Example.com',
        OIDC_GROUPS_CLAIM: 'roles',
        OIDC_GROUPS: groups,
        OIDC_ACR_VALUES: ' mfa phr ',
      };
      expect(readConfig(all).oidc).toMatchObject({
        only: true,
        breakGlass: 'boss@example.com',
        groupsClaim: 'roles',
        strength: ['mfa', 'phr'],
        groups: new Map([
          ['finance', { permissions: ['users', 'money'], program_id: 3 }],
          ['heads', { permissions: ['superadmin'], program_id: 0 }],
        ]),
      });
    });

    test.each(Object.keys(OIDC))('is refused without %s, in one sentence that names it', (name) => {
      expect(refusal({ ...OIDC, [name]: '' })).toMatch(
        new RegExp(`^${name}: is absent while OIDC_\\w+ is set; [^\n]*$`),
      );
    });

    test.each<[NodeJS.ProcessEnv, string]>([
      [{ OIDC_ONLY: '1' }, 'OIDC_ISSUER: is absent while OIDC_ONLY is set'],
      [{ OIDC_BREAK_GLASS: 'a@example.com' }, 'OIDC_ISSUER: is absent while OIDC_BREAK_GLASS is set'],
      [
        { OIDC_GROUPS: '{"a": {"permissions": ["money"], "program": 1}}' },
        'OIDC_ISSUER: is absent while OIDC_GROUPS is set',
      ],
      [{ OIDC_ACR_VALUES: 'mfa' }, 'OIDC_ISSUER: is absent while OIDC_ACR_VALUES is set'],
      [{ ...OIDC, OIDC_ACR_VALUES: 'mfa  phr' }, 'OIDC_ACR_VALUES: "mfa  phr" cannot be used'],
      [{ ...OIDC, OIDC_ONLY: '1' }, 'OIDC_BREAK_GLASS: is absent while OIDC_ONLY is set'],
      [{ ...OIDC, OIDC_ONLY: 'yes' }, 'OIDC_ONLY: "yes" cannot be used; accepted: 1 or 0'],
    ])('is refused half configured: %j', (env, words) => {
      expect(refusal(env)).toContain(words);
    });

    test.each([
      'http://id.example.com',
      'http://10.0.0.1/',
      'https://user:pass@id.example.com',
      'https://id.example.com/?a=1',
      'https://id.example.com/#a',
      'ftp://id.example.com',
      'id.example.com',
    ])('takes no issuer %s', (OIDC_ISSUER) => {
      expect(refusal({ ...OIDC, OIDC_ISSUER })).toMatch(/^OIDC_ISSUER: .* cannot be used/);
    });

    test.each(['http://127.0.0.1:4000', 'http://localhost/realm', 'http://[::1]:80/'])(
      'takes %s',
      (OIDC_ISSUER) => {
        expect(readConfig({ ...OIDC, OIDC_ISSUER }).oidc?.issuer).toBe(OIDC_ISSUER);
      },
    );

    test.each([
      'finance',
      '[]',
      '{}',
      '{"finance": {"permissions": ["everything"], "program": 1}}',
      '{"finance": {"permissions": [], "program": 1}}',
      '{"finance": {"permissions": ["money"]}}',
      '{"finance": {"permissions": ["money"], "program": 0}}',
      '{"heads": {"permissions": ["superadmin"], "program": 1}}',
      '{"finance": {"permissions": ["money"], "program": 1, "more": 1}}',
    ])('takes no groups %s', (OIDC_GROUPS) => {
      expect(refusal({ ...OIDC, OIDC_GROUPS })).toMatch(/^OIDC_GROUPS: .* cannot be used; accepted: JSON/);
    });

    test('never shows its secret', () => {
      expect(refusal({ ...OIDC, OIDC_CLIENT_SECRET: 'gehe\nim' })).not.toContain('gehe');
    });
  });

  test('takes a blank variable for an absent one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '', LOG_LEVEL: '' })).toEqual(readConfig({}));
  });

  test('reads what is given', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/srv/provost',
      DATABASE_URL: 'postgres://u:p@db/x',
      DEMO: '1',
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'abc',
      SECRET_KEY: 'x'.repeat(16),
      PUBLIC_URL: 'https://office.example.com/',
      SITE_URL: 'https://{program_tag}.example.com/enter',
      LOGIN_AS_NOTICE: '0',
      RECALCULATION_DELAY: '0',
      STRIPE_SECRET_KEY: 'rk_test_x1',
      STRIPE_API_BASE: 'http://127.0.0.1:12111/',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      port: 0,
      dataDir: '/srv/provost',
      databaseUrl: 'postgres://u:p@db/x',
      demo: true,
      publicUrl: 'https://office.example.com',
      mailFrom: 'Provost <no-reply@office.example.com>',
      siteUrl: 'https://{program_tag}.example.com/enter',
      loginAsNotice: false,
      recalculationDelay: 0,
      stripeSecretKey: 'rk_test_x1',
      stripeApiBase: 'http://127.0.0.1:12111',
      trustProxy: ['10.0.0.0/8', '::1'],
      logLevel: 'debug',
    });
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readConfig({ HOST: '::', PORT: '80' }).publicUrl).toBe('http://localhost:80');
    expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:4000');
  });

  test.each([
    ['HTTPS://Office.Example.COM/', 'https://office.example.com'],
    ['https://office.example.com:443', 'https://office.example.com'],
    ['http://LOCALHOST:4000//', 'http://localhost:4000'],
    ['https://büro.example', 'https://xn--bro-hoa.example'],
  ])('reads the public address %s as browsers write it', (given, origin) => {
    expect(readConfig({ PUBLIC_URL: given }).publicUrl).toBe(origin);
  });

  test.each([
    ['PORT', '65536', '0 to 65535'],
    ['PORT', '80a', '0 to 65535'],
    ['PORT', '-1', '0 to 65535'],
    ['HOST', 'http://x', 'a host name'],
    ['DEMO', 'yes', '1, 0 or auto'],
    ['DEMO', 'constructor', '1, 0 or auto'],
    ['ADMIN_EMAIL', 'nobody', 'email address'],
    ['PUBLIC_URL', 'ftp://x', 'http:// or https://'],
    ['PUBLIC_URL', 'https://example.com/provost', 'without a path'],
    ['PUBLIC_URL', 'https://example.com/?office=1', 'without a path'],
    ['PUBLIC_URL', 'https://example.com/#office', 'without a path'],
    ['PUBLIC_URL', 'https://somebody@example.com', 'without a path'],
    ['SITE_URL', 'https://example.com/#', 'has no #'],
    ['SITE_URL', '{program_tag}.example.com', 'http:// or https://'],
    ['LOGIN_AS_NOTICE', 'no', '1 or 0'],
    ['MAIL_FROM', 'Provost', 'Name <address>'],
    ['MAIL_PER_MINUTE', '0', '1 to 100000'],
    ['MAIL_DAYS', '30', '0, or a whole number from 31'],
    ['WEBHOOK_DELIVERY_DAYS', '29', '0, or a whole number from 30'],
    ['PROVIDER_EVENT_DAYS', '36501', 'from 30 to 36500'],
    ['STATEMENT_TIMEOUT', '30s', '0 to 86400'],
    ['TIME_LIMITS', '0', '1 to 100'],
    ['TIME_LIMITS', '1.5', 'a whole number'],
    ['RECALCULATION_DELAY', '1.5', 'whole number'],
    ['PASSWORD_MIN_LENGTH', '0', '1 to 128'],
    ['TRUST_PROXY', '10.0.0.0/99', 'number of hops'],
    ['LOG_LEVEL', 'loud', 'fatal, error'],
  ])('refuses %s=%s, naming it and what is accepted', (name, value, accepted) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(`${name}: "${value}"`);
    expect(message).toContain(accepted);
  });

  test.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
    ['SECRET_KEY', 'hunter2'],
    ['SMTP_URL', 'hunter2'],
    ['STORAGE_URL', 'https://key:hunter2@s3'],
    ['DRAND_URL', 'file://hunter2'],
    ['STRIPE_SECRET_KEY', 'pk_test_hunter2'],
    ['STRIPE_SECRET_KEY', 'sk_test_hunter2\r\nx: y'],
    ['STRIPE_API_BASE', 'https://key:hunter2@api.example.com'],
    ['STRIPE_API_BASE', 'https://api.example.com/hunter2'],
    ['STRIPE_API_BASE', 'ftp://hunter2'],
  ])('refuses a bad %s without its value', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(`${name}: `);
    expect(message).toContain('accepted: ');
    expect(message).not.toContain('hunter2');
  });

  test('names all that is wrong at once', () => {
    expect(refusal({ PORT: 'x', LOG_LEVEL: 'y' })).toMatch(/^PORT: .*\nLOG_LEVEL: /);
  });

  test('refuses demo accounts on an open host, and leaves them out by itself', () => {
    expect(refusal({ DEMO: '1', HOST: '0.0.0.0' })).toMatch(/DEMO=1.*HOST=0\.0\.0\.0/);
    expect(refusal({ DEMO: '1', HOST: '127.evil.example' })).toContain('HOST=127.evil.example');
    expect(readConfig({ HOST: '0.0.0.0' }).demo).toBe(false);
    expect(readConfig({ HOST: 'localhost' }).demo).toBe('auto');
    expect(readConfig({ HOST: '127.0.0.2', DEMO: '1' }).demo).toBe(true);
  });

  test('wants the first superadmin whole', () => {
    expect(refusal({ ADMIN_EMAIL: 'a@example.com' })).toMatch(/^ADMIN_PASSWORD: .*ADMIN_EMAIL/);
    expect(refusal({ ADMIN_PASSWORD: 'hunter2' })).toMatch(/^ADMIN_EMAIL: (?!.*hunter2)/);
    const short = { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'hunter2', PASSWORD_MIN_LENGTH: '8' };
    expect(refusal(short)).toMatch(/^ADMIN_PASSWORD: (?!.*hunter2).*at least 8/);
  });
});

describe('Stripe', () => {
  const whole = { STRIPE_SECRET_KEY: 'sk_test_hunter2', STRIPE_WEBHOOK_SECRET: 'whsec_hunter2' };

  test('is refused with webhooks and no key, in one line without the secret', () => {
    const { STRIPE_WEBHOOK_SECRET } = whole;
    expect(refusal({ STRIPE_WEBHOOK_SECRET })).toMatch(
      /^STRIPE_SECRET_KEY: is absent while STRIPE_WEBHOOK_SECRET is set; (?!.*hunter2).*$/,
    );
    expect(refusal({ STRIPE_WEBHOOK_SECRET, STRIPE_SECRET_KEY: ' ' })).toMatch(
      /^STRIPE_SECRET_KEY: is absent/,
    );
  });

  test('is taken with both, with a key alone and with neither', () => {
    const { STRIPE_SECRET_KEY } = whole;
    expect(readConfig(whole)).toMatchObject({
      stripeSecretKey: 'sk_test_hunter2',
      stripeWebhookSecret: 'whsec_hunter2',
    });
    expect(readConfig({ STRIPE_SECRET_KEY }).stripeWebhookSecret).toBe(undefined);
    expect(readConfig({}).stripeSecretKey).toBe(undefined);
  });
});

describe('the secret key', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'provost-config-'));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  test('is the given one', async () => {
    const key = await resolveSecretKey({ secretKey: 'a given secret key', dataDir });
    expect(key.toString()).toBe('a given secret key');
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('is made once, also by many at once, and only its owner reads it', async () => {
    const inside = join(dataDir, 'new');
    const keys = await Promise.all(Array.from({ length: 20 }, () => resolveSecretKey({ dataDir: inside })));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect(await readdir(inside)).toEqual(['secret-key']);
    expect((await stat(join(inside, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect(await resolveSecretKey({ dataDir: inside })).toEqual(keys[0]);
  });

  test('is refused when its file is damaged', async () => {
    await writeFile(join(dataDir, 'secret-key'), 'short');
    await expect(resolveSecretKey({ dataDir })).rejects.toThrow(ConfigError);
  });

  test('gives every purpose a key of its own, the same each time', () => {
    const secret = Buffer.from('a given secret key');
    expect(deriveKey(secret, 'tokens')).toHaveLength(32);
    expect(deriveKey(secret, 'tokens')).toEqual(deriveKey(secret, 'tokens'));
    expect(deriveKey(secret, 'tokens')).not.toEqual(deriveKey(secret, 'encryption'));
    expect(deriveKey(secret, 'tokens')).not.toEqual(deriveKey(Buffer.from('another'), 'tokens'));
  });
});

describe('secrets by file', () => {
  let folder: string;
  const put = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'provost-secrets-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('a file stands in for each, without the line break at its end', async () => {
    const key = await put('key', 'a key of many characters\n');
    const smtp = await put('smtp', 'smtps://user:secret@mail.example.com\r\n');
    const read = readConfig({ SECRET_KEY_FILE: key, SMTP_URL_FILE: smtp });
    expect(read).toMatchObject({
      secretKey: 'a key of many characters',
      smtpUrl: 'smtps://user:secret@mail.example.com',
    });
  });

  test('the credentials of a systemd unit are taken by their names, and others left alone', async () => {
    await put('STRIPE_SECRET_KEY', 'sk_test_1\n');
    await put('unknown', 'x');
    const read = readConfig({ CREDENTIALS_DIRECTORY: folder });
    expect(read.stripeSecretKey).toBe('sk_test_1');
    expect(read.secretKey).toBeUndefined();
  });

  test('what cannot be read is named by its path, and never by its text', async () => {
    const blank = await put('blank', ' \n');
    const short = await put('short', 'too short');
    expect(refusal({ SECRET_KEY_FILE: join(folder, 'none') })).toBe(
      `SECRET_KEY_FILE: ${join(folder, 'none')} does not exist`,
    );
    expect(refusal({ SECRET_KEY_FILE: folder, SMTP_URL_FILE: blank })).toBe(
      `SECRET_KEY_FILE: ${folder} is a folder\nSMTP_URL_FILE: ${blank} is empty`,
    );
    expect(refusal({ SECRET_KEY_FILE: short })).not.toContain('too short');
  });

  test('a variable and its file at once are refused', async () => {
    const key = await put('key', 'a key of many characters');
    expect(refusal({ SECRET_KEY: 'another key of many', SECRET_KEY_FILE: key })).toBe(
      'SECRET_KEY, SECRET_KEY_FILE: give one of them alone',
    );
    await put('SECRET_KEY', 'a third key of many');
    expect(refusal({ SECRET_KEY_FILE: key, CREDENTIALS_DIRECTORY: folder })).toBe(
      'SECRET_KEY_FILE, the credential SECRET_KEY: give one of them alone',
    );
  });
});

/** A run of the browser's tests in which a second factor is demanded of everybody (`SECOND_FACTOR=1`, and in the deep run). */
import { type APIRequestContext, expect, request } from '@playwright/test';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { inDepth } from './deep.ts';

export const isFactorDemanded = process.env.SECOND_FACTOR === '1' || inDepth(false, true);

/** Set by {@link demandFactor}: the database, where a code may be given again, and secrets by address. */
const DATABASE = 'E2E_FACTOR_DATABASE';
const SECRETS = 'E2E_FACTOR_SECRETS';

/** Secrets by address: those of the demo come from the setup, others are of this process. */
const known = new Map<string, string>(Object.entries(JSON.parse(process.env[SECRETS] ?? '{}')));

type SignIn = { email: string; password: string; code?: string };

/** Sets up the factor of each account, and demands one of everybody from then on. */
export async function demandFactor(
  baseURL: string,
  database: string | undefined,
  accounts: readonly SignIn[],
): Promise<void> {
  if (!database) throw new Error('a run with a second factor is one of `npm test`, which has the database');
  process.env[DATABASE] = database;
  for (const account of accounts) known.set(account.email, await setUp(baseURL, account));
  process.env[SECRETS] = JSON.stringify(Object.fromEntries(known));
  const [superadmin] = accounts;
  if (!superadmin) throw new Error('somebody has to demand it');
  await withCode(baseURL, superadmin, async (signIn) => {
    const context = await request.newContext({ baseURL });
    const headers = await tokenOf(context, signIn);
    const { settings } = await (await context.get('/api/wladmin/security-settings', { headers })).json();
    const data = { second_factor: 'everybody', updated_at: settings.updated_at };
    expect((await context.patch('/api/wladmin/security-settings', { headers, data })).status()).toBe(200);
    await context.dispose();
  });
}

/**
 * Signs in with what has to be sent: the code too, where one is demanded; who has no device yet sets one up first. Codes
 * are taken once in 30 s, and many tests are one person: each gets the moment's code for itself.
 */
export async function withCode(
  baseURL: string | undefined,
  signIn: { email: string; password: string },
  work: (with_code: SignIn) => Promise<void>,
): Promise<void> {
  if (!isFactorDemanded) return work(signIn);
  const { email } = signIn;
  const secret = known.get(email) ?? (await setUp(baseURL, signIn));
  known.set(email, secret);
  await alone(email, async (db) => {
    await db.query(
      'update one_time_codes set last_step = 0 where admin_id in (select id from admins where email = $1)',
      [email],
    );
    await work({ ...signIn, code: new TOTP({ secret }).generate() });
  });
}

/** Sets one-time codes up as the screen does, and answers their secret. */
async function setUp(baseURL: string | undefined, signIn: SignIn): Promise<string> {
  const context = await request.newContext({ baseURL });
  const headers = await tokenOf(context, signIn);
  const post = async (path: string, data: object) => {
    const answer = await context.post(`/api/wladmin/account/${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const { secret } = await post('one-time-codes', { password: signIn.password });
  await post('one-time-codes/confirm', { code: new TOTP({ secret }).generate() });
  await context.dispose();
  return secret;
}

async function tokenOf(context: APIRequestContext, data: SignIn): Promise<{ authorization: string }> {
  const answer = await context.post('/api/wladmin/auth', { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return { authorization: `Bearer ${(await answer.json()).token}` };
}

async function alone(email: string, work: (db: pg.Client) => Promise<void>): Promise<void> {
  const db = new pg.Client(process.env[DATABASE]);
  await db.connect();
  try {
    await db.query('select pg_advisory_lock(hashtextextended($1, 0))', [email]);
    await work(db);
  } finally {
    await db.end();
  }
}

/** Money and prizes behind a real PgBouncer in transaction mode, on the demo: paid, returned and drawn once, as without it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statusesOf, useTestApp } from '../../../test/harness.ts';
import { type Bouncer, HAS_PGBOUNCER, startPgBouncer } from '../../../test/peers/pgbouncer.ts';
import { buildHttp } from '../../http/http.ts';
import { signAccessToken } from '../../http/session.ts';
import { openDatabase } from '../client.ts';

describe.skipIf(!HAS_PGBOUNCER)('where this machine has it (apt-get install pgbouncer)', () => {
  const app = useTestApp({}, { demo: true });
  const db = () => app().platform.database.everything;
  let pooler: Bouncer;
  let database: ReturnType<typeof openDatabase>;
  let http: Awaited<ReturnType<typeof buildHttp>>;
  let superadmin: string;
  let programadmin: string;

  beforeAll(async () => {
    const { platform, urls, ownerUrl } = app();
    pooler = await startPgBouncer(ownerUrl, 'transaction', 4);
    const { through } = pooler;
    database = openDatabase(
      { global: through(urls.global), scoped: through(urls.scoped), site: through(urls.site) },
      8,
    );
    http = await buildHttp({ ...platform, database });
    superadmin = await tokenOf('superadmin@example.com');
    programadmin = await tokenOf('programadmin@example.com');
  });
  afterAll(async () => {
    await http?.close();
    await database?.close();
    await pooler?.close();
  });

  async function tokenOf(email: string): Promise<string> {
    const { id: admin_id } = await db()
      .selectFrom('admins')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const { id } = await db()
      .insertInto('sessions')
      .values({ admin_id, address: '127.0.0.1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return signAccessToken(app().platform.tokenKey, id);
  }

  type Wish = { payload?: object; key?: string; as?: string };
  async function call(
    method: 'GET' | 'POST',
    path: string,
    { payload, key, as: token = superadmin }: Wish = {},
  ) {
    const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) };
    const answer = await http.inject({
      method,
      url: `/api/wladmin/${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  const times = <Made>(count: number, make: () => Promise<Made>) =>
    Promise.all(Array.from({ length: count }, make));

  test('a payout that is sent again pays once, to the cent of its lines', async () => {
    const { payouts } = (await call('GET', 'payouts?sort_by=amount&sort_dest=desc')).body;
    const ids = (payouts as { id: number; against: string[] }[])
      .filter(({ against }) => against.length === 0)
      .map(({ id }) => id)
      .slice(0, 4);
    expect(ids.length).toBeGreaterThan(0);
    const again = await times(8, () => call('POST', 'payout', { payload: { ids }, key: 'paid once' }));
    expect(statusesOf(again)).toEqual(Array.from({ length: 8 }, () => 200));
    const batches = new Set(again.map(({ body }) => body.batch.id as number));
    expect(batches.size).toBe(1);
    expect(statusesOf(await times(3, () => call('POST', 'payout', { payload: { ids } })))).toEqual([
      400, 400, 400,
    ]);
    const made = await db()
      .selectFrom('payouts as p')
      .select([
        'p.amount',
        (eb) =>
          eb
            .selectFrom('charge_lines as l')
            .whereRef('l.payout_id', '=', 'p.id')
            .select((of) => of.fn.sum<number>('l.paid').as('paid'))
            .as('paid'),
      ])
      .where('p.batch_id', 'in', [...batches])
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('payout_adjustments as a').select('a.id').whereRef('a.payout_id', '=', 'p.id'),
          ),
        ),
      )
      .execute();
    expect(made.map(({ amount }) => Number(amount))).toEqual(made.map(({ paid }) => Number(paid)));
  });

  test('of refunds of a whole charge at once, by staff of its program, one is set aside', async () => {
    const as = programadmin;
    const { transactions } = (await call('GET', 'transactions', { as })).body;
    const charge = (transactions as { id: number; refund_available: number }[]).find(
      ({ refund_available }) => refund_available > 0,
    );
    const payload = { amount: charge?.refund_available, cancel_registration: 0 };
    const answers = await times(6, () => call('POST', `charge/${charge?.id}/refund`, { payload, as }));
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400, 400]);
  });

  test('a giveaway is drawn and confirmed once', async () => {
    const { id } = await db()
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'giveaway')
      .where('tickets', '>', 1)
      .where('drawn_at', 'is', null)
      .orderBy('end_at')
      .executeTakeFirstOrThrow();
    const { status, body } = await call('GET', `lilt-event/${id}/draw`);
    expect(status).toBe(200);
    const wish = { id: body.id, token: body.token };
    const answers = await times(4, () => call('POST', `lilt-event/${id}/draw-final`, { payload: wish }));
    const [first, ...others] = statusesOf(answers);
    expect([first, others.every((one) => one >= 400 && one < 500)]).toEqual([200, true]);
    expect((await http.inject({ url: `/storage/draws/${id}.json` })).statusCode).toBe(200);
  });
});

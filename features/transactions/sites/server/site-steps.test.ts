/** Sites and Stripe telling in any order, doubled and late, beside staff: what was told is there, once, and was told to each site in order. Specification: Sites, sales. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { WEBHOOK_KINDS } from '../../../../core/sites/changes.ts';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { payAll } from '../../../../test/models/paying.ts';
import { STRIPE_SECRET, sendStripeEvent, stripeEvent } from '../../../../test/peers/stripe-events.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { settledChanges, useSettledFeed } from '../../../../test/rows/site-changes.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import {
  expectInOrder,
  isSigned,
  makeListening,
  messagesOf,
  openReceiver,
  passWaits,
} from '../../../../test/rows/webhooks.ts';
import { until } from '../../../../test/until.ts';
import { sendWebhooks } from '../../../programs/webhooks/server/send-webhooks.job.ts';

useSettledFeed();
const app = useTestApp({
  stripeWebhookSecret: STRIPE_SECRET,
  siteCallsPerMinute: 1_000_000,
  webhooksPrivate: true,
});
const db = () => app().platform.database.everything;

const PROGRAMS = 4;
const STEPS = inDepth(240, 10_000);
const AT_ONCE = 6;
const SEED = inDepth(1, undefined);

/** Refusals of one message: more in a row would be ten tries, and the end of its webhook. */
const MOST_REFUSALS = 8;

type Site = {
  program: number;
  tag: string;
  key: string;
  classes: number[];
  instructors: number[];
  students: number[];
};
type Sale = {
  site: number;
  reference: string;
  provider_ref: string | null;
  /** The invoice that the payment pays, by which Stripe tells it as well. */
  invoice: string | null;
  /** The site's name for the payment. */
  told_ref: string | null;
  class_id: number;
  user_id: number;
  amount: number;
  occurred_at: string;
};

async function makeSite(): Promise<Site> {
  const { id: program, program_tag: tag } = await makeProgram(db());
  const classes = [await makeSoldClass(db(), program), await makeSoldClass(db(), program)];
  const rows = await db().selectFrom('classes').select('instructor_id').where('id', 'in', classes).execute();
  const students: number[] = [];
  for (let student = 0; student < 3; student++)
    students.push((await makeSiteUser(db(), { program_id: program })).id);
  const instructors = rows.flatMap(({ instructor_id }) => instructor_id ?? []);
  return { program, tag, key: (await makeSiteKey(db(), program)).site_key, classes, instructors, students };
}

/** Draws numbers from a seed, so that a run that fails can be repeated. */
function drawing(seed: number) {
  const values = fc.sample(fc.nat(), { seed, numRuns: STEPS * 8 });
  let at = 0;
  const below = (bound: number) => (values[at++ % values.length] ?? 0) % bound;
  return { below, of: <T>(items: readonly T[]) => items[below(items.length)] as T };
}

test('after any steps the sales are those that were told, lines and ledgers add up, and nobody has another’s', async () => {
  const seed = SEED ?? Math.floor(Math.random() * 2 ** 31);
  const random = drawing(seed);
  const sites: Site[] = [];
  for (let site = 0; site < PROGRAMS; site++) sites.push(await makeSite());
  await using told = await listenFor(sites);
  const staff = await app().as({ permissions: ['superadmin'] });
  const sales: Sale[] = [];
  const booked = new Set<Sale>();
  const coins = new Map<string, { user_id: number; amount: number }>();
  const as = (site: number) => ({ authorization: `Bearer ${sites[site]?.key}` });
  const expectStatus = (what: string, status: number, allowed: readonly number[]) =>
    expect(allowed, `${what} answered ${status}, seed ${seed}`).toContain(status);

  const newSale = (): Sale => {
    const site = random.below(PROGRAMS);
    const { classes, students } = sites[site] as Site;
    const provider_ref = random.below(2) === 0 ? `pi_${seed}_${sales.length}` : null;
    const invoice = provider_ref && random.below(2) === 0 ? provider_ref.replace('pi_', 'in_') : null;
    const sale = {
      site,
      reference: `sale-${sales.length}`,
      provider_ref,
      invoice,
      told_ref: random.below(2) === 0 && invoice ? invoice : provider_ref,
      class_id: random.of(classes),
      user_id: random.of(students),
      amount: 1 + random.below(2e4),
      occurred_at: new Date(Date.now() - random.below(90 * 864e5)).toISOString(),
    };
    sales.push(sale);
    return sale;
  };
  const saleOf = () => (sales.length === 0 || random.below(3) === 0 ? newSale() : random.of(sales));
  const bodyOf = ({ reference, told_ref, class_id, user_id, amount, occurred_at }: Sale) => ({
    reference,
    class_id,
    user_id,
    amount,
    occurred_at,
    type: 'class',
    currency: 'USD',
    ...(told_ref !== null && { provider: 'stripe', provider_ref: told_ref }),
  });
  const tell = (sale: Sale, site = sale.site, more: object = {}) =>
    app().call('POST', '/api/site/charges', { ...bodyOf(sale), ...more }, as(site));
  const tellStripe = async (sale: Sale) => {
    const { site, provider_ref, invoice, class_id, user_id, amount, occurred_at } = sale;
    const metadata = {
      provost_program: sites[site]?.tag,
      provost_class: String(class_id),
      provost_user: String(user_id),
    };
    const created = Math.floor(Date.parse(occurred_at) / 1000);
    const paid = { currency: 'usd', metadata };
    const objects: [type: string, object: object][] = [
      [
        'payment_intent.succeeded',
        { id: provider_ref, object: 'payment_intent', amount_received: amount, invoice, ...paid },
      ],
      invoice
        ? [
            'invoice.paid',
            { id: invoice, object: 'invoice', payment_intent: provider_ref, amount_paid: amount, ...paid },
          ]
        : [
            'checkout.session.completed',
            {
              id: `cs_${provider_ref}`,
              object: 'checkout.session',
              payment_status: 'paid',
              payment_intent: provider_ref,
              amount_total: amount,
              ...paid,
            },
          ],
    ];
    const [type, object] = random.of(objects);
    return sendStripeEvent(app(), stripeEvent(type, object, { created }));
  };

  const steps: Record<string, () => Promise<void>> = {
    async sale() {
      const sale = saleOf();
      const { status } = await tell(sale);
      expectStatus('a sale', status, [200]);
      booked.add(sale);
    },
    async stripe() {
      const sale = saleOf();
      if (sale.provider_ref === null) return;
      const { statusCode } = await tellStripe(sale);
      expectStatus('an event of Stripe', statusCode, [200]);
      booked.add(sale);
    },
    async otherAmount() {
      const sale = saleOf();
      if (!booked.has(sale)) return;
      const { status } = await tell(sale, sale.site, { amount: sale.amount + 1 });
      expectStatus('a reference with another amount', status, [409]);
    },
    async foreignKey() {
      const sale = saleOf();
      const other = (sale.site + 1 + random.below(PROGRAMS - 1)) % PROGRAMS;
      const { status } = await tell({ ...sale, reference: `stolen-${sale.reference}` }, other);
      expectStatus('a key of another program', status, [404]);
    },
    async coins() {
      const site = random.below(PROGRAMS);
      const known = [...coins.keys()].filter((key) => key.startsWith(`${site} `));
      const key = known.length > 0 && random.below(2) ? random.of(known) : `${site} gift-${coins.size}`;
      const grant = coins.get(key) ?? {
        user_id: random.of((sites[site] as Site).students),
        amount: 1 + random.below(900),
      };
      coins.set(key, grant);
      const { status } = await app().call(
        'POST',
        '/api/site/coins',
        {
          reference: key.split(' ')[1],
          user_id: grant.user_id,
          amount: grant.amount / 100,
          reason: 'a step',
        },
        as(site),
      );
      expectStatus('coins', status, [200]);
    },
    async rows() {
      const site = random.of(sites);
      await setRows(db(), 'instructor', random.of(site.instructors), [
        { type: 0, commission: random.below(40) },
        { type: 2, commission: random.below(20), referrer_id: random.of(site.students) },
      ]);
    },
    async refund() {
      await refundOne(staff, random);
    },
    async pay() {
      await payAll(db(), { user_id: random.of(random.of(sites).instructors) }, 'USD');
    },
    async webhooks() {
      await passWaits(db());
      await sendWebhooks.run(app().platform, new AbortController().signal);
    },
  };
  const kinds = ['sale', 'sale', 'sale', 'stripe', 'stripe', 'stripe', 'coins', 'coins', 'otherAmount'];
  const all = [...kinds, 'foreignKey', 'rows', 'refund', 'pay', 'webhooks'];
  for (let step = 0; step < STEPS; step += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, async () => steps[random.of(all)]?.()));

  await expectSales(sites, [...booked]);
  await expectSums();
  await expectCoins(coins);
  await expectTold(told);
});

/** A webhook of all kinds for each site, with a receiver that refuses one message in three. */
async function listenFor(sites: readonly Site[]) {
  const refusals = new Map<string, number>();
  let calls = 0;
  const secrets = new Map<number, string>();
  let unsigned = 0;
  const receiver = await openReceiver((message) => {
    const { program_id } = JSON.parse(message.body).data;
    if (!isSigned(message, secrets.get(program_id) ?? '')) unsigned += 1;
    const name = String(message.headers['webhook-id']);
    const refused = refusals.get(name) ?? 0;
    if (++calls % 3 !== 0 || refused === MOST_REFUSALS) return 204;
    refusals.set(name, refused + 1);
    return 500;
  });
  await settledChanges(db());
  const hooks: { id: number; program: number }[] = [];
  for (const { program } of sites) {
    const values = { program_id: program, url: receiver.url, kinds: [...WEBHOOK_KINDS] };
    const { id, secret } = await makeListening(db(), app().platform, values);
    secrets.set(program, secret);
    hooks.push({ id, program });
  }
  return { ...receiver, hooks, unsigned: () => unsigned };
}

/** Each change has come, signed, to its own site alone, and those of one object in their order. */
async function expectTold({
  hooks,
  received,
  unsigned,
}: Awaited<ReturnType<typeof listenFor>>): Promise<void> {
  await settledChanges(db());
  await until(async () => {
    await passWaits(db());
    await sendWebhooks.run(app().platform, new AbortController().signal);
    const { rows } = await sql<{ left: number }>`select count(*)::integer as left from webhook_deliveries
        where state = 'waiting'`.execute(db());
    expect(rows).toEqual([{ left: 0 }]);
  });
  expect(received.length, 'some came more than once').toBeGreaterThan((await allMessages(hooks)).length);
  expect(unsigned()).toBe(0);
  for (const { id, program } of hooks) {
    const made = await messagesOf(db(), id);
    expect(made.filter(({ state }) => state !== 'delivered')).toEqual([]);
    expectInOrder(received, made);
    const told = made.map(({ payload }) => JSON.parse(payload));
    expect(new Set(told.map(({ data }) => data.program_id))).toEqual(new Set([program]));
    await expectFactsTold(program, told);
  }
}

async function allMessages(hooks: readonly { id: number }[]) {
  return (await Promise.all(hooks.map(({ id }) => messagesOf(db(), id)))).flat();
}

/** Each sale of the program was told, under the site's name for it; what Stripe told first had none yet. */
async function expectFactsTold(
  program: number,
  told: readonly { type: string; data: { id: number; reference: string | null } }[],
): Promise<void> {
  const { rows } = await sql<{ id: number; provider_charge: string | null; reference: string | null }>`
    select c.id, c.provider_charge, f.reference from charges c
    left join site_facts f on f.program_id = ${program} and f.kind = 'charge' and f.answer ->> 'id' = c.id::text
    where c.site_program_id = ${program}`.execute(db());
  expect(rows.length).toBeGreaterThan(0);
  const charges = told.filter(({ type }) => type === 'charge.changed');
  const names = new Map(charges.map(({ data }) => [data.id, data.reference]));
  for (const { id, provider_charge, reference } of rows)
    expect(provider_charge ? [reference, null] : [reference], `charge ${id}`).toContain(names.get(id));
}
/** Gives a part of some sale back, as staff; what is given back already is refused. */
async function refundOne(staff: Call, { below }: { below: (bound: number) => number }): Promise<void> {
  const { rows } = await sql<{ id: number; left: number }>`
    select id, amount - refunded - reserved as left from charges where amount > refunded + reserved
    order by id offset ${below(20)} limit 1`.execute(db());
  const [charge] = rows;
  if (!charge) return;
  const amount = (1 + below(charge.left)) / 100;
  const { status } = await staff('POST', `charge/${charge.id}/refund`, {
    amount,
    reason: 'a step',
    cancel_registration: false,
  });
  expect([200, 400, 409]).toContain(status);
}

async function expectSales(sites: readonly Site[], booked: readonly Sale[]): Promise<void> {
  const charges = await db()
    .selectFrom('charges')
    .select(['id', 'class_id', 'student_id', 'amount', 'program_id', 'provider_charge'])
    .execute();
  const wanted = booked.map(({ site, class_id, user_id, amount, provider_ref }) => ({
    class_id,
    student_id: user_id,
    amount,
    program_id: sites[site]?.program ?? 0,
    provider_charge: provider_ref,
  }));
  const sorted = (sales: readonly (typeof wanted)[number][]) =>
    sales
      .map(({ class_id, student_id, amount, program_id, provider_charge }) =>
        // By either of its names it is the one payment.
        [program_id, class_id, student_id, amount, provider_charge?.replace(/^in_/, 'pi_')].join(' '),
      )
      .toSorted();
  expect(sorted(charges.map((charge) => charge as (typeof wanted)[number]))).toEqual(sorted(wanted));
  const { rows: strange } = await sql`
    select f.program_id, f.kind, f.reference from site_facts f join charges c on c.id = (f.answer ->> 'id')::integer
    where f.kind = 'charge' and c.program_id <> f.program_id`.execute(db());
  expect(strange).toEqual([]);
  const twice = db().selectFrom('unbooked_events').select('object_id').where('reason', '=', 'booked_twice');
  expect(await twice.execute()).toEqual([]);
}

async function expectSums(): Promise<void> {
  const { rows: charges } = await sql`
    select c.id, c.amount, c.refunded, sum(l.amount) as lines, sum(l.refunded) as back
    from charges c left join charge_lines l on l.charge_id = c.id where c.held is null
    group by c.id having coalesce(sum(l.amount), 0) <> c.amount or coalesce(sum(l.refunded), 0) <> c.refunded`.execute(
    db(),
  );
  expect(charges).toEqual([]);
  const { rows: payouts } = await sql`
    select p.id from payouts p left join charge_lines l on l.payout_id = p.id
    group by p.id having coalesce(sum(l.paid), 0) + coalesce((select sum(a.amount) from payout_adjustments a
      where a.payout_id = p.id), 0) <> p.amount`.execute(db());
  expect(payouts).toEqual([]);
}

async function expectCoins(coins: ReadonlyMap<string, { user_id: number; amount: number }>): Promise<void> {
  const wanted = new Map<number, number>();
  for (const { user_id, amount } of coins.values()) wanted.set(user_id, (wanted.get(user_id) ?? 0) + amount);
  const { rows } = await sql<{ id: number; balance: number; entries: number }>`
    select u.id, u.lilt_balance as balance, coalesce(sum(e.amount), 0)::bigint as entries
    from site_users u left join lilt_entries e on e.user_id = u.id group by u.id`.execute(db());
  for (const { id, balance, entries } of rows)
    expect([id, balance, entries]).toEqual([id, wanted.get(id) ?? 0, wanted.get(id) ?? 0]);
}

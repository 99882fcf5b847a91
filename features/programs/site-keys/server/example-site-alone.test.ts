/** The example site as a process of its own, with nothing of the office but an address and a key, and Stripe Checkout. Specification: Sites, the example site. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenIn } from '../../../../test/example-site.ts';
import { makeProgram, makeSiteKey } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { CHECKOUT_KEY, useCheckoutStripe } from '../../../../test/peers/checkout-stripe.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';

const SITE = path.resolve(import.meta.dirname, '../../../../example-site');
const SECRET = 'whsec_ofTheTests';
const PRICE = 4999;

const app = useTestApp({ stripeWebhookSecret: SECRET });
const db = () => app().platform.database.everything;
const stripe = useCheckoutStripe();

let program: number;
let class_id: number;
let site: { child: ChildProcess; address: string };

beforeAll(async () => {
  program = (await makeProgram(db(), { default_locale: 'en' })).id;
  class_id = await makeSoldClass(db(), program, { class_price: PRICE, currency: 'USD' });
  const { site_key } = await makeSiteKey(db(), program);
  const office = await app().http.listen({ port: 0, host: '127.0.0.1' });
  site = await startSite({
    PROVOST_ADDRESS: office,
    PROVOST_KEY: site_key,
    STRIPE_KEY: CHECKOUT_KEY,
    STRIPE_API_BASE: stripe.url,
  });
});
afterAll(async () => {
  const exited = once(site.child, 'exit');
  site.child.kill();
  await exited;
});

/** Starts it as its README says; throws what it said where it ends instead. */
function startSite(env: Record<string, string>): Promise<typeof site> {
  const child = spawn(process.execPath, ['main.ts'], {
    cwd: SITE,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /The site is at (http:\S+)/.exec(output)?.[1];
      if (address) resolve({ child, address });
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

/** A browser without scripts, of somebody who has just signed up. */
async function student() {
  const cookies = new Map<string, string>();
  const go = async (to: string, form?: Record<string, string>) => {
    const answer = await fetch(new URL(to, site.address), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { origin: site.address }),
      },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  };
  const person = { first_name: 'Ada', last_name: 'Byron', password: 'a password of hers' };
  const email = `${crypto.randomUUID()}@example.com`;
  expect((await go('/sign-up', { ...person, email, to: '/account' })).location).toBe('/account');

  /** Answers the address at which the class is paid. */
  const checkOut = async () => {
    const { text } = await go(`/checkout?class=${class_id}`);
    const form = {
      class: String(class_id),
      form_token: tokenIn(text, '/checkout'),
      shown_total: String(PRICE),
    };
    const [first, second] = await Promise.all([go('/checkout', form), go('/checkout', form)]);
    expect([first?.status, second?.location]).toEqual([303, first?.location]);
    return first?.location ?? '';
  };
  return { go, checkOut };
}

const office = () => app().http.listeningOrigin;

async function chargesOf(payment: string | null) {
  const charges = await db()
    .selectFrom('charges')
    .select(['id', 'amount', 'currency', 'class_id', 'program_id'])
    .where('provider', '=', 'stripe')
    .where('provider_charge', '=', payment)
    .execute();
  const places = await db()
    .selectFrom('class_users')
    .select('charge_id')
    .where('charge_id', 'in', [...charges.map(({ id }) => id), 0])
    .execute();
  return { charges, places: places.length };
}

test('says what it lacks', async () => {
  await expect(startSite({})).rejects.toThrow('Set PROVOST_ADDRESS and PROVOST_KEY');
});

describe('a payment at Stripe is one sale', () => {
  const EVENT = 'checkout.session.completed';
  const INTENT = 'payment_intent.succeeded';
  type Step = typeof EVENT | typeof INTENT | 'back';

  test.each<[string, Step[][]]>([
    ['told before the browser is back', [[EVENT], ['back']]],
    ['told after it', [['back'], [EVENT]]],
    ['told by the payment and by its session', [[INTENT], [EVENT], ['back'], ['back']]],
    ['told twice, and gone back to twice', [['back'], ['back'], [EVENT], [EVENT], [INTENT]]],
    ['all of it at once', [['back', EVENT, INTENT, 'back', EVENT]]],
    ['told alone', [[EVENT]]],
    ['gone back to alone', [['back']]],
  ])('%s', async (_, steps) => {
    const { go, checkOut } = await student();
    const { session, back } = stripe.pay(await checkOut());
    const take: Record<Step, () => Promise<void>> = {
      [EVENT]: async () => expect(await stripe.tell(office(), session, EVENT, SECRET)).toBe(200),
      [INTENT]: async () => expect(await stripe.tell(office(), session, INTENT, SECRET)).toBe(200),
      back: async () => expect((await go(back)).location).toBe('/account?note=bought'),
    };
    for (const together of steps) await Promise.all(together.map((step) => take[step]()));
    expect(await chargesOf(session.payment_intent)).toEqual({
      charges: [{ id: expect.any(Number), amount: PRICE, currency: 'USD', class_id, program_id: program }],
      places: 1,
    });
    expect((await go('/account')).text).not.toContain('You are not in a class yet.');
  });

  test('an event that is signed by somebody else books nothing', async () => {
    const { session } = stripe.pay(await (await student()).checkOut());
    expect(await stripe.tell(office(), session, EVENT, 'whsec_ofSomebodyElse')).toBe(400);
    expect((await chargesOf(session.payment_intent)).charges).toEqual([]);
  });

  test('whoever comes back without having paid, or with the payment of another, is told to wait', async () => {
    const [payer, other] = [await student(), await student()];
    const address = await payer.checkOut();
    const [unpaid] = [...stripe.sessions.values()].slice(-1);
    const waiting = '/account?note=paying';
    expect((await payer.go(`/checkout/paid?session=${unpaid?.id}`)).location).toBe(waiting);
    expect((await payer.go('/checkout/paid?session=cs_unknown')).location).toBe(waiting);
    expect((await payer.go('/checkout/paid?session=../secrets')).location).toBe(waiting);
    const { session, back } = stripe.pay(address);
    expect((await other.go(back)).location).toBe(waiting);
    expect((await chargesOf(session.payment_intent)).charges).toEqual([]);
    expect((await payer.go('/account?note=paying')).text).toContain('as soon as your payment has arrived');
  });
});

/** The checkout of a class or bundle: by Stripe where the site has a key of it, else by a payment that is a test. */
import { SiteError } from '@provost/site';
import { fill } from '../languages/formats.ts';
import { Picture, type SiteClass } from '../parts/cards.tsx';
import { Field, Form } from '../parts/form.tsx';
import { type Failure, isToldAlready, saving } from '../visits/failures.ts';
import { referenceOf } from '../visits/form-tokens.ts';
import type { Page } from '../visits/page.ts';
import { acting, leadTo, type User, type Visit, within } from '../visits/visit.ts';
import { paidSale, type Sale, stripeCheckout } from './stripe.ts';

type Offer = {
  of: SiteClass;
  code: string;
  coupon: string;
  /** Minor units that are to be paid, and what was taken off. */
  total: number;
  discount: number;
  /** Names of what was typed and does not apply. */
  without: readonly string[];
};

export async function checkoutPage(visit: Visit, _place?: unknown, failure?: Failure): Promise<Page> {
  const user = acting(visit);
  const { texts, formats, stripe } = visit;
  const offer = await offerOf(visit, user);
  const { of, code, coupon, total, discount, without } = offer;
  const money = (amount: number) => formats.money(amount, of.currency);
  const refused = (name: string) => without.includes(name);
  return {
    title: texts.checkout,
    status: without.length > 0 ? 400 : 200,
    body: (
      <section className="checkout">
        <h1>{texts.checkout}</h1>
        <div className="bought">
          <Picture of={of} eager sizes="12rem" />
          <h2>
            <a href={within(visit, `/classes/${of.id}`)}>{of.name}</a>
          </h2>
        </div>
        <Form action="/checkout" method="get" submit={texts.apply} quiet className="codes">
          <input type="hidden" name="class" value={of.id} />
          <Field
            name="code"
            label={texts.code}
            value={code}
            failure={refused('code') ? doesNotApply(visit, 'code') : undefined}
          />
          <Field
            name="coupon"
            label={texts.coupon}
            value={coupon}
            failure={refused('coupon') ? doesNotApply(visit, 'coupon') : undefined}
          />
        </Form>
        <dl className="sum">
          <dt>{texts.price}</dt>
          <dd>{money(of.price)}</dd>
          {discount > 0 && (
            <>
              <dt>{texts.discount}</dt>
              <dd>{money(-discount)}</dd>
            </>
          )}
          <dt className="total">{texts.total}</dt>
          <dd className="total">{total > 0 ? money(total) : texts.free}</dd>
        </dl>
        {!stripe && total > 0 && <p className="test">{texts.test_payment}</p>}
        {without.length === 0 && (
          <Form
            action="/checkout"
            submit={total > 0 ? fill(texts.pay, { amount: money(total) }) : texts.buy}
            failure={failure}
          >
            <input type="hidden" name="class" value={of.id} />
            <input type="hidden" name="code" value={code} />
            <input type="hidden" name="coupon" value={coupon} />
            <input type="hidden" name="shown_total" value={total} />
          </Form>
        )}
      </section>
    ),
  };
}

/** Sells what is shown, once by form; a price that is no longer the shown one is shown again. */
export function pay(visit: Visit): Promise<Response | Page> {
  return saving(
    visit,
    async () => {
      const user = acting(visit);
      const { site, form, stripe, texts } = visit;
      const offer = await offerOf(visit, user);
      const { of, code, total, discount } = offer;
      if (Number(form.get('shown_total')) !== total)
        throw new SiteError(400, { errors: [{ path: 'total', code: '', message: texts.price_changed }] });
      const reference = referenceOf('order', form);
      const sale: Sale = {
        reference,
        type: of.type,
        class_id: of.id,
        user_id: user.id,
        amount: total,
        currency: of.currency as Sale['currency'],
        code: code || undefined,
        discount: discount > 0 ? { amount: discount } : undefined,
        provider: 'manual',
      };
      if (stripe && total > 0) {
        const location = await stripeCheckout(visit, { sale, name: of.name, email: user.email }, stripe);
        return new Response(null, { status: 303, headers: { location } });
      }
      await site.post('charges', sale).catch((error: unknown) => {
        if (!isToldAlready(error)) throw error;
      });
      return '/account?note=bought';
    },
    (failure) => checkoutPage(visit, {}, failure),
  );
}

/** The price for this person, asked anew at each step: what a form says of it counts for nothing. */
async function offerOf({ site, locale, url, form }: Visit, { id: user_id }: User): Promise<Offer> {
  const told = (name: string) => (form.get(name) ?? url.searchParams.get(name) ?? '').trim().slice(0, 100);
  const [class_id, code, coupon] = [Number(told('class')), told('code'), told('coupon')];
  const { class: of } = await site.get('classes/{id}', { id: class_id || 0, locale });
  const buyer = { class_id, user_id };
  const [byCode, byCoupon] = await Promise.all([
    code ? site.post('codes/check', { code, ...buyer }) : null,
    coupon ? site.post('coupons/check', { coupon, ...buyer }) : null,
  ]);
  // One of both: the better for who pays. The code is told with the sale in any case.
  const discounts = [byCode, byCoupon].map((worth) => (worth?.valid ? worth.discount : 0));
  const discount = Math.max(...discounts);
  const without = [
    ...(byCode?.valid === false ? ['code'] : []),
    ...(byCoupon?.valid === false ? ['coupon'] : []),
  ];
  return { of, code, coupon, discount, total: of.price - discount, without };
}

function doesNotApply({ texts }: Visit, name: string): Failure {
  return { status: 400, message: '', fields: { [name]: texts.does_not_apply } };
}

/** Comes back from Stripe: what was paid is told to the office, which may hear of it from Stripe too: one payment is one sale. The rest is left to that. */
export async function paid(visit: Visit): Promise<Response> {
  const { site, stripe, url } = visit;
  const { id } = acting(visit);
  const sale = stripe && (await paidSale(stripe, url.searchParams.get('session') ?? ''));
  if (sale?.user_id !== id) return leadTo(visit, '/account?note=paying');
  const isBooked = await site.post('charges', sale).then(
    () => true,
    (error: unknown) => isToldAlready(error),
  );
  return leadTo(visit, `/account?note=${isBooked ? 'bought' : 'paying'}`);
}

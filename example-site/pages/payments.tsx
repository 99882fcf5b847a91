import type { Calls } from '@provost/site';
import type { Texts } from '../languages/en.ts';
import { More, Nothing } from '../parts/cards.tsx';
import { Field, Form } from '../parts/form.tsx';
import { useVisit } from '../parts/visit-context.ts';
import { type Failure, isToldAlready, saving } from '../visits/failures.ts';
import { referenceOf } from '../visits/form-tokens.ts';
import type { Page } from '../visits/page.ts';
import { acting, signedIn, type Visit } from '../visits/visit.ts';
import { Account } from './account.tsx';

type Charge = Calls['GET users/{id}/charges']['output']['charges'][number];
type Refund = Calls['GET users/{id}/refund-requests']['output']['refund_requests'][number];

const STATES: Readonly<Record<Refund['state'], keyof Texts>> = {
  waiting: 'refund_waiting',
  approved: 'refund_approved',
  rejected: 'refund_declined',
};

export async function payments(visit: Visit, failure?: Failure): Promise<Page> {
  const { site, locale, texts, url, form } = visit;
  const { id } = signedIn(visit);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const [{ charges, next }, requests] = await Promise.all([
    site.get('users/{id}/charges', { id, locale, cursor }),
    Array.fromAsync(site.each('users/{id}/refund-requests', { id, limit: 200 })),
  ]);
  const opened = Number(form.get('charge_id'));
  return {
    title: texts.payments,
    body: (
      <Account title={texts.payments}>
        {charges.length === 0 && <Nothing />}
        <ul className="entries">
          {charges.map((charge) => (
            <ChargeEntry
              key={charge.id}
              charge={charge}
              requests={requests.filter(({ charge_id }) => charge_id === charge.id)}
              failure={charge.id === opened ? failure : undefined}
            />
          ))}
        </ul>
        <More next={next} />
      </Account>
    ),
  };
}

type ChargeProps = { charge: Charge; requests: readonly Refund[]; failure: Failure | undefined };

function ChargeEntry({ charge, requests, failure }: ChargeProps) {
  const { texts, formats } = useVisit();
  const { id, name, occurred_at, amount, refunded, currency } = charge;
  const isWaiting = requests.some(({ state }) => state === 'waiting');
  return (
    <li>
      <div className="line">
        <h2>{name}</h2>
        <strong>{formats.money(amount, currency)}</strong>
      </div>
      <time dateTime={occurred_at} className="state">
        {formats.moment(occurred_at)}
      </time>
      {refunded > 0 && (
        <p>
          {texts.refunded}: {formats.money(refunded, currency)}
        </p>
      )}
      {requests.map((request) => (
        <p key={request.id} className="line">
          <span>
            {texts.refund}: {formats.money(request.amount, request.currency)}
          </span>
          <span className="kind">{texts[STATES[request.state]]}</span>
        </p>
      ))}
      {refunded < amount && !isWaiting && (
        <details open={failure !== undefined}>
          <summary>{texts.ask_refund}</summary>
          <Form action="/account/payments" submit={texts.ask_refund} failure={failure}>
            <input type="hidden" name="charge_id" value={id} />
            <Field name="reason" label={texts.reason} failure={failure} maxLength={1000} required />
          </Form>
        </details>
      )}
    </li>
  );
}

/** Asks for all that is left. The office knows whose charge it is. */
export function askRefund(visit: Visit): Promise<Response | Page> {
  return saving(
    visit,
    async () => {
      const { id: user_id } = acting(visit);
      const { site, form } = visit;
      const wish = { charge_id: Number(form.get('charge_id')), reason: form.get('reason') ?? '' };
      await site
        .post('refund-requests', { reference: referenceOf('refund', form), user_id, ...wish })
        .catch((error: unknown) => {
          if (!isToldAlready(error)) throw error;
        });
      return '/account/payments?note=refund';
    },
    (failure) => payments(visit, failure),
  );
}

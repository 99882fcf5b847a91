import type { Calls } from '@provost/site';
import type { Texts } from '../languages/en.ts';
import { fill } from '../languages/formats.ts';
import { More, Nothing } from '../parts/cards.tsx';
import { Choice, Field, Form } from '../parts/form.tsx';
import { useVisit } from '../parts/visit-context.ts';
import { type Failure, saving } from '../visits/failures.ts';
import type { Page } from '../visits/page.ts';
import { acting, Leave, signedIn, type Visit, within } from '../visits/visit.ts';
import { Account } from './account.tsx';

type Place = Readonly<Record<string, string>>;
type Purchase = Calls['GET users/{id}/purchases']['output']['purchases'][number];

/** Fields of an address, as the office and browsers call them. */
const ADDRESS = [
  ['name', 'name', 'name'],
  ['street', 'street', 'address-line1'],
  ['address', 'address', 'address-line2'],
  ['zip', 'postal_code', 'postal-code'],
  ['city', 'city', 'address-level2'],
  ['state', 'region', 'address-level1'],
  ['phone', 'phone', 'tel'],
  ['notes', 'notes', 'off'],
] as const satisfies readonly (readonly [field: string, label: keyof Texts, autoComplete: string])[];

const REQUIRED: readonly string[] = ['name', 'street', 'zip', 'city', 'state'];

const DELIVERED_TO = ['us', 'ca'] as const;

export async function purchases(visit: Visit, opened?: number, failure?: Failure): Promise<Page> {
  const { site, locale, texts, url } = visit;
  const { id } = signedIn(visit);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const answer = await site.get('users/{id}/purchases', { id, locale, cursor });
  return {
    title: texts.purchases,
    body: (
      <Account title={texts.purchases}>
        {answer.purchases.length === 0 && <Nothing />}
        <ul className="entries">
          {answer.purchases.map((purchase) => (
            <PurchaseEntry
              key={purchase.id}
              purchase={purchase}
              failure={opened === purchase.id ? failure : undefined}
            />
          ))}
        </ul>
        <More next={answer.next} />
      </Account>
    ),
  };
}

function PurchaseEntry({ purchase, failure }: { purchase: Purchase; failure: Failure | undefined }) {
  const { texts, formats } = useVisit();
  const { id, product_name, type, price, created_at, fulfilled } = purchase;
  return (
    <li>
      <div className="line">
        <h2>{product_name ?? texts.gifts}</h2>
        <span className="kind">
          {type === 'prize' ? texts.won : fill(texts.coins_amount, { n: formats.number(price) })}
        </span>
      </div>
      <time dateTime={created_at} className="state">
        {formats.moment(created_at)}
      </time>
      {fulfilled ? (
        <p className="state">{texts.sent}</p>
      ) : (
        <details open={failure !== undefined}>
          <summary>{texts.delivery_address}</summary>
          <Form action={`/account/purchases/${id}`} submit={texts.save} failure={failure}>
            {ADDRESS.map(([field, label, autoComplete]) => (
              <Field
                key={field}
                name={field}
                label={texts[label]}
                autoComplete={autoComplete}
                failure={failure}
                required={REQUIRED.includes(field)}
              />
            ))}
            <Choice
              name="country_id"
              label={texts.country}
              failure={failure}
              options={DELIVERED_TO.map((value) => ({ value, label: formats.country(value) }))}
            />
          </Form>
        </details>
      )}
    </li>
  );
}

/** Keeps the address of a purchase of one's own; the office does not ask whose it is. */
export function deliver(visit: Visit, place: Place): Promise<Response | Page> {
  const id = Number(place.id);
  return saving(
    visit,
    async () => {
      const user = acting(visit);
      const { site, form } = visit;
      for await (const purchase of site.each('users/{id}/purchases', { id: user.id, limit: 200 })) {
        if (purchase.id !== id) continue;
        const told = ADDRESS.map(([field]) => [field, form.get(field) ?? ''] as const);
        const country_id = DELIVERED_TO.find((country) => country === form.get('country_id')) ?? '';
        await site.post('purchases/{id}/delivery', { id, ...Object.fromEntries(told), country_id });
        return '/account/purchases?note=saved';
      }
      throw new Leave('/account/purchases');
    },
    (failure) => purchases(visit, id, failure),
  );
}

export async function tickets(visit: Visit): Promise<Page> {
  const { site, locale, texts, formats, url } = visit;
  const { id } = signedIn(visit);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const answer = await site.get('users/{id}/tickets', { id, locale, cursor });
  return {
    title: texts.tickets,
    body: (
      <Account title={texts.tickets}>
        {answer.tickets.length === 0 && <Nothing />}
        <ul className="entries plain">
          {answer.tickets.map(({ id: ticket, code, event_id, event_name, created_at }) => (
            <li key={ticket} className="line">
              <span>
                <a href={within(visit, `/events/${event_id}`)}>{event_name ?? texts.events}</a> <br />
                <time dateTime={created_at} className="state">
                  {formats.moment(created_at)}
                </time>
              </span>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <More next={answer.next} />
      </Account>
    ),
  };
}

import type { Calls } from '@provost/site';
import { fill } from '../languages/formats.ts';
import {
  Cards,
  CoinPrice,
  EventCard,
  More,
  Nothing,
  Picture,
  type SiteEvent,
  useWhen,
} from '../parts/cards.tsx';
import { Field, Form } from '../parts/form.tsx';
import { useVisit } from '../parts/visit-context.ts';
import { type Failure, isToldAlready, saving } from '../visits/failures.ts';
import { referenceOf } from '../visits/form-tokens.ts';
import type { Page } from '../visits/page.ts';
import { acting, type Visit, within } from '../visits/visit.ts';

type Place = Readonly<Record<string, string>>;
type Draw = Calls['GET draws/{id}']['output']['draw'];

const EVENTS_OF_A_PAGE = 12;
const MOST_TICKETS_AT_ONCE = 100;

export async function eventList({ site, locale, texts, url }: Visit): Promise<Page> {
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const { events, next } = await site.get('events', { locale, cursor, limit: EVENTS_OF_A_PAGE });
  return {
    title: texts.events,
    body: (
      <>
        <h1>{texts.events}</h1>
        {events.length === 0 && <Nothing />}
        <Cards>
          {events.map((event) => (
            <EventCard key={event.id} of={event} level="h2" />
          ))}
        </Cards>
        <More next={next} />
      </>
    ),
  };
}

export async function eventPage(visit: Visit, { id = '' }: Place, failure?: Failure): Promise<Page> {
  const { site, locale } = visit;
  const { event } = await site.get('events/{id}', { id, locale });
  const isDrawn = event.type === 'giveaway' && event.n === 'ended';
  const { draw } = isDrawn ? await site.get('draws/{id}', { id, locale }) : { draw: null };
  return { title: event.name, body: <Event event={event} draw={draw} failure={failure} /> };
}

function Event({
  event,
  draw,
  failure,
}: {
  event: SiteEvent;
  draw: Draw | null;
  failure?: Failure | undefined;
}) {
  const { texts, formats } = useVisit();
  const { name, description, n, available, product } = event;
  return (
    <article className="one">
      <Picture of={event} eager sizes="(min-width: 60rem) 40rem, 92vw" />
      <div className="one-text">
        <p className="kind">{useWhen(event)}</p>
        <h1>{name}</h1>
        {product && <p className="by">{product.name}</p>}
        <CoinPrice of={event} />
        {n === 'live' && <p className="by">{fill(texts.left, { n: formats.number(available) })}</p>}
        {n === 'live' && <Buy event={event} failure={failure} />}
        {draw?.ticket && <p>{fill(texts.winning_ticket, { ticket: draw.ticket })}</p>}
        {draw?.proof && <a href={draw.proof}>{texts.proof}</a>}
      </div>
      <div className="prose">{description && <p>{description}</p>}</div>
    </article>
  );
}

function Buy({
  event: { id, type, available, product },
  failure,
}: {
  event: SiteEvent;
  failure?: Failure | undefined;
}) {
  const visit = useVisit();
  const { texts, user, formats } = visit;
  if (!user)
    return (
      <a className="button" href={within(visit, `/sign-in?to=/events/${id}`)}>
        {texts.sign_in}
      </a>
    );
  return (
    <>
      <p>
        {texts.balance}: {fill(texts.coins_amount, { n: formats.number(user.lilt_balance) })}
      </p>
      {type === 'giveaway' ? (
        <Form action={`/events/${id}/tickets`} submit={texts.buy_tickets} failure={failure}>
          <Field
            name="quantity"
            type="number"
            label={texts.number}
            value={1}
            min={1}
            max={Math.min(MOST_TICKETS_AT_ONCE, available)}
            failure={failure}
            required
          />
        </Form>
      ) : (
        product && <Form action={`/events/${id}/purchase`} submit={texts.buy} failure={failure} />
      )}
    </>
  );
}

export function buyTickets(visit: Visit, place: Place): Promise<Response | Page> {
  return saving(
    visit,
    async () => {
      const { id: user_id } = acting(visit);
      const { site, form } = visit;
      const wish = { event_id: Number(place.id), quantity: Number(form.get('quantity')) };
      await site.post('tickets', { reference: referenceOf('tickets', form), user_id, ...wish }).catch(once);
      return '/account/tickets?note=tickets';
    },
    (failure) => eventPage(visit, place, failure),
  );
}

/** Buys the product of an event at the event's price, which the office knows. */
export function buyWithEvent(visit: Visit, place: Place): Promise<Response | Page> {
  return saving(
    visit,
    async () => {
      const { id: user_id } = acting(visit);
      const reference = referenceOf('purchase', visit.form);
      await visit.site.post('purchases', { reference, user_id, event_id: Number(place.id) }).catch(once);
      return '/account/purchases?note=saved';
    },
    (failure) => eventPage(visit, place, failure),
  );
}

function once(error: unknown): void {
  if (!isToldAlready(error)) throw error;
}

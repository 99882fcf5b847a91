import type { Calls } from '@provost/site';
import type { ReactNode } from 'react';
import { fill } from '../languages/formats.ts';
import { within } from '../visits/visit.ts';
import { useVisit } from './visit-context.ts';

export type SiteClass = Calls['GET classes/{id}']['output']['class'];
export type SiteEvent = Calls['GET events/{id}']['output']['event'];

const TONES = 6;

type PictureProps = {
  of: { id: number; name: string; image: SiteClass['image'] };
  eager?: boolean;
  /** A thing is shown whole, however high it is; what sets a mood fills its frame. */
  whole?: boolean;
  sizes: string;
};

/** Pictures stand beside their names: they are decoration, and say nothing of their own. */
export function Picture({ of: { id, name, image }, eager = false, whole = false, sizes }: PictureProps) {
  if (!image)
    return (
      <div className={`picture blank tone-${toneOf(id)}`} aria-hidden="true">
        {String.fromCodePoint(name.trim().codePointAt(0) ?? 0x20).toLocaleUpperCase()}
      </div>
    );
  return (
    <img
      className={whole ? 'picture whole' : 'picture'}
      src={image.medium}
      srcSet={`${image.small} 320w, ${image.medium} 640w, ${image.large} 1280w`}
      sizes={sizes}
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      alt=""
    />
  );
}

/** Ids of one program are often as far apart as there are programs: neighbours shall differ all the same. */
const toneOf = (id: number): number => (Math.imul(id, 0x9e3779b1) >>> 16) % TONES;

const CARD_SIZES = '(min-width: 60rem) 22rem, (min-width: 36rem) 45vw, 92vw';

export function Cards({ children }: { children: ReactNode[] }) {
  return <ul className="cards">{children}</ul>;
}

/** Cards are headed by the level below what stands above them. */
type Level = 'h2' | 'h3';

export function ClassCard({ of, level: Heading = 'h3' }: { of: SiteClass; level?: Level }) {
  const visit = useVisit();
  return (
    <li className="card">
      <Picture of={of} sizes={CARD_SIZES} />
      <div className="card-text">
        {(of.type === 'bundle' || of.category) && (
          <p className="kind">{of.type === 'bundle' ? visit.texts.bundle : of.category?.name}</p>
        )}
        <Heading>
          <a href={within(visit, `/classes/${of.id}`)}>{of.name}</a>
        </Heading>
        {of.instructor && <p className="by">{of.instructor.name}</p>}
        <Price of={of} />
      </div>
    </li>
  );
}

export function Price({ of: { price, full_price, currency } }: { of: SiteClass }) {
  const { texts, formats } = useVisit();
  return (
    <p className="price">
      <strong>{price === 0 ? texts.free : formats.money(price, currency)}</strong>
      {full_price > price && <del>{formats.money(full_price, currency)}</del>}
    </p>
  );
}

export function EventCard({ of, level: Heading = 'h3' }: { of: SiteEvent; level?: Level }) {
  const visit = useVisit();
  return (
    <li className="card">
      <Picture of={of} sizes={CARD_SIZES} />
      <div className="card-text">
        <p className="kind">{useWhen(of)}</p>
        <Heading>
          <a href={within(visit, `/events/${of.id}`)}>{of.name}</a>
        </Heading>
        <CoinPrice of={of} />
      </div>
    </li>
  );
}

/** Returns where an event stands: to come, on until when, over. */
export function useWhen({ n, start_at, end_at }: SiteEvent): string {
  const { texts, formats } = useVisit();
  if (n === 'ended') return texts.ended;
  if (n === 'sold_out') return texts.sold_out;
  return n === 'scheduled'
    ? fill(texts.starts, { date: formats.day(start_at) })
    : fill(texts.ends, { date: formats.day(end_at) });
}

export function CoinPrice({ of: { type, price, ticket_price } }: { of: SiteEvent }) {
  const { texts, formats } = useVisit();
  const coins = type === 'giveaway' ? ticket_price : price;
  if (coins === null) return null;
  const text = type === 'giveaway' ? texts.per_ticket : texts.coins_amount;
  return (
    <p className="price">
      <strong>{fill(text, { n: formats.number(coins) })}</strong>
    </p>
  );
}

export function Nothing({ text }: { text?: string }) {
  const { texts } = useVisit();
  return <p className="nothing">{text ?? texts.nothing_here}</p>;
}

export function More({ next }: { next: string | null }) {
  const { url, texts } = useVisit();
  if (next === null) return null;
  const query = new URLSearchParams(url.searchParams);
  query.set('cursor', next);
  query.delete('note');
  return (
    <p className="more">
      <a className="button quiet" href={`?${query}`}>
        {texts.show_more}
      </a>
    </p>
  );
}

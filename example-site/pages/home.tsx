import type { Calls } from '@provost/site';
import { Cards, ClassCard, EventCard, Nothing, Picture } from '../parts/cards.tsx';
import type { Page } from '../visits/page.ts';
import { type Visit, within } from '../visits/visit.ts';

type Banner = Calls['GET banners']['output']['banners'][number];

export async function home(visit: Visit): Promise<Page> {
  const { site, locale, program, texts } = visit;
  const [{ banners }, { classes }, { events }] = await Promise.all([
    site.get('banners', { locale, limit: 3 }),
    site.get('classes', { locale, limit: 6 }),
    site.get('events', { locale, limit: 12 }),
  ]);
  const next = events.filter(({ n }) => n === 'live' || n === 'scheduled').slice(0, 3);
  const { heading_text, subheading_1_text, button_text } = program.texts;
  return {
    title: texts.home,
    description: subheading_1_text,
    styles: banners.map(colorsOf).join(''),
    body: (
      <>
        <section className="hero">
          <h1>{heading_text || program.program_display_name}</h1>
          {subheading_1_text && <p>{subheading_1_text}</p>}
          <a className="button" href={within(visit, button_text && !visit.user ? '/sign-up' : '/classes')}>
            {button_text || texts.all_classes}
          </a>
        </section>
        {banners.length > 0 && (
          <ul className="banners">
            {banners.map((banner) => (
              <BannerCard key={banner.id} banner={banner} visit={visit} />
            ))}
          </ul>
        )}
        <section aria-labelledby="featured">
          <h2 id="featured">{texts.featured_classes}</h2>
          {classes.length === 0 && <Nothing />}
          <Cards>
            {classes.map((each) => (
              <ClassCard key={each.id} of={each} />
            ))}
          </Cards>
        </section>
        {next.length > 0 && (
          <section aria-labelledby="next">
            <h2 id="next">{texts.next_events}</h2>
            <Cards>
              {next.map((event) => (
                <EventCard key={event.id} of={event} />
              ))}
            </Cards>
          </section>
        )}
      </>
    ),
  };
}

function BannerCard({ banner, visit }: { banner: Banner; visit: Visit }) {
  const { id, title, sub_title, event_id, image } = banner;
  return (
    <li className={`banner banner-${id}`}>
      <div className="banner-text">
        <h2>{event_id ? <a href={within(visit, `/events/${event_id}`)}>{title}</a> : title}</h2>
        {sub_title && <p>{sub_title}</p>}
      </div>
      {image && <Picture of={{ id, name: title, image }} eager sizes="(min-width: 60rem) 24rem, 92vw" />}
    </li>
  );
}

function colorsOf({ id, colors: { color_1 } }: Banner): string {
  if (!/^#[0-9a-f]{6}$/i.test(color_1)) return '';
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color_1.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return `.banner-${id}{background:${color_1};color:${light > 0.179 ? '#000' : '#fff'}}`;
}

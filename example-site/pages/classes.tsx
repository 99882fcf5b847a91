import { SiteError } from '@provost/site';
import { fill } from '../languages/formats.ts';
import { Cards, ClassCard, More, Nothing, Picture, Price } from '../parts/cards.tsx';
import { Choice } from '../parts/form.tsx';
import type { Page } from '../visits/page.ts';
import { type Visit, within } from '../visits/visit.ts';

const CLASSES_OF_A_PAGE = 12;

export async function classList(visit: Visit): Promise<Page> {
  const { site, locale, texts, url, base } = visit;
  const q = (url.searchParams.get('q') ?? '').slice(0, 100);
  const category_id = Number(url.searchParams.get('category_id')) || undefined;
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const [{ categories }, { classes, next }] = await Promise.all([
    site.get('categories', { locale, limit: 200 }),
    site
      .get('classes', { locale, q: q || undefined, category_id, cursor, limit: CLASSES_OF_A_PAGE })
      .catch((error: unknown) => {
        // A category or a place of yesterday is no fault of the visitor.
        if (error instanceof SiteError && error.status === 400) return { classes: [], next: null };
        throw error;
      }),
  ]);
  return {
    title: texts.classes,
    body: (
      <>
        <h1>{texts.classes}</h1>
        <form className="filters" method="get" role="search" action={`${base}/classes`}>
          <div className="field">
            <label htmlFor="q">{texts.search}</label>
            <input id="q" name="q" type="search" defaultValue={q} maxLength={100} />
          </div>
          {categories.length > 0 && (
            <Choice
              name="category_id"
              label={texts.category}
              value={category_id ?? ''}
              options={[
                { value: '', label: texts.all_categories },
                ...categories.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <button type="submit">{texts.show}</button>
        </form>
        {classes.length === 0 && <Nothing text={texts.nothing_found} />}
        <Cards>
          {classes.map((each) => (
            <ClassCard key={each.id} of={each} level="h2" />
          ))}
        </Cards>
        <More next={next} />
      </>
    ),
  };
}

export async function classPage(visit: Visit, { id = '' }: Readonly<Record<string, string>>): Promise<Page> {
  const { site, locale, texts } = visit;
  const { class: of } = await site.get('classes/{id}', { id, locale });
  return {
    title: of.name,
    description: of.description.slice(0, 200),
    body: (
      <article className="one">
        <Picture of={of} eager sizes="(min-width: 60rem) 40rem, 92vw" />
        <div className="one-text">
          {of.type === 'bundle' && <p className="kind">{texts.bundle}</p>}
          <h1>{of.name}</h1>
          {of.instructor && <p className="by">{fill(texts.taught_by, { name: of.instructor.name })}</p>}
          <Price of={of} />
          {of.for_sale ? (
            <a className="button" href={within(visit, `/checkout?class=${of.id}`)}>
              {texts.buy}
            </a>
          ) : (
            <p>{texts.not_for_sale}</p>
          )}
          {of.tags.length > 0 && (
            <ul className="tags">
              {of.tags.map((tag) => (
                <li key={tag.id}>{tag.name}</li>
              ))}
            </ul>
          )}
        </div>
        <div className="prose">
          {of.description && <p>{of.description}</p>}
          {of.additional_info && <p>{of.additional_info}</p>}
          {of.classes && of.classes.length > 0 && (
            <>
              <h2>{texts.in_bundle}</h2>
              <ul>
                {of.classes.map((each) => (
                  <li key={each.id}>{each.name}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      </article>
    ),
  };
}

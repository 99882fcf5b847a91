/** The whole document around a page: head, header, what happened, footer. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { Texts } from '../languages/en.ts';
import { directionOf, type Language, nameOf, textsIn } from '../languages/languages.ts';
import type { Page } from '../visits/page.ts';
import { type Visit, within } from '../visits/visit.ts';
import { assetPath } from './assets.ts';
import { Looking } from './looking.tsx';
import { VisitContext } from './visit-context.ts';

/** Texts of what a form has done, as `?note=` names it. */
const NOTES: Readonly<Record<string, keyof Texts>> = {
  saved: 'saved',
  bought: 'bought',
  paying: 'paying',
  attended: 'attended',
  redeemed: 'redeemed',
  tickets: 'tickets_bought',
  refund: 'refund_asked',
  link: 'link_sent',
  closed: 'closed',
};

/** Returns a page as HTML. `nonce` allows its own rules. */
export function htmlOf(visit: Visit, page: Page, nonce: string): string {
  return `<!doctype html>${renderToStaticMarkup(
    <VisitContext value={visit}>
      <Document page={page} visit={visit} nonce={nonce} />
    </VisitContext>,
  )}`;
}

/** A page without a program, for when nothing can be asked of the office. */
export function failureHtml(locale: Language, base: string, nonce: string): string {
  const { failed } = textsIn(locale);
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={locale} dir={directionOf(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{failed}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={assetPath(base, 'site.css')} />
        <style nonce={nonce}>{':root{--hue:40}'}</style>
      </head>
      <body>
        <main id="main">
          <section className="narrow">
            <h1>{failed}</h1>
          </section>
        </main>
      </body>
    </html>,
  )}`;
}

function Document({ page, visit, nonce }: { page: Page; visit: Visit; nonce: string }) {
  const { program, locale, texts, url, base, login } = visit;
  const note = NOTES[url.searchParams.get('note') ?? ''];
  return (
    <html lang={locale} dir={directionOf(locale)} data-base={base || '/'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {page.description && <meta name="description" content={page.description} />}
        <title>{`${page.title} · ${program.program_display_name}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={assetPath(base, 'site.css')} />
        <style nonce={nonce}>{`:root{--hue:${hueOf(program.id)}}${page.styles ?? ''}`}</style>
        <script type="module" src={assetPath(base, 'site.js')} />
      </head>
      <body>
        <a className="skip" href="#main">
          {texts.skip}
        </a>
        {login?.state === 'open' && <Looking login={login} />}
        <Header visit={visit} />
        <main id="main" tabIndex={-1}>
          {note && (
            <p className="note" role="status">
              {texts[note]}
            </p>
          )}
          {page.body}
        </main>
        <Footer visit={visit} />
        {url.pathname.slice(base.length).length <= 1 && (
          <form data-token="" data-send="" method="post" action={within(visit, '/login-as')} hidden>
            <input type="hidden" name="token" />
          </form>
        )}
      </body>
    </html>
  );
}

function Header({ visit }: { visit: Visit }) {
  const { program, texts, user } = visit;
  const links: [path: string, title: string][] = [
    ['/classes', texts.classes],
    ['/events', texts.events],
    ['/gifts', texts.gifts],
    user ? ['/account', texts.my_account] : ['/sign-in', texts.sign_in],
  ];
  const here = visit.url.pathname.slice(visit.base.length);
  return (
    <header className="top">
      <a className="brand" href={within(visit, '/')}>
        {program.program_display_name}
      </a>
      <nav aria-label={texts.menu}>
        {links.map(([path, title]) => (
          <a key={path} href={within(visit, path)} aria-current={here.startsWith(path) ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
    </header>
  );
}

function Footer({ visit }: { visit: Visit }) {
  const { program, texts, locale, url } = visit;
  const kept = [...url.searchParams].filter(([name]) => name !== 'locale' && name !== 'note');
  return (
    <footer>
      <form className="languages" method="get">
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor="locale">{texts.language}</label>
        <select id="locale" name="locale" defaultValue={locale}>
          {program.languages.map((each) => (
            <option key={each} value={each} lang={each}>
              {nameOf(each)}
            </option>
          ))}
        </select>
        <button type="submit" className="quiet">
          {texts.show}
        </button>
      </form>
      {program.support_email && <a href={`mailto:${program.support_email}`}>{program.support_email}</a>}
    </footer>
  );
}

/** Each program has a colour of its own, far from that of the next. */
const hueOf = (id: number): number => Math.round((id * 137.5 + 40) % 360);

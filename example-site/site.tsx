/** A program's site: a function from a request to an answer, on `@provost/site` alone. Specification: Sites, the example site. */

import { randomBytes } from 'node:crypto';
import { createSite, SiteError } from '@provost/site';
import { LANGUAGES, languageOf } from './languages/languages.ts';
import { STRIPE } from './pages/stripe.ts';
import { assetAnswer } from './parts/assets.ts';
import { failureHtml, htmlOf } from './parts/document.tsx';
import { Over, Waiting } from './parts/looking.tsx';
import { routeOf } from './routes.ts';
import { sessionsOf } from './visits/cookies.ts';
import { openVisits, type Visitor } from './visits/open-visit.ts';
import type { Page } from './visits/page.ts';
import { Leave, leadTo, type StripeSettings, type Visit, within } from './visits/visit.ts';

export type SiteSettings = {
  /** Address of the office, and the key of the program: it never leaves this server. */
  address: string;
  key: string;
  /** Begins every path of the site, as `/site/brightside`; empty where it has an address of its own. */
  base?: string;
  /** Without a secret key of Stripe payments are a test. */
  stripe?: StripeSettings | null;
};

/** Returns the site: it answers every request, and throws nothing. */
export function exampleSite({ address, key, base = '', stripe = null }: SiteSettings) {
  const site = createSite({ address, key });
  const sessions = sessionsOf(key, base);
  const openVisit = openVisits({ site, sessions, base, stripe });

  return async (request: Request, visitor: Visitor = {}): Promise<Response> => {
    const nonce = randomBytes(16).toString('base64');
    const protect = (response: Response) =>
      protectedBy(response, nonce, { office: address, checkout: checkoutOf(stripe) });
    const { pathname } = new URL(request.url);
    const path = pathname.slice(base.length) || '/';
    if (path.startsWith('/assets/')) {
      const asset = assetAnswer(path.slice('/assets/'.length));
      return protect(asset ?? new Response('Not found', { status: 404 }));
    }
    if (request.method === 'POST' && !comesFromHere(request))
      return protect(new Response('This form was not sent from here.', { status: 403 }));
    try {
      const visit = await openVisit(request, visitor);
      return protect(keepingLanguage(visit, await answerOf(visit, path, nonce)));
    } catch (error) {
      return protect(failed(error, { request, base, nonce }));
    }
  };
}

async function answerOf(visit: Visit, path: string, nonce: string): Promise<Response> {
  const pageOf = (page: Page) => pageAnswer(visit, page, nonce);
  try {
    const { login, sessions, request, url } = visit;
    const isLoginCall = path.startsWith('/login-as');
    if (login?.state === 'waiting' && !isLoginCall)
      return pageOf({ title: login.program_display_name, body: <Waiting login={login} /> });
    if (login?.state === 'over' && !isLoginCall)
      return pageOf({
        title: login.program_display_name,
        body: <Over login={login} />,
        cookies: [sessions.end(request)],
      });
    if (url.searchParams.get('note') === 'token')
      return pageOf({ title: visit.program.program_display_name, body: <Over login={null} /> });
    const route = routeOf(request.method, path);
    if (!route) return pageOf(missing(visit));
    const answer = await route.answer(visit, route.place);
    return answer instanceof Response ? answer : pageOf(answer);
  } catch (error) {
    if (error instanceof Leave) return leadTo(visit, error.path);
    if (error instanceof SiteError && [400, 404].includes(error.status)) return pageOf(missing(visit));
    throw error;
  }
}

function pageAnswer(visit: Visit, page: Page, nonce: string): Response {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': visit.locale,
  });
  for (const cookie of page.cookies ?? []) headers.append('set-cookie', cookie);
  return new Response(htmlOf(visit, page, nonce), { status: page.status ?? 200, headers });
}

/** A language that was chosen is kept, also where the page leads on to another. */
function keepingLanguage({ base, url, locale }: Visit, response: Response): Response {
  if (url.searchParams.has('locale'))
    response.headers.append(
      'set-cookie',
      `locale=${locale}; Path=${base || '/'}; Max-Age=31536000; SameSite=Lax`,
    );
  return response;
}

function missing(visit: Visit): Page {
  const { texts } = visit;
  return {
    title: texts.not_found,
    status: 404,
    body: (
      <section className="narrow">
        <h1>{texts.not_found}</h1>
        <a className="button" href={within(visit, '/classes')}>
          {texts.all_classes}
        </a>
      </section>
    ),
  };
}

/** The office is away, or something is wrong here: nothing of the program can be known, and the visitor's language is guessed. */
function failed(error: unknown, { request, base, nonce }: Failed): Response {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const locale = languageOf(request, LANGUAGES, 'en');
  return new Response(failureHtml(locale, base, nonce), {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': locale, 'retry-after': '5' },
  });
}

type Failed = { request: Request; base: string; nonce: string };

/** Returns where people pay, to which forms may lead. What stands in for Stripe has its pages at its own address. */
function checkoutOf(stripe: StripeSettings | null): string {
  return stripe && stripe.address !== STRIPE ? new URL(stripe.address).origin : 'https://checkout.stripe.com';
}

/** Browsers name the page that a form was sent from; what another site sends is nobody's will here. */
function comesFromHere(request: Request): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && URL.canParse(origin) && new URL(origin).host === new URL(request.url).host;
}

type Elsewhere = { office: string; checkout: string };

function protectedBy(response: Response, nonce: string, { office, checkout }: Elsewhere): Response {
  const { headers } = response;
  const images = `'self' data: https: ${new URL(office).origin}`;
  if (!headers.has('content-security-policy'))
    headers.set(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src ${images}; frame-src 'self'; ` +
        `form-action 'self' ${checkout}; base-uri 'none'; frame-ancestors 'none'`,
    );
  headers.set('x-content-type-options', 'nosniff');
  // With none at all browsers would not say where a form comes from.
  headers.set('referrer-policy', 'same-origin');
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store');
  return response;
}

/** Landing pages, whose HTML is the program's own: in a frame that runs nothing and belongs to no site. */
import type { Page } from '../visits/page.ts';
import { type Visit } from '../visits/visit.ts';

type Place = Readonly<Record<string, string>>;

export async function landingPage(visit: Visit, { path = '' }: Place): Promise<Page> {
  const { site, locale, base } = visit;
  const { page } = await site.get('pages/{+path}', { path, locale });
  const src = `${base}/landing/${path.split('/').map(encodeURIComponent).join('/')}?locale=${locale}`;
  return {
    title: page.title,
    description: page.description,
    body: (
      <>
        <h1 className="unseen">{page.title}</h1>
        <iframe
          className="landing"
          title={page.title}
          src={src}
          sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
        />
      </>
    ),
  };
}

/** Content of the frame; its links open in the whole window, and nothing of it runs. */
export async function landingContent(visit: Visit, { path = '' }: Place): Promise<Response> {
  const { page } = await visit.site.get('pages/{+path}', { path, locale: visit.locale });
  return new Response(`<!doctype html><base target="_top">${page.html}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; " +
        "img-src 'self' https: http: data:; style-src 'unsafe-inline'; font-src https:; form-action 'none'; frame-ancestors 'self'",
    },
  });
}

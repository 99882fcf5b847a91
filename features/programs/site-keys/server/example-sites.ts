/** Example sites of a demo's programs, each below `/site/{program_tag}`. Specification: Sites, the example site. */
import { existsSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../../../server/platform.ts';
import { exampleSiteKeyOf, hasExampleSite } from './example-site-keys.ts';

/** Built by `npm run build`. It knows nothing of the office, which knows no more of it than this. */
const SITE = new URL('../../../../example-site/dist/site.js', import.meta.url);
const LARGEST_FORM_BYTES = 64 * 1024;

type Site = (request: Request, visitor: { client_ip: string }) => Promise<Response>;
type BuiltSite = { exampleSite(settings: { address: string; key: string; base: string }): Site };

/** Serves the site of each program that holds a key for one; it calls this office over HTTP, as any site does. */
export function mountExampleSites(app: FastifyInstance, platform: Platform): void {
  const sites = new Map<string, Site>();
  const siteOf = async (tag: string): Promise<Site | undefined> => {
    const known = sites.get(tag);
    if (known || !existsSync(SITE)) return known;
    const program_id = await programWithKey(platform, tag);
    if (program_id === null) return undefined;
    const built = (await import(SITE.href)) as BuiltSite;
    const key = exampleSiteKeyOf(platform, program_id);
    const base = `/site/${encodeURIComponent(tag)}`;
    const site = built.exampleSite({ address: app.listeningOrigin, key, base });
    sites.set(tag, site);
    return site;
  };

  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    );
    const answer = async (request: FastifyRequest<{ Params: { tag: string } }>, reply: FastifyReply) => {
      const site = await siteOf(request.params.tag);
      if (!site) return reply.callNotFound();
      const response = await site(requestOf(request), { client_ip: request.ip });
      reply.code(response.status);
      for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
      const cookies = response.headers.getSetCookie();
      if (cookies.length > 0) reply.header('set-cookie', cookies);
      return reply.send(Buffer.from(await response.arrayBuffer()));
    };
    for (const url of ['/site/:tag', '/site/:tag/*'])
      scope.route({ method: ['GET', 'POST'], url, bodyLimit: LARGEST_FORM_BYTES, handler: answer });
  });
}

async function programWithKey(platform: Platform, program_tag: string): Promise<number | null> {
  const { everything } = platform.database;
  const program = await everything
    .selectFrom('programs')
    .select('id')
    .where('program_tag', '=', program_tag)
    .executeTakeFirst();
  return program && (await hasExampleSite(platform, program.id)) ? program.id : null;
}

function requestOf({ method, protocol, host, url, headers, body }: FastifyRequest): Request {
  const told = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(new URL(url, `${protocol}://${host}`), {
    method,
    headers: told,
    body: method === 'POST' ? (typeof body === 'string' ? body : '') : null,
  });
}

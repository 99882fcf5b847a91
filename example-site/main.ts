/** Runs the site by itself: PROVOST_ADDRESS and PROVOST_KEY say whose it is, PORT where it listens. */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

const LARGEST_FORM_BYTES = 64 * 1024;

const { PROVOST_ADDRESS: address, PROVOST_KEY: key, STRIPE_KEY: stripe_key } = process.env;
if (!address || !key) {
  process.stderr.write('Set PROVOST_ADDRESS and PROVOST_KEY\n');
  process.exit(1);
}

// Built by `npm run build`: Node reads no TSX by itself.
const built = new URL('dist/site.js', import.meta.url).href;
const { exampleSite } = (await import(built)) as typeof import('./site.tsx');
const answer = exampleSite({ address, key, stripe_key });

const server = createServer((incoming, outgoing) => {
  void requestOf(incoming)
    .then((request) => answer(request, { client_ip: incoming.socket.remoteAddress }))
    .catch(() => new Response('Bad request', { status: 400 }))
    .then(async (response) => {
      const cookies = response.headers.getSetCookie();
      outgoing.writeHead(response.status, {
        ...Object.fromEntries(response.headers),
        ...(cookies.length > 0 && { 'set-cookie': cookies }),
      });
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
});
server.listen(Number(process.env.PORT ?? 5000), process.env.HOST ?? '127.0.0.1', () => {
  const at = server.address();
  if (at && typeof at === 'object') process.stdout.write(`The site is at http://${at.address}:${at.port}\n`);
});

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', headers, url = '/' } = incoming;
  if (Number(headers['content-length'] ?? 0) > LARGEST_FORM_BYTES) throw new Error('too large');
  const told = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const body = method === 'POST' ? new Uint8Array(await buffer(incoming)) : null;
  const origin = process.env.SITE_ADDRESS ?? `http://${headers.host ?? 'localhost'}`;
  return new Request(new URL(url, origin), { method, headers: told, body });
}

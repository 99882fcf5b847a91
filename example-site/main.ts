/** Runs the site by itself: PROVOST_ADDRESS and PROVOST_KEY say whose it is, PORT where it listens. */
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { STRIPE } from './pages/stripe.ts';

const LARGEST_FORM_BYTES = 64 * 1024;

const { PROVOST_ADDRESS: address, PROVOST_KEY: key, STRIPE_KEY, STRIPE_API_BASE = STRIPE } = process.env;
if (!address || !key) {
  process.stderr.write('Set PROVOST_ADDRESS and PROVOST_KEY\n');
  process.exit(1);
}

// Built by `npm run build`: Node reads no TSX by itself.
const built = new URL('dist/site.js', import.meta.url);
if (!existsSync(built)) {
  process.stderr.write('Build it first, in the folder of Provost: npm run build\n');
  process.exit(1);
}
const { exampleSite } = (await import(built.href)) as typeof import('./site.tsx');
const stripe = STRIPE_KEY ? { key: STRIPE_KEY, address: STRIPE_API_BASE } : null;
const answer = exampleSite({ address, key, stripe });

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
  const told = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const body = method === 'POST' ? await formOf(incoming) : null;
  const origin = process.env.SITE_ADDRESS ?? `http://${headers.host ?? 'localhost'}`;
  return new Request(new URL(url, origin), { method, headers: told, body });
}

/** Throws for more than any form holds, whatever its length was said to be. */
async function formOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_FORM_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * A hostile client. It plays what once stopped or starved a Provost against a running one, measures meanwhile what
 * everybody else would notice, and says of each attack whether it was withstood:
 *
 *   npm run test:hostile -- http://127.0.0.1:4000 [--short] [--postgres-pid PID]
 *
 * It signs in as EMAIL (superadmin@example.com) and OTHER_EMAIL (programadmin@example.com) with PASSWORD (demo-password).
 * With --postgres-pid it kills that process, which is the embedded database's first. Only for installations that nobody
 * works with: afterwards its address has used up its wrong sign-ins for a quarter of an hour.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

type Target = { url: URL; one: string; other: string; short: boolean; postgres: number | null };

/** What an attack found that should not be: nothing where it was withstood. */
type Attack = (target: Target) => Promise<string[]>;

// Sign-ins and recovery come last: from then on the address of this client is not welcome.
const ATTACKS: [name: string, attack: Attack][] = [
  ['quadratic JSON', quadraticJson],
  ['comment bombs', commentBombs],
  ['octave bombs', octaveBombs],
  ['slow uploads', slowUploads],
  ['parallel proofs', parallelProofs],
  ['a killed database', killedDatabase],
  ['wrong sign-ins', wrongSignIns],
  ['recovery without end', recoveryWithoutEnd],
];

/** Milliseconds in which everybody else is answered, whatever goes on. */
const ANSWER_WITHIN_MS = 5_000;

/** Milliseconds in which a drawing is refused that would take for ever. */
const LONGEST_DRAWING = 30_000;

/** Milliseconds after which half a request is no longer waited for. */
const LONGEST_HALF = 40_000;

/** Milliseconds in which a Provost is ready again whose database was killed. */
const LONGEST_RETURN = 10_000;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean', default: false }, 'postgres-pid': { type: 'string' } },
  });
  if (positionals.length !== 1 || !URL.canParse(positionals[0] ?? '')) {
    process.stderr.write('usage: npm run test:hostile -- URL [--short] [--postgres-pid PID]\n');
    process.exit(2);
  }
  const url = new URL(positionals[0] ?? '');
  const { EMAIL, OTHER_EMAIL, PASSWORD = 'demo-password' } = process.env;
  const target: Target = {
    url,
    one: await signIn(url, EMAIL ?? 'superadmin@example.com', PASSWORD),
    other: await signIn(url, OTHER_EMAIL ?? 'programadmin@example.com', PASSWORD),
    short: values.short,
    postgres: values['postgres-pid'] ? Number(values['postgres-pid']) : null,
  };
  let succeeded = 0;
  const tell = (name: string, faults: string[]) => {
    if (faults.length > 0) succeeded++;
    process.stdout.write(faults.length > 0 ? `FAIL ${name}: ${faults.join('; ')}\n` : `ok   ${name}\n`);
  };
  // It does nothing but wait, and so it waits beside the others.
  const halves = target.short ? null : halfRequests(target).catch(asFault);
  for (const [name, attack] of ATTACKS) tell(name, await watched(target, attack));
  if (halves) tell('half requests', await halves);
  process.exit(succeeded > 0 ? 1 : 0);
}

/** Quotes behind backslashes, which a careless reader of strings looks at again and again. */
async function quadraticJson(target: Target): Promise<string[]> {
  const bodies = [
    `"${'\\"'.repeat(160_000)}`,
    '\\"'.repeat(160_000),
    '['.repeat(400_000),
    `{"a":"${'\\"'.repeat(160_000)}`,
  ];
  const faults: string[] = [];
  for (const body of bodies) {
    const answer = await sent(target, 'POST', '/api/wladmin/auth', { body, type: 'application/json' });
    faults.push(...refused(`320 KB of ${body.slice(0, 6)}`, answer, [400]));
  }
  return faults;
}

/** Comments in front of nothing, which a careless reader of markup tries in every order. */
async function commentBombs(target: Target): Promise<string[]> {
  const whole = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const files = [
    `${'<!---->'.repeat(30)}x`,
    `${whole}${'<!---->'.repeat(30)}x`,
    `${'<!-- a --> '.repeat(90_000)}x`,
    `${whole}${'<!-- '.repeat(200_000)}`,
    `${'<!DOCTYPE '.repeat(100_000)}`,
  ];
  const faults: string[] = [];
  for (const file of files) {
    const answer = await upload(target, target.one, 'lilt-nft', 'a.svg', file, LONGEST_DRAWING);
    faults.push(...refused(`a drawing of ${file.length} bytes`, answer, [400, 415], LONGEST_DRAWING));
  }
  return faults;
}

/** Drawings of a few hundred bytes that take minutes, while somebody else sends a small picture. */
async function octaveBombs(target: Target): Promise<string[]> {
  const filtered = (filter: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><filter id="f">${filter}</filter><rect width="20" height="10" filter="url(#f)"/></svg>`;
  const bombs = [
    filtered('<feTurbulence numOctaves="1000000"/>'),
    filtered('<feMorphology radius="900"/>'.repeat(60)),
    ...(target.short
      ? []
      : Array.from({ length: 3 }, () => filtered('<feMorphology radius="900"/>'.repeat(50)))),
  ];
  const all = bombs.map((bomb) =>
    upload(target, target.one, 'lilt-nft', 'a.svg', bomb, bombs.length * LONGEST_DRAWING),
  );
  await wait(200);
  const small = await upload(target, target.other, 'event-image', 'a.png', PICTURE, LONGEST_DRAWING);
  const answers = await Promise.all(all);
  return [
    ...refused("another's small picture", small, [200], LONGEST_DRAWING),
    ...answers.flatMap((answer) => refused('a drawing', answer, [400], bombs.length * LONGEST_DRAWING)),
  ];
}

/** Forms of which nothing more comes, from one admin; another one sends a small picture. */
async function slowUploads(target: Target): Promise<string[]> {
  const head = formHead('event-image', 'a.png');
  const sockets = await Promise.all(
    Array.from({ length: target.short ? 4 : 30 }, () =>
      halfSent(
        target,
        `POST /api/upload HTTP/1.1\r\nhost: ${target.url.host}\r\nauthorization: Bearer ${target.one}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n${head}abc`,
      ),
    ),
  );
  await wait(300);
  const small = await upload(target, target.other, 'event-image', 'a.png', PICTURE, LONGEST_DRAWING);
  for (const socket of sockets) socket.destroy();
  return refused("another's small picture", small, [200], LONGEST_DRAWING);
}

/** The proof of a draw, twenty times at once, by readers who read and by readers who do not. */
async function parallelProofs(target: Target): Promise<string[]> {
  const listed = await sent(target, 'GET', '/api/wladmin/lilt-events?page=1&processed=1', {
    token: target.one,
  });
  const { events = [] } = JSON.parse(listed.text || '{}') as { events?: { id: number; type: string }[] };
  for (const { id } of events) {
    const path = `/storage/draws/${id}.json`;
    if ((await sent(target, 'GET', path, {})).status !== 200) continue;
    const lazy = await Promise.all(
      Array.from({ length: 20 }, () =>
        halfSent(target, `GET ${path} HTTP/1.1\r\nhost: ${target.url.host}\r\n\r\n`),
      ),
    );
    const readers = await Promise.all(
      Array.from({ length: 20 }, () => sent(target, 'GET', path, {}, 30_000)),
    );
    for (const socket of lazy) socket.destroy();
    const bodies = new Set(readers.map(({ text }) => text));
    return [
      ...readers.flatMap((answer) => refused('a reader', answer, [200], 30_000)),
      ...(bodies.size === 1 ? [] : [`${bodies.size} different proofs`]),
    ];
  }
  return ['there is no published proof to ask for'];
}

/** The embedded database, killed. The process lives on, and is ready again by itself. */
async function killedDatabase(target: Target): Promise<string[]> {
  if (target.postgres === null) return [];
  process.kill(target.postgres, 'SIGKILL');
  const start = performance.now();
  // It may take a moment until it shows.
  await wait(500);
  while (performance.now() - start < LONGEST_RETURN) {
    const alive = await sent(target, 'GET', '/healthz', {});
    if (alive.status !== 200) return ['the process did not survive it'];
    const ready = await sent(target, 'GET', '/readyz', {}, 1_000);
    const listed = await sent(target, 'GET', LIST, { token: target.one }, 1_000);
    if (ready.status === 200 && listed.status === 200) return [];
    await wait(200);
  }
  return [`not ready ${LONGEST_RETURN / 1000} s after its database was killed`];
}

/** Two thousand forgotten passwords of nobody. */
async function recoveryWithoutEnd(target: Target): Promise<string[]> {
  const statuses = new Map<number, number>();
  const start = performance.now();
  let asked = 0;
  const ask = async () => {
    while (asked < 2_000 && performance.now() - start < 30_000) {
      const body = JSON.stringify({ email: `nobody-${asked++}-${process.pid}@example.org` });
      const { status } = await sent(target, 'POST', '/api/wladmin/recover-password', {
        body,
        type: 'application/json',
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 40 }, ask));
  const body = JSON.stringify({ email: 'nobody@example.org' });
  const last = await sent(target, 'POST', '/api/wladmin/recover-password', {
    body,
    type: 'application/json',
  });
  const told = [...statuses].map(([status, number]) => `${number} × ${status || 'no answer'}`).join(', ');
  return [
    ...refused('one more', last, [200, 429], 1_000),
    ...([...statuses.keys()].every((status) => [200, 429].includes(status)) ? [] : [told]),
    ...(statuses.get(429) ? [] : [`none of ${asked} was turned away (${told})`]),
  ];
}

/** Sixty wrong passwords at once; a list is asked for meanwhile. */
async function wrongSignIns(target: Target): Promise<string[]> {
  const atRest = await medianOfList(target, () => true, 60);
  let busy = true;
  const guesses = Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const body = JSON.stringify({
        email: `nobody-${n}-${process.pid}@example.org`,
        password: 'a wrong one',
      });
      return sent(target, 'POST', '/api/wladmin/auth', { body, type: 'application/json' }, 30_000);
    }),
  ).finally(() => {
    busy = false;
  });
  const attacked = await medianOfList(target, () => busy, 600);
  const answers = await guesses;
  const faults = answers.flatMap((answer) => refused('a wrong sign-in', answer, [401, 429], 30_000));
  // Below a few milliseconds, the median of so few says nothing.
  const most = 3 * Math.max(atRest, 5);
  if (attacked > most)
    faults.push(`a list takes ${attacked.toFixed(1)} ms in the median, at rest ${atRest.toFixed(1)} ms`);
  return [...new Set(faults)];
}

/** Heads and bodies of which the rest never comes. */
async function halfRequests(target: Target): Promise<string[]> {
  const host = `host: ${target.url.host}\r\n`;
  const kinds: [what: string, text: string][] = [
    ['nothing', ''],
    ['half a head', `GET /healthz HTTP/1.1\r\n${host}x-half: `],
    [
      'half a body',
      `POST /api/wladmin/auth HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 900\r\n\r\n{"em`,
    ],
    [
      'half a chunk',
      `POST /api/wladmin/auth HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n400\r\n{"em`,
    ],
  ];
  const outcomes = kinds.flatMap(([what, text]) =>
    Array.from({ length: 4 }, async () => {
      const socket = await halfSent(target, text, { read: true });
      const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
      const ended = await Promise.race([closed, wait(LONGEST_HALF, false, { ref: false })]);
      socket.destroy();
      return ended ? [] : [`${what} is waited for after ${LONGEST_HALF / 1000} s`];
    }),
  );
  return [...new Set((await Promise.all(outcomes)).flat())];
}

/** A list that every screen of the back office could be. */
const LIST = '/api/wladmin/lilt-events?page=1';

/** Plays the attack, and asks meanwhile for what must be answered whatever goes on. */
async function watched(target: Target, attack: Attack): Promise<string[]> {
  let over = false;
  const noticed = new Set<string>();
  const probe = async (path: string, token?: string) => {
    while (!over) {
      const { status } = await sent(target, 'GET', path, { token });
      const isKilled = attack === killedDatabase && path !== '/healthz';
      if (status !== 200 && !isKilled)
        noticed.add(`${path} answers ${status || `nothing for ${ANSWER_WITHIN_MS / 1000} s`} meanwhile`);
      await wait(100);
    }
  };
  const probes = [probe('/healthz'), probe(LIST, target.other)];
  const faults = await attack(target).catch(asFault);
  over = true;
  await Promise.all(probes);
  return [...new Set([...faults, ...noticed])];
}

async function medianOfList(target: Target, goesOn: () => boolean, most: number): Promise<number> {
  const times: number[] = [];
  while (goesOn() && times.length < most)
    times.push((await sent(target, 'GET', LIST, { token: target.one })).milliseconds);
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

type Answer = { status: number; text: string; milliseconds: number };

/** Sends a request; status 0 where nothing comes back in time. */
async function sent(
  { url }: Pick<Target, 'url'>,
  method: 'GET' | 'POST',
  path: string,
  { token, body, type }: { token?: string; body?: string | FormData; type?: string },
  patience = ANSWER_WITHIN_MS,
): Promise<Answer> {
  const start = performance.now();
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(type ? { 'content-type': type } : {}),
  };
  const signal = AbortSignal.timeout(patience);
  try {
    const response = await fetch(new URL(path, url), { method, headers, signal, ...(body ? { body } : {}) });
    const text = await response.text();
    return { status: response.status, text, milliseconds: performance.now() - start };
  } catch {
    return { status: 0, text: '', milliseconds: performance.now() - start };
  }
}

/** What is wrong with an answer: it is another than it should be, or late. */
function refused(what: string, answer: Answer, statuses: number[], patience = ANSWER_WITHIN_MS): string[] {
  const { status, milliseconds } = answer;
  if (status === 0) return [`${what} got no answer in ${Math.round(milliseconds)} ms`];
  if (!statuses.includes(status)) return [`${what} got ${status} instead of ${statuses.join(' or ')}`];
  return milliseconds > patience ? [`${what} took ${Math.round(milliseconds)} ms`] : [];
}

function upload(
  target: Target,
  token: string,
  type: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  patience = ANSWER_WITHIN_MS,
): Promise<Answer> {
  const form = new FormData();
  form.append('type', type);
  form.append('file', new File([content], name));
  return sent(target, 'POST', '/api/upload', { token, body: form }, patience);
}

async function signIn(url: URL, email: string, password: string): Promise<string> {
  const body = JSON.stringify({ email, password });
  const { status, text } = await sent(
    { url },
    'POST',
    '/api/wladmin/auth',
    { body, type: 'application/json' },
    30_000,
  );
  if (status === 200) return (JSON.parse(text) as { token: string }).token;
  process.stderr.write(`${email} cannot sign in at ${url.href}: ${status || 'no answer'} ${text}\n`);
  process.exit(2);
}

/** A connection on which this is sent and nothing more; it is read from only where somebody wants to know of its end. */
async function halfSent({ url }: Target, text: string, { read = false } = {}): Promise<Socket> {
  const socket = connect({ host: url.hostname, port: Number(url.port || 80) }).on('error', () => {});
  await new Promise((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', resolve);
  });
  socket.write(text);
  return read ? socket.resume() : socket;
}

function formHead(type: string, name: string): string {
  return `--x\r\ncontent-disposition: form-data; name="type"\r\n\r\n${type}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
}

function asFault(error: unknown): string[] {
  return [error instanceof Error ? error.message : String(error)];
}

/** One grey pixel, as a PNG. */
const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

// Last, because what is named above in capitals stands only now.
await main();

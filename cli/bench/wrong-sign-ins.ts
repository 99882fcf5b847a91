/** Measures a list during sixty parallel wrong sign-ins over the same list at rest, on a real server by sockets. */
import { DEMO_ADMIN, withDemoServer } from './demo-server.ts';
import type { Figure } from './table.ts';

const AT_ONCE = 60;
/** Milliseconds of one measurement, and the number of each. */
const MEASUREMENT_MS = 4_000;
const ROUNDS = 3;
const AIM = 3;

export function benchWrongSignIns(): Promise<Figure[]> {
  // The flood says where it comes from, so that it can come from everywhere.
  return withDemoServer({ TRUST_PROXY: 'loopback' }, async (address) => {
    const token = await tokenOf(address);
    const list = () => timeOf(`${address}/api/wladmin/instructors`, { authorization: `Bearer ${token}` });
    await spell(list);
    return [
      await compare(list, address, 'one address', () => '192.0.2.1'),
      await compare(
        list,
        address,
        'as many addresses',
        (n) => `198.51.${n % 250}.${Math.floor(n / 250) % 250}`,
      ),
    ];
  });
}

async function compare(
  list: () => Promise<number>,
  address: string,
  from: string,
  networkOf: (n: number) => string,
) {
  const [rest, flooded]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    rest.push(median(await spell(list)));
    const stop = flood(address, networkOf);
    flooded.push(median(await spell(list)));
    await stop();
  }
  const [atRest, under] = [median(rest), median(flooded)];
  const note = `${atRest.toFixed(1)} ms at rest, ${under.toFixed(1)} ms under them`;
  return {
    what: `a list under ${AT_ONCE} wrong sign-ins from ${from}`,
    ratio: under / atRest,
    aim: AIM,
    note,
  };
}

let tries = 0;

/** Keeps so many wrong sign-ins under way, each for another account; returns the function that ends them. */
function flood(address: string, networkOf: (n: number) => string): () => Promise<unknown> {
  let going = true;
  const guess = async () => {
    while (going) {
      const n = tries++;
      const response = await fetch(`${address}/api/wladmin/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': networkOf(n) },
        body: JSON.stringify({ email: `guess-${n}@example.com`, password: 'wrong one' }),
      });
      await response.arrayBuffer();
    }
  };
  const guessing = Array.from({ length: AT_ONCE }, guess);
  return () => {
    going = false;
    return Promise.all(guessing);
  };
}

async function spell(list: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + MEASUREMENT_MS;
  while (times.length < 5 || performance.now() < until) times.push(await list());
  return times;
}

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the list answered ${response.status}`);
  return performance.now() - begun;
}

async function tokenOf(address: string): Promise<string> {
  const response = await fetch(`${address}/api/wladmin/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_ADMIN),
  });
  return ((await response.json()) as { token: string }).token;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

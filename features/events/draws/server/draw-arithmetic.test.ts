/** The arithmetic of a draw: the bytes of the specification, and a choice that prefers no ticket. */
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { commitmentOf, listHash, pick, seedOf } from './draw-arithmetic.ts';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const lp = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);

test('commitment, list hash and seed are the bytes written out', () => {
  const secret = Buffer.alloc(32, 9);
  const C = sha256(Buffer.concat([Buffer.from('draw-commit-v1'), secret]));
  const L = sha256('AAA\nBBB\nCCC');
  expect(commitmentOf(secret)).toEqual(C);
  expect(listHash(['AAA', 'BBB', 'CCC'])).toEqual(L);
  for (const beacon of [Buffer.alloc(0), Buffer.alloc(48, 3)]) {
    const parts = [Buffer.from('1234'), L, C, secret, beacon].map(lp);
    const seed = sha256(Buffer.concat([Buffer.from('draw-v1'), ...parts]));
    expect(seedOf({ event_id: 1234, list_hash: L, secret, beacon })).toEqual(seed);
  }
});

test('an attempt is the HMAC of the library, rejected above the largest multiple', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.nat({ max: 0x7fffffff }),
      fc.integer({ min: 1, max: 10_000_000 }),
      (bytes, attempt, tickets) => {
        const message = Buffer.alloc(12);
        message.write('pick');
        message.writeUInt32BE(attempt, 4);
        const x = createHmac('sha256', bytes).update(message).digest('hex');
        // A value is rejected once in more than 2^232 draws: what is taken is always the first.
        const number = Number(BigInt(`0x${x}`) % BigInt(tickets));
        expect(pick(Buffer.from(bytes), attempt, tickets)).toEqual({ number, x, rejected: 0 });
      },
    ),
    { numRuns: 500 },
  );
  expect(() => pick(Buffer.alloc(32), 0, 0)).toThrow(RangeError);
});

const DRAWS = inDepth(200_000, 1_000_000);

describe(`${DRAWS} draws prefer no ticket`, () => {
  test.each([7, 1000, 4096, 99_991])('of %i', (tickets) => {
    const seed = sha256(`a fixed seed for ${tickets} tickets`);
    const drawn = new Uint32Array(tickets);
    for (let attempt = 0; attempt < DRAWS; attempt++) {
      const { number } = pick(seed, attempt, tickets);
      drawn[number] = (drawn[number] ?? 0) + 1;
    }
    const expected = DRAWS / tickets;
    const chiSquare = drawn.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    const p = upperTail(chiSquare, tickets - 1);
    expect(p).toBeGreaterThan(0.001);
    expect(p).toBeLessThan(0.999);
  });

  test('and the measure notices a byte taken modulo 7 without rejection', () => {
    expect(upperTail(12.592, 6)).toBeCloseTo(0.05, 4);
    expect(upperTail(1073.643, 999)).toBeCloseTo(0.05, 3);
    const biased = Array.from({ length: 7 }, (_, ticket) => (DRAWS * (ticket < 256 % 7 ? 37 : 36)) / 256);
    const chiSquare = biased.reduce((sum, count) => sum + (count - DRAWS / 7) ** 2 / (DRAWS / 7), 0);
    expect(upperTail(chiSquare, 6)).toBeLessThan(0.001);
  });
});

/** The chance that chi-square with so many degrees of freedom is above the value: the regularized gamma function Q. */
function upperTail(value: number, degrees: number): number {
  const [a, x] = [degrees / 2, value / 2];
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = a + 1; term > sum * 1e-15; n++) {
      term *= x / n;
      sum += term;
    }
    return 1 - sum * scale;
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 100_000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return fraction * scale;
}

/** Stirling's series, carried up to where it is exact to 12 digits. */
function logGamma(x: number): number {
  if (x < 12) return logGamma(x + 1) - Math.log(x);
  const y = 1 / (x * x);
  return (
    (x - 0.5) * Math.log(x) -
    x +
    Math.log(2 * Math.PI) / 2 +
    (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y / 1680))) / x
  );
}

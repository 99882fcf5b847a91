import { setImmediate as soon } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limiterByKey } from './limiter.ts';

/** Work that ends when it is told, and remembers the order in which it began. */
function workshop(run: ReturnType<typeof limiterByKey<string>>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    run(name.slice(0, 1), async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await soon();
  };
  return { begun, start, end };
}

describe('slots by key', () => {
  test('lets keys take turns, whoever came first with how much', async () => {
    const { begun, start, end } = workshop(
      limiterByKey({ atOnce: 1, perKey: 1, waiting: 99, waitingPerKey: 99 }),
    );
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(start);
    for (let at = 0; at < all.length; at++) {
      await soon();
      await end(begun[at] ?? '');
    }
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(await Promise.all(all)).toHaveLength(7);
  });

  test('keeps one key from taking all: what is left goes to others at once', async () => {
    const { begun, start, end } = workshop(
      limiterByKey({ atOnce: 4, perKey: 2, waiting: 99, waitingPerKey: 99 }),
    );
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map(start);
    await soon();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['a1', 'a2', 'a3', 'a4']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    await Promise.all(all);
  });

  test('refuses with 429 and a time to come back what nobody can wait for, of a key and of all', async () => {
    const { begun, start, end } = workshop(
      limiterByKey({ atOnce: 1, perKey: 1, waiting: 3, waitingPerKey: 2 }),
    );
    const all = ['a1', 'a2', 'a3'].map(start);
    const busy = { status: 429, details: { retry_after: expect.any(Number) } };
    await expect(start('a4')).rejects.toMatchObject(busy);
    all.push(start('b1'));
    await expect(start('c1')).rejects.toMatchObject(busy);
    for (let at = 0; at < all.length; at++) {
      await soon();
      await end(begun[at] ?? '');
    }
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('gives a slot back when the work fails', async () => {
    const run = limiterByKey<string>({ atOnce: 1, perKey: 1, waiting: 0, waitingPerKey: 0 });
    await expect(run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run('a', async () => 1)).toBe(1);
  });

  test('never runs more than it may, and loses nothing, whatever comes and ends when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 4 }), fc.boolean()),
          {
            maxLength: 40,
          },
        ),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        async (pieces, atOnce, perKey) => {
          const run = limiterByKey<string>({ atOnce, perKey, waiting: 99, waitingPerKey: 99 });
          const running: string[] = [];
          const outcomes = await Promise.allSettled(
            pieces.map(([key, steps, fails]) =>
              run(key, async () => {
                running.push(key);
                expect(running.length).toBeLessThanOrEqual(atOnce);
                expect(running.filter((other) => other === key).length).toBeLessThanOrEqual(perKey);
                for (let step = 0; step < steps; step++) await soon();
                running.splice(running.indexOf(key), 1);
                if (fails) throw new Error('no');
              }),
            ),
          );
          expect(outcomes.map(({ status }) => status)).toEqual(
            pieces.map(([, , fails]) => (fails ? 'rejected' : 'fulfilled')),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** Bounds how much goes on at once. */

/** Answers a way to run work of which at most `count` pieces go on at a time; the others wait in their order. */
export function slots(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

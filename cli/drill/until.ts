import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 250;

/** A failure after which nobody needs to ask again. */
export class Ended extends Error {
  override name = 'Ended';
}

/** Asks until the answer is true; a question that fails is asked again. Throws after so many seconds, with the last failure. */
export async function until(
  what: string,
  seconds: number,
  question: () => boolean | Promise<boolean>,
): Promise<void> {
  const latest = performance.now() + seconds * 1000;
  for (;;) {
    let failure: unknown;
    const holds = await Promise.resolve()
      .then(question)
      .catch((error: unknown) => {
        failure = error;
        return false;
      });
    if (holds) return;
    if (failure instanceof Ended || performance.now() > latest)
      throw new Error(`${what}: not within ${seconds} s`, { cause: failure });
    await wait(PAUSE_MS);
  }
}

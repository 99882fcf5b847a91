/** Cuts slow senders, but only while somebody else waits for their place. */
import type { Socket } from 'node:net';
import { Refusal } from '../../core/errors.ts';

/** Milliseconds of silence allowed to a sender. */
const SILENCE_TIMEOUT_MS = 5_000;

/** Milliseconds after which the average speed must suffice, in bytes a second. */
const SPEED_GRACE_MS = 10_000;
const LEAST_BYTES_PER_SECOND = 20_000;

const CHECK_INTERVAL_MS = 1_000;

/** Throws a 429 for a silent or slow sender while others wait; the caller ends the arrival. */
export async function unlessSlow<Result>(
  socket: Socket,
  somebodyWaits: () => boolean,
  arrival: Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  const before = socket.bytesRead;
  let heard = { at: began, bytes: before };
  const slow = Promise.withResolvers<never>();
  const looking = setInterval(() => {
    const now = performance.now();
    const { bytesRead } = socket;
    if (bytesRead !== heard.bytes) heard = { at: now, bytes: bytesRead };
    const isSilent = now - heard.at >= SILENCE_TIMEOUT_MS;
    const isSlow =
      now - began >= SPEED_GRACE_MS && bytesRead - before < (LEAST_BYTES_PER_SECOND * (now - began)) / 1000;
    if ((isSilent || isSlow) && somebodyWaits()) slow.reject(tooSlow());
  }, CHECK_INTERVAL_MS);
  try {
    return await Promise.race([arrival, slow.promise]);
  } finally {
    clearInterval(looking);
  }
}

function tooSlow(): Refusal {
  const message = 'The upload was too slow. Try again in a moment.';
  return new Refusal(429, message, { retry_after: 5 });
}

/** Whoever sends slowly may take their time, but not a place that somebody else is waiting for. */
import type { Socket } from 'node:net';
import { Refusal } from '../../core/errors.ts';

/** Milliseconds in which a sender must have sent something. */
const LONGEST_SILENCE = 5_000;

/** Milliseconds after which it must have sent so many bytes a second, on the whole. */
const START = 10_000;
const LEAST_RATE = 20_000;

/** Milliseconds between two looks. */
const LOOK = 1_000;

/** 429 where the sender is silent or slow while somebody waits; ending the arrival is for whoever answers. */
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
    const isSilent = now - heard.at >= LONGEST_SILENCE;
    const isSlow = now - began >= START && bytesRead - before < (LEAST_RATE * (now - began)) / 1000;
    if ((isSilent || isSlow) && somebodyWaits()) slow.reject(tooSlow());
  }, LOOK);
  try {
    return await Promise.race([arrival, slow.promise]);
  } finally {
    clearInterval(looking);
  }
}

function tooSlow(): Refusal {
  const message = 'The file arrived too slowly while others were waiting. Try again in a moment.';
  return new Refusal(429, message, { retry_after: 5 });
}

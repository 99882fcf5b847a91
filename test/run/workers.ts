/** How many tests a run takes at once on this machine: docs/testing.md. */
import { availableParallelism, totalmem } from 'node:os';

/** Bytes of memory from which on each core has a worker, the databases of the tests in it. */
const ROOM_FOR_ALL = 12 * 2 ** 30;

/** `TEST_WORKERS`, or one a core; one alone on a machine without the memory for more. */
export function testWorkers(env = process.env, cores = availableParallelism(), memory = totalmem()): number {
  const given = Number(env.TEST_WORKERS);
  if (Number.isInteger(given) && given > 0) return given;
  return memory < ROOM_FOR_ALL ? 1 : cores;
}

/** A sentence on what this machine makes different; undefined where all is as usual. */
export function describeWorkers(
  env = process.env,
  cores = availableParallelism(),
  memory = totalmem(),
): string | undefined {
  const workers = testWorkers(env, cores, memory);
  const tests = `${workers} ${workers === 1 ? 'test file' : 'test files'} at a time`;
  if (env.TEST_WORKERS) return `TEST_WORKERS: ${tests}`;
  if (memory < ROOM_FOR_ALL)
    return `${(memory / 2 ** 30).toFixed(1)} GB of memory, less than ${ROOM_FOR_ALL / 2 ** 30}: ${tests}`;
  if (cores !== 2) return `${cores} cores instead of 2: ${tests}`;
}

import { inDepth } from './deep.ts';

/** What ends a test or a hook that hangs: the one limit of time, far beyond what any needs. A test waits for a fact, never for a time. */
export const BACKSTOP_MS = inDepth(600_000, 7_200_000);

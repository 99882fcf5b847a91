import { afterAll, beforeAll, vi } from 'vitest';

/** For a file of tests of limits of time, first in it: they are an ordinary machine's, in this process and in those it starts, while all others run with longer ones. */
export function useShortLimits(): void {
  beforeAll(() => void vi.stubEnv('TIME_LIMITS', '1'));
  afterAll(() => void vi.unstubAllEnvs());
}

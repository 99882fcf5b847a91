import { isOutage } from '../../../server/db/outages.ts';

/** The reason a file cannot be imported at all, in words for the user. */
export class Unreadable extends Error {}

/** Another process has taken the import, or it has been cancelled. */
export class Superseded extends Error {}

/** A row was saved by somebody else at the same moment. */
export class Raced extends Error {}

const MOST_TRIES = 5;

/** Retries after a conflict with another save, to see its result. */
export async function tried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if (!(error instanceof Raced || code === '40P01' || code === '40001') || tries === MOST_TRIES)
        throw error;
    }
  }
}

/** Writes rows in one part, and where the database refuses that, in halves down to those refused alone, for `refuse`. `onRefused` is told each refusal. */
export async function inHalves<Row>(
  rows: readonly Row[],
  write: (part: readonly Row[]) => Promise<void>,
  refuse: (row: Row) => Promise<void>,
  onRefused: (error: unknown) => void,
): Promise<void> {
  try {
    await tried(() => write(rows));
  } catch (error) {
    if (isOutage(error) || !isRefused(error)) throw error;
    onRefused(error);
    const [only] = rows;
    if (only && rows.length === 1) return refuse(only);
    const half = Math.ceil(rows.length / 2);
    await inHalves(rows.slice(0, half), write, refuse, onRefused);
    await inHalves(rows.slice(half), write, refuse, onRefused);
  }
}

/** Words for a row that the database refuses by itself. */
export const DOES_NOT_FIT = 'does not fit what is stored';

function isRefused(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]...$/.test(code);
}

import type { Attempt, Kind } from './calls.ts';

export type Figure = {
  fault: string;
  what: string;
  /** Null: nothing is asked of it. */
  goal: number | null;
  measured: number;
  unit: string;
  note?: string;
};

/** A stretch of the load, in milliseconds as `performance.now` counts. */
export type Span = { began: number; ended: number };

const WRITES: readonly Kind[] = ['sale', 'refund', 'payout'];

export function isMet({ goal, measured }: Figure): boolean {
  return goal === null || measured <= goal;
}

/** Returns the longest time without a successful answer of these kinds, in seconds. */
export function longestGap(
  attempts: readonly Attempt[],
  kinds: readonly Kind[],
  { began, ended }: Span,
): number {
  const answered = attempts
    .filter(({ kind, status }) => kinds.includes(kind) && isSuccess(status))
    .map((attempt) => attempt.ended)
    .filter((moment) => moment > began && moment < ended)
    .toSorted((a, b) => a - b);
  const moments = [began, ...answered, ended];
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? began));
  return Math.max(...gaps) / 1000;
}

export function writesAway(attempts: readonly Attempt[], span: Span): number {
  return longestGap(attempts, WRITES, span);
}

export function readsAway(attempts: readonly Attempt[], span: Span): number {
  return longestGap(attempts, ['read'], span);
}

/** Returns the attempts within a span that got no answer, or one that says that it is ours. */
export function failedIn(attempts: readonly Attempt[], { began, ended }: Span): Attempt[] {
  return attempts.filter(
    (attempt) =>
      attempt.began >= began && attempt.ended <= ended && (attempt.status === 0 || attempt.status >= 500),
  );
}

export function printFigures(figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    figure.fault,
    figure.what,
    figure.goal === null ? '' : `<= ${figure.goal} ${figure.unit}`.trim(),
    `${Math.round(figure.measured * 100) / 100} ${figure.unit}`.trim(),
    figure.goal === null ? '' : isMet(figure) ? 'met' : 'MISSED',
    figure.note ?? '',
  ]);
  const all = [['fault', 'what', 'goal', 'measured', '', 'note'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A measured ratio and its aim: a maximum, or a minimum for a speed-up. */
import { must } from '../../core/must.ts';
export type Figure = { what: string; ratio: number; aim: number | null; note: string };

export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ what, ratio, aim, note }) => [
    what,
    figure(ratio),
    aim === null ? '' : `<= ${figure(aim)}`,
    aim === null ? '' : ratio <= aim ? 'met' : 'MISSED',
    note,
  ]);
  const all = [['what', 'ratio', 'aim', '', 'absolute, for orientation'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = all.map((row) =>
    row.map((cell, column) => cell.padEnd(must(widths[column], 'width'))).join('  '),
  );
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}

function figure(ratio: number): string {
  return ratio < 0.05 ? ratio.toFixed(4) : ratio.toFixed(2);
}

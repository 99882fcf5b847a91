import { inUtcDays } from '../../../web/ui/dates.ts';
import type { ChartNumbers } from './chart-box.tsx';

export type WeekSeries = {
  key: string;
  label: string;
  tone: 1 | 2 | 3;
  values: readonly number[];
  format: (value: number) => string;
};

export function weekName(week: string): string {
  return inUtcDays.format(new Date(`${week}T00:00:00Z`));
}

export function weekNumbers(weeks: readonly string[], series: readonly WeekSeries[]): ChartNumbers {
  return {
    head: ['Week from', ...series.map(({ label }) => label)],
    rows: weeks
      .map((week, index) => [
        index === weeks.length - 1 ? `${weekName(week)}, so far` : weekName(week),
        ...series.map(({ values, format }) => format(values[index] ?? 0)),
      ])
      .toReversed(),
  };
}

import { useElementSize } from '@mantine/hooks';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, Line } from '@visx/shape';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import classes from './week-chart.module.css';
import { type WeekSeries, weekName } from './week-numbers.ts';

type WeekChartProps = { label: string; weeks: readonly string[]; series: readonly WeekSeries[] };

const HEIGHT = 200;
const TICKS = 5;
const EDGE = { top: 8, right: 4, bottom: 22, left: 44 };

/** Bars by week, a second series downwards. One week's figures are shown: under the pointer, reached by the arrow keys, or the current week's. */
export function WeekChart({ label, weeks, series }: WeekChartProps) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const [stepped, setStepped] = useState<number | null>(null);
  const last = weeks.length - 1;
  const shown = Math.min(pointed ?? stepped ?? last, last);
  const week = `Week of ${weekName(weeks[shown] ?? '')}${shown === last ? ', so far' : ''}`;
  const figures = series.map(({ label: name, values, format }) => `${name} ${format(values[shown] ?? 0)}`);

  const step = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      ArrowDown: shown - 1,
      ArrowUp: shown + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setPointed(null);
    setStepped(Math.max(0, Math.min(last, next)));
  };
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - EDGE.left;
    const index = Math.floor((x / (width - EDGE.left - EDGE.right)) * weeks.length);
    setPointed(index >= 0 && index <= last ? index : null);
  };
  return (
    <>
      <div className={classes.legend} aria-hidden>
        <span>{week}</span>
        {series.map(({ key, tone }, index) => (
          <span key={key}>
            <span className={classes.swatch} data-tone={tone} />
            {figures[index]}
          </span>
        ))}
      </div>
      <div
        ref={ref}
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={`${label}, week by week`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={`${week}: ${figures.join(', ')}`}
        onKeyDown={step}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
      >
        {width > 0 && <Plot {...{ width, weeks, series, shown }} />}
      </div>
    </>
  );
}

function Plot({
  width,
  weeks,
  series,
  shown,
}: Omit<WeekChartProps, 'label'> & { width: number; shown: number }) {
  const [up = 0, down = 0] = series.map(({ values }) => Math.max(0, ...values));
  const x = scaleBand({ domain: [...weeks], range: [EDGE.left, width - EDGE.right], padding: 0.2 });
  const y = scaleLinear({
    domain: [-down, Math.max(up, TICKS)],
    range: [HEIGHT - EDGE.bottom, EDGE.top],
    nice: TICKS,
  });
  const xOf = (week: string) => x(week) ?? 0;
  return (
    <svg width={width} height={HEIGHT} aria-hidden>
      <rect
        className={classes.shown}
        x={xOf(weeks[shown] ?? '') - (x.step() - x.bandwidth()) / 2}
        y={EDGE.top}
        width={x.step()}
        height={HEIGHT - EDGE.bottom - EDGE.top}
      />
      {y.ticks(TICKS).map((tick) => (
        <g key={tick}>
          <Line
            className={classes.line ?? ''}
            from={{ x: EDGE.left, y: y(tick) }}
            to={{ x: width - EDGE.right, y: y(tick) }}
          />
          <text className={classes.tick} x={EDGE.left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
            {compact.format(Math.abs(tick))}
          </text>
        </g>
      ))}
      {monthsOf(weeks, width - EDGE.left - EDGE.right).map(({ week, month }) => (
        <text key={week} className={classes.tick} x={xOf(week)} y={HEIGHT - 6}>
          {month}
        </text>
      ))}
      {series.map(({ key, tone, values }, index) =>
        weeks.map((week, at) => {
          const length = Math.abs(y(values[at] ?? 0) - y(0));
          const height = length > 0 ? Math.max(length, 1) : 0;
          return (
            height > 0 && (
              <Bar
                key={`${key} ${week}`}
                className={classes.bar ?? ''}
                data-tone={tone}
                data-running={at === weeks.length - 1 || undefined}
                x={xOf(week)}
                y={index === 0 ? y(0) - height : y(0)}
                width={x.bandwidth()}
                height={height}
              />
            )
          );
        }),
      )}
      <Line
        className={classes.zero ?? ''}
        from={{ x: EDGE.left, y: y(0) }}
        to={{ x: width - EDGE.right, y: y(0) }}
      />
    </svg>
  );
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });

const MONTH = 36;

/** Returns the first week of each month, or of every nth where there is no room, and none that would overflow the end. */
function monthsOf(weeks: readonly string[], width: number): { week: string; month: string }[] {
  const firsts = weeks.filter(
    (week, index) => index > 0 && week.slice(0, 7) !== weeks[index - 1]?.slice(0, 7),
  );
  const every = Math.max(1, Math.ceil((MONTH * firsts.length) / Math.max(1, width)));
  const room = weeks.length - Math.ceil((MONTH * weeks.length) / Math.max(1, width));
  return firsts
    .filter((week, index) => index % every === 0 && weeks.indexOf(week) <= room)
    .map((week) => ({ week, month: monthName.format(new Date(`${week}T00:00:00Z`)) }));
}

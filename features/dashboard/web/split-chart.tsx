import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { TYPE_LABELS } from '../../commissions/rules.ts';
import type { Charts } from '../contract.ts';
import type { ChartNumbers } from './chart-box.tsx';
import classes from './split-chart.module.css';

type Split = Charts['split'];
type Format = (major: number) => string;

export function SplitChart({ split, format }: { split: Split; format: Format }) {
  const scale = scaleLinear({ domain: [0, Math.max(wholeOf(split), Number.MIN_VALUE)], range: [0, 100] });
  return (
    <ul className={classes.rows}>
      {split.map(({ type, amount }) => (
        <li key={type}>
          <div className={classes.said}>
            <span>{TYPE_LABELS[type]}</span>
            <span>
              {format(amount)} · {percentOf(amount, split)}
            </span>
          </div>
          <div className={classes.track} aria-hidden>
            <svg width="100%" height="12">
              <Bar className={classes.bar ?? ''} data-type={type} height={12} width={`${scale(amount)}%`} />
            </svg>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function splitNumbers(split: Split, format: Format): ChartNumbers {
  return {
    head: ['Type', 'Amount', 'Share'],
    rows: split.map(({ type, amount }) => [TYPE_LABELS[type], format(amount), percentOf(amount, split)]),
  };
}

function wholeOf(split: Split): number {
  return split.reduce((sum, { amount }) => sum + amount, 0);
}

function percentOf(amount: number, split: Split): string {
  const whole = wholeOf(split);
  return `${(whole > 0 ? (amount / whole) * 100 : 0).toFixed(1)}%`;
}

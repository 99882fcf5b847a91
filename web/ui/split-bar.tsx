import classes from './split-bar.module.css';

export type SplitSegment = {
  key: string | number;
  /** Shown on hover; the text beside the bar is the caller's. */
  label: string;
  value: number;
  tone: 1 | 2 | 3;
  /** Pale: inherited, not set here. */
  muted?: boolean;
};

type SplitBarProps = {
  /** Text of the bar for screen readers: "Platform 20%, …". */
  label: string;
  segments: readonly SplitSegment[];
  mark?: { value: number; label: string } | null;
};

/** A bar without a transition, so that it follows each key. Above 100 it is cut off, with a red border. */
export function SplitBar({ label, segments, mark }: SplitBarProps) {
  const sum = segments.reduce((total, { value }) => total + value, 0);
  const remainder = Math.max(0, 100 - sum);
  return (
    <div role="img" aria-label={label} className={classes.bar} data-over={sum > 100.000001 || undefined}>
      {segments.map(({ key, label: title, value, tone, muted }) => (
        <span
          key={key}
          className={classes.segment}
          data-tone={tone}
          data-muted={muted || undefined}
          title={title}
          style={{ width: `${value}%` }}
        />
      ))}
      <span className={classes.remainder} data-remainder style={{ width: `${remainder}%` }} />
      {mark && mark.value > 0 && sum < 100 && (
        <span
          className={classes.mark}
          data-mark
          title={mark.label}
          style={{
            insetInlineStart: `${Math.min(100, sum)}%`,
            width: `${Math.min(remainder, mark.value)}%`,
          }}
        />
      )}
    </div>
  );
}

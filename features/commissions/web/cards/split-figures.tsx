import { SplitBar, type SplitSegment } from '../../../../web/ui/split-bar.tsx';
import {
  CODE,
  type CommissionType,
  instructorPart,
  largestCode,
  PLATFORM,
  PROGRAM,
  REFERRAL,
  type RuleRow,
  TYPE_LABELS,
} from '../../rules.ts';
import classes from './split-figures.module.css';

const TONES = [
  { type: PLATFORM, tone: 1, label: TYPE_LABELS[PLATFORM] },
  { type: PROGRAM, tone: 2, label: TYPE_LABELS[PROGRAM] },
  { type: REFERRAL, tone: 3, label: 'Referrals' },
] as const;

type SplitFiguresProps = {
  rows: readonly (RuleRow & { source?: string })[];
};

export function SplitFigures({ rows: given }: SplitFiguresProps) {
  const rows = given.toSorted((a, b) => a.type - b.type);
  const segments: SplitSegment[] = rows.flatMap(({ type, commission: value, source }, index) => {
    const part = TONES.find((tone) => tone.type === type);
    return part
      ? [{ key: index, label: said(part.label, value, source), value, tone: part.tone, muted: !!source }]
      : [];
  });
  const remainder = instructorPart(rows);
  const code = largestCode(rows);
  const parts = [
    ...TONES.filter(({ type }) => rows.some((row) => row.type === type)).map(({ type, label }) => ({
      type: type as CommissionType | 4,
      label,
      value: sumOfType(rows, type),
      source: rows.find((row) => row.type === type)?.source,
    })),
    { type: 4 as const, label: 'Instructor', value: remainder, source: undefined },
  ];
  const codes = rows.some(({ type }) => type === CODE) ? said('highest code', code) : null;
  const words = [
    ...parts.map(({ label, value, source }) => said(label, value, source)),
    ...(codes ? [codes] : []),
  ].join(', ');

  return (
    <div className={classes.split}>
      <SplitBar label={words} segments={segments} mark={codes ? { value: code, label: codes } : null} />
      {/* The bar says the same to a screen reader. */}
      <ul className={classes.figures} aria-hidden>
        {parts.map(({ type, label, value, source }) => (
          <li
            key={type}
            data-tone={type}
            data-under={value < 0 || undefined}
            data-muted={source ? true : undefined}
          >
            {label} <b>{figure(value)}</b>
            {source && <span className={classes.source}> from {source}</span>}
          </li>
        ))}
        {codes && (
          <li data-tone={CODE}>
            Highest code <b>{figure(code)}</b>
          </li>
        )}
      </ul>
    </div>
  );
}

function sumOfType(rows: readonly RuleRow[], type: CommissionType): number {
  const hundredths = rows.reduce(
    (sum, row) => (row.type === type ? sum + Math.round(row.commission * 100) : sum),
    0,
  );
  return hundredths / 100;
}

function said(label: string, value: number, source?: string): string {
  return `${label} ${figure(value)}${source ? ` from ${source}` : ''}`;
}

function figure(value: number): string {
  return `${String(value).replace('-', '−')}%`;
}

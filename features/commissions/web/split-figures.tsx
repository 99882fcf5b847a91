import { SplitBar, type SplitSegment } from '../../../web/ui/split-bar.tsx';
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
} from '../rules.ts';
import classes from './split-figures.module.css';

const TONES = [
  { type: PLATFORM, tone: 1, label: TYPE_LABELS[PLATFORM] },
  { type: PROGRAM, tone: 2, label: TYPE_LABELS[PROGRAM] },
  { type: REFERRAL, tone: 3, label: 'Referrals' },
] as const;

/** The split of a group as a bar, and the same figures as text. */
export function SplitFigures({ rows }: { rows: readonly RuleRow[] }) {
  const segments: SplitSegment[] = rows.flatMap((row, index) => {
    const part = TONES.find(({ type }) => type === row.type);
    return part
      ? [{ key: index, label: said(part.label, row.commission), value: row.commission, tone: part.tone }]
      : [];
  });
  const remainder = instructorPart(rows);
  const code = largestCode(rows);
  const parts = [
    ...TONES.filter(({ type }) => rows.some((row) => row.type === type)).map(({ type, label }) => ({
      type: type as CommissionType | 4,
      label,
      value: sumOfType(rows, type),
    })),
    { type: 4 as const, label: 'Instructor', value: remainder },
  ];
  const codes = rows.some(({ type }) => type === CODE) ? said('largest code', code) : null;
  const words = [...parts.map(({ label, value }) => said(label, value)), ...(codes ? [codes] : [])].join(
    ', ',
  );

  return (
    <div className={classes.split}>
      <SplitBar label={words} segments={segments} mark={codes ? { value: code, label: codes } : null} />
      {/* The bar says the same to a screen reader. */}
      <ul className={classes.figures} aria-hidden>
        {parts.map(({ type, label, value }) => (
          <li key={type} data-tone={type} data-under={value < 0 || undefined}>
            {label} <b>{figure(value)}</b>
          </li>
        ))}
        {codes && (
          <li data-tone={CODE}>
            Largest code <b>{figure(code)}</b>
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

function said(label: string, value: number): string {
  return `${label} ${figure(value)}`;
}

function figure(value: number): string {
  return `${String(value).replace('-', '−')} %`;
}

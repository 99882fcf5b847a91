import type { InheritedRow } from '../../ledger-contract.ts';
import type { LevelName } from '../../rules.ts';
import { SplitFigures } from './split-figures.tsx';

type SaleFiguresProps = { level: LevelName; sale: readonly InheritedRow[] };

/** Shares of a sale as the card of this level shows them: rows of other levels are muted, with their origin. */
export function SaleFigures({ level, sale }: SaleFiguresProps) {
  const rows = sale.map((row) => (row.level === level ? row : { ...row, source: `the ${row.level}` }));
  return <SplitFigures rows={rows} />;
}

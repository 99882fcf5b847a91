import { fromHundredths, toHundredths } from '../../../../../core/percent.ts';
import type { InheritedRow } from '../../../ledger-contract.ts';
import {
  LEVELS,
  type LevelName,
  largestCode,
  levelNumber,
  mergeLevels,
  PROGRAM,
  type RuleRow,
  sumOf,
} from '../../../rules.ts';
import { heldReason, sumInWords } from '../../held/held-reason.ts';

/** Returns the inherited rows that apply beside those of a card of this level, as edited. */
export function inheritedBeside(
  level: LevelName,
  own: readonly RuleRow[],
  inherited: readonly InheritedRow[],
): InheritedRow[] {
  const mine = own.map(({ type, code = null }) => ({ type, code, level: levelNumber(level), from: null }));
  const theirs = inherited.map((from) => ({ ...from, level: levelNumber(from.level), from }));
  return mergeLevels<(typeof mine)[number] | (typeof theirs)[number]>([...mine, ...theirs]).flatMap(
    ({ from }) => from ?? [],
  );
}

/** Explains the instructor's remainder: "100 − 50 of this card − 21.5 from the site". */
export function remainderInWords(own: readonly RuleRow[], inherited: readonly InheritedRow[]): string {
  const taken = LEVELS.toReversed().map((level) => ({
    sum: sumOf(inherited.filter((row) => row.level === level)),
    from: `from the ${level}`,
  }));
  return [{ sum: sumOf(own), from: 'of this card' }, ...taken]
    .filter(({ sum }) => sum > 0)
    .reduce((words, { sum, from }) => `${words} − ${fromHundredths(sum)} ${from}`, '100');
}

/** Returns why a sale by these rows would be held, in words; null where it would be divided. */
export function wouldBeHeld(rows: readonly RuleRow[], program_id: number): string | null {
  const sum = fromHundredths(sumOf(rows));
  const over = sumInWords(sum);
  if (over) return `A sale would be on hold: ${over}`;
  if (program_id === 0 && rows.some(({ type, commission }) => type === PROGRAM && commission > 0))
    return `A sale would be on hold. ${heldReason('no_program')}`;
  const coded = sumInWords(fromHundredths(toHundredths(sum) + toHundredths(largestCode(rows))));
  return coded && `A sale with the highest code would be on hold: ${coded}`;
}

import { fromHundredths, toHundredths } from '../../../../core/percent.ts';
import type { HeldCharge } from '../../ledger-contract.ts';

export function heldReason(held: HeldCharge['held']): string {
  switch (held) {
    case 'over_100':
      return 'The rates add up to more than 100%';
    case 'no_program':
      return "Program commission set, but the instructor isn't in a program";
    case 'no_instructor':
      return 'The class has no instructor to get the rest';
  }
}

/** Formats a wrong sum: `110% — over by 10`; null where the sum is right. */
export function sumInWords(sum: number): string | null {
  const over = toHundredths(sum) - 10_000;
  return over > 0 ? `${sum}% — over by ${fromHundredths(over)}` : null;
}

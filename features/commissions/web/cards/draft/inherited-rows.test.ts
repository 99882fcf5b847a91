import { describe, expect, test } from 'vitest';
import type { InheritedRow } from '../../../ledger-contract.ts';
import { CODE, PLATFORM, PROGRAM, REFERRAL, type RuleRow } from '../../../rules.ts';
import { inheritedBeside, remainderInWords, wouldBeHeld } from './inherited-rows.ts';

const from = (level: InheritedRow['level'], row: Partial<InheritedRow> & Pick<InheritedRow, 'type'>) =>
  ({ id: 1, level, owner_id: 1, commission: 10, code: null, ...row }) as InheritedRow;

const SITE = from('site', { type: PLATFORM, commission: 20 });
const REFERRED = from('program', { type: REFERRAL, commission: 5 });
const MAY = from('program', { type: CODE, code: 'MAY', commission: 30 });

describe('inherited rows beside those of a card', () => {
  test('are all of them where the card holds none', () => {
    expect(inheritedBeside('class', [], [SITE, REFERRED, MAY])).toEqual([SITE, REFERRED, MAY]);
  });

  test('give way to a row of their type, a code to the same code alone, however it is written', () => {
    const own: RuleRow[] = [
      { type: PLATFORM, commission: 0 },
      { type: CODE, commission: 1, code: ' may ' },
    ];
    expect(inheritedBeside('instructor', own, [SITE, REFERRED, MAY])).toEqual([REFERRED]);
    expect(inheritedBeside('instructor', [{ ...MAY, code: 'JUNE' }], [MAY])).toEqual([MAY]);
  });
});

test('the remainder says of what it is left, level by level; codes and the instructor take nothing of it', () => {
  const own: RuleRow[] = [
    { type: PROGRAM, commission: 50 },
    { type: CODE, commission: 5, code: 'MAY' },
  ];
  expect(remainderInWords(own, [from('site', { type: PLATFORM, commission: 21.5 })])).toBe(
    '100 − 50 of this card − 21.5 from the site',
  );
  expect(remainderInWords([], [SITE, REFERRED, MAY])).toBe('100 − 5 from the program − 20 from the site');
  expect(remainderInWords([], [])).toBe('100');
});

describe('a sale that would be held', () => {
  test('by a sum over 100 of the card and what it inherits', () => {
    expect(wouldBeHeld([{ type: REFERRAL, commission: 80 }, SITE], 1)).toBeNull();
    expect(wouldBeHeld([{ type: REFERRAL, commission: 80.5 }, SITE], 1)).toBe(
      'A sale would be on hold: 100.5% — over by 0.5',
    );
  });

  test('by a program part without a program, and by the highest code', () => {
    expect(wouldBeHeld([{ type: PROGRAM, commission: 1 }], 0)).toMatch(/the instructor isn't in a program$/);
    expect(wouldBeHeld([{ type: PROGRAM, commission: 0 }], 0)).toBeNull();
    expect(wouldBeHeld([{ type: REFERRAL, commission: 75 }, MAY], 1)).toBe(
      'A sale with the highest code would be on hold: 105% — over by 5',
    );
  });
});

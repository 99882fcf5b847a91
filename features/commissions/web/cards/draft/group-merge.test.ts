import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toNumber } from '../../../../../core/percent.ts';
import type { Side } from '../../../../../web/ui/form/merge.ts';
import type { CommissionRow } from '../../../ledger-contract.ts';
import { CODE, type CommissionType, INSTRUCTOR, PLATFORM, PROGRAM, REFERRAL } from '../../../rules.ts';
import { draftOf, edit, type GroupDraft, isDirty, type StoredGroup } from './group-draft.ts';
import { clashInWords, mergeGroup } from './group-merge.ts';

const FIRST = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';

/** The rows that a group may hold, by their keys in a draft; the code has a blank in it. */
const ROWS: Record<string, Partial<CommissionRow> & { type: CommissionType }> = {
  '0::': { type: PLATFORM },
  '1::': { type: PROGRAM, program_id: 2 },
  '2:7:': { type: REFERRAL, referrer_id: 7, first_name: 'Ada', last_name: 'Lovelace' },
  '3:7:spring sale': { type: CODE, referrer_id: 7, first_name: 'Ada', code: 'Spring sale' },
  '4::': { type: INSTRUCTOR },
};
const KEYS = Object.keys(ROWS);

const percent = fc.constantFrom(0, 5, 10, 12.5);
/** What each row says: its percentage and its discount; none for a row that is not there. */
const figures = fc.option(
  fc.record({ commission: percent, discount: fc.constantFrom(null, 5, 10), amount: fc.boolean() }),
);
const rows = fc.tuple(...KEYS.map(() => figures));

function groupOf(
  said: readonly ({ commission: number; discount: number | null; amount: boolean } | null)[],
  at: string,
): StoredGroup {
  const commissions = said.flatMap((one, index): CommissionRow[] => {
    const row = ROWS[KEYS[index] ?? ''];
    if (!one || !row) return [];
    const isCode = row.type === CODE;
    return [
      {
        id: index + 1,
        program_id: 0,
        referrer_id: null,
        first_name: null,
        last_name: null,
        email: null,
        code: null,
        ...row,
        commission: row.type === INSTRUCTOR ? 0 : one.commission,
        discount: isCode ? one.discount : null,
        discount_type: isCode && one.discount !== null ? (one.amount ? 'amount' : 'percent') : null,
      },
    ];
  });
  return { commissions, updated_at: at };
}

function typed(draft: GroupDraft, into: StoredGroup): GroupDraft {
  return draftOf(into).rows.reduce((next, { key, row, commission, discount, discount_type }) => {
    if (row.type === INSTRUCTOR) return next;
    const one = edit(next, key, 'commission', commission);
    if (row.type !== CODE) return one;
    return edit(edit(one, key, 'discount', discount), key, 'discount_type', discount_type);
  }, draft);
}

const rowOf = ({ rows: all }: GroupDraft, key: string) => all.find((row) => row.key === key);
const percentOf = (draft: GroupDraft, key: string) => {
  const row = rowOf(draft, key);
  return row && row.row.type !== INSTRUCTOR ? toNumber(row.commission) : row && null;
};
const discountOf = (draft: GroupDraft, key: string) => {
  const row = rowOf(draft, key);
  if (!row) return undefined;
  return row.discount === '' ? null : [toNumber(row.discount), row.discount_type];
};

test('each figure by itself: mine where I edited, theirs elsewhere, the chosen one where both did', () => {
  const side = fc.constantFrom<Side>('mine', 'theirs');
  fc.assert(
    fc.property(rows, rows, rows, side, (was, wish, became, chosen) => {
      const base = draftOf(groupOf(was, FIRST));
      const mine = typed(base, groupOf(wish, FIRST));
      const theirs = groupOf(became, LATER);
      const stored = draftOf(theirs);
      const { clashes } = mergeGroup(mine, theirs);
      const choices = Object.fromEntries(clashes.map(({ field }) => [field, chosen]));
      const merged = mergeGroup(mine, theirs, choices).draft;
      expect(merged.base).toEqual({ commissions: theirs.commissions, updated_at: LATER });
      for (const key of KEYS) {
        for (const [of, figure] of [
          [percentOf, 'commission'],
          [discountOf, 'discount'],
        ] as const) {
          const [before, my, their, is] = [base, mine, stored, merged].map((draft) => of(draft, key));
          const edited = JSON.stringify(my) !== JSON.stringify(before);
          const changed = JSON.stringify(their) !== JSON.stringify(before);
          const clash = edited && changed && JSON.stringify(my) !== JSON.stringify(their);
          expect(clashes.some(({ field }) => field === `${key} ${figure}`)).toBe(clash);
          // A row stays as a whole where one of its figures does.
          const isWhole = rowOf(merged, key) !== undefined && their !== undefined;
          const wanted = edited && !(clash && chosen === 'theirs') ? my : their;
          expect(is).toEqual(isWhole ? wanted : is);
        }
        const edited = [percentOf, discountOf].some(
          (of) => JSON.stringify(of(mine, key)) !== JSON.stringify(of(base, key)),
        );
        const kept = rowOf(stored, key) !== undefined || (edited && chosen === 'mine');
        expect(rowOf(merged, key) !== undefined).toBe(kept);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a row that they took away and I edited comes back as a new one, with all it held', () => {
  const all = KEYS.map(() => ({ commission: 5, discount: 10, amount: false }));
  const mine = edit(draftOf(groupOf(all, FIRST)), '3:7:spring sale', 'commission', '12');
  const theirs = groupOf(
    all.map((one, index) => (index === 3 ? null : one)),
    LATER,
  );
  const { draft, clashes } = mergeGroup(mine, theirs);
  expect(clashes.map((clash) => clashInWords(clash, mine, theirs))).toEqual([
    {
      field: '3:7:spring sale commission',
      label: 'Referral code Spring sale, Ada, commission',
      mine: '12%',
      theirs: 'removed',
    },
  ]);
  expect(rowOf(draft, '3:7:spring sale')).toMatchObject({
    row: { id: 0, code: 'Spring sale' },
    commission: '12',
    discount: '10',
  });
  const given = mergeGroup(mine, theirs, { '3:7:spring sale commission': 'theirs' });
  expect(isDirty(given.draft)).toBe(false);
});

/** Merges a group of commission rows with a version saved by others meanwhile. Pure, as the draft is. */
import { toNumber } from '../../../../../core/percent.ts';
import { type Choices, type Clash, mergeFields } from '../../../../../web/ui/form/merge.ts';
import { DISCOUNT_CURRENCY, INSTRUCTOR, TYPE_LABELS } from '../../../rules.ts';
import { personOf } from '../../levels/person.ts';
import { type DraftRow, draftOf, type GroupDraft, type StoredGroup } from './group-draft.ts';

/** Takes mine where I edited, theirs elsewhere, the choice where both did; a deleted row that I keep becomes a new one. */
export function mergeGroup(
  draft: GroupDraft,
  theirs: StoredGroup,
  choices: Choices = {},
): { draft: GroupDraft; clashes: Clash[] } {
  const fresh = draftOf(theirs);
  const base = draftOf(draft.base).rows;
  const { values, clashes } = mergeFields(
    figuresOf(base),
    figuresOf(draft.rows),
    figuresOf(fresh.rows),
    choices,
  );
  const keys = new Set([...fresh.rows, ...draft.rows].map(({ key }) => key));
  const rows = [...keys].flatMap((key) => {
    const there = FIGURES.some((figure) => fieldOf(key, figure) in values);
    const mine = draft.rows.find((row) => row.key === key);
    const stored = fresh.rows.find((row) => row.key === key);
    const row = stored ?? (mine && { ...mine, row: { ...mine.row, id: 0 } });
    if (!there || !row) return [];
    const from = (figure: Figure) => {
      const value = values[fieldOf(key, figure)];
      const isMine = mine && value === figuresOf([mine])[fieldOf(key, figure)];
      return isMine ? mine : row;
    };
    const { discount, discount_type } = from('discount');
    return [{ ...row, commission: from('commission').commission, discount, discount_type }];
  });
  const merged = rows.sort((a, b) => a.row.type - b.row.type);
  return { draft: { base: fresh.base, rows: merged, past: [fresh.rows], typing: null }, clashes };
}

export function clashInWords(
  { field, mine, theirs }: Clash,
  draft: GroupDraft,
  stored: StoredGroup,
): { field: string; label: string; mine: string; theirs: string } {
  // The key may hold a code, and with it blanks.
  const key = field.slice(0, field.lastIndexOf(' '));
  const figure = field.slice(key.length + 1);
  const { row } = [...draft.rows, ...draftOf(stored).rows].find((one) => one.key === key) ?? {};
  const who = row && [row.code, row.referrer_id !== null && personOf(row)].filter(Boolean).join(', ');
  const name = row ? `${TYPE_LABELS[row.type]}${who ? ` ${who}` : ''}` : 'Row';
  const percent = (value: unknown) => {
    if (typeof value === 'number') return `${value}%`;
    return typeof value === 'string' ? value || 'none' : 'removed';
  };
  return { field, label: `${name}, ${figure}`, mine: percent(mine), theirs: percent(theirs) };
}

const FIGURES = ['commission', 'discount'] as const;
type Figure = (typeof FIGURES)[number];

const NONE = '';

function fieldOf(key: string, figure: Figure): string {
  return `${key} ${figure}`;
}

/** Returns the two figures of each row; of the instructor's, which is derived, only the presence. */
function figuresOf(rows: readonly DraftRow[]): Record<string, number | string> {
  return Object.fromEntries(
    rows.flatMap(({ key, row, commission, discount, discount_type }): [string, number | string][] => {
      const off = toNumber(discount);
      const unit = discount_type === 'percent' ? '%' : DISCOUNT_CURRENCY;
      return [
        [fieldOf(key, 'commission'), row.type === INSTRUCTOR ? 'derived' : (toNumber(commission) ?? NONE)],
        [fieldOf(key, 'discount'), off === null ? NONE : `${off} ${unit}`],
      ];
    }),
  );
}

import type { Locale } from '../../../core/locales.ts';
import { failureOf } from '../../../web/ui/failure.ts';
import { runToast } from '../../../web/ui/queue/run-toast.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { MOST_TEXTS } from '../call-limits.ts';
import type { EarlierMark, Outdated } from '../contract.ts';
import { calls, reload } from './calls.ts';

/** Returns the texts of rows: those in `language`, else in all that are outdated. */
export function textsOfRows(rows: readonly Outdated[], language: Locale | undefined) {
  return rows.flatMap(({ noun, id, updated_at, languages }) =>
    languages
      .filter((one) => (language ?? one) === one)
      .map((one) => ({ noun, id, language: one, updated_at })),
  );
}

/** Marks texts as up to date; throws where one of them was refused, and then none is. */
export async function markUpToDate(items: ReturnType<typeof textsOfRows>): Promise<void> {
  const { marked } = await calls.markUpToDate.call({ items });
  tell(marked);
  await reload();
}

/** Marks the texts of one row as up to date, and says in a toast where that was refused. */
export async function markRow(row: Outdated, language: Locale | undefined): Promise<void> {
  try {
    await markUpToDate(textsOfRows([row], language));
  } catch (error) {
    toast(failureOf(error).message, { kind: 'error', persistent: true });
    await reload();
  }
}

const tell = runToast<EarlierMark>({
  words: ({ length }) =>
    length === 0
      ? 'Already up to date'
      : `${length.toLocaleString()} ${length === 1 ? 'translation' : 'translations'} marked as up to date`,
  joined: (earlier, later) => earlier.map(savedWith(later)),
  undo: async (steps) => {
    await calls.markOutdated.call({ items: [...steps] });
    await reload();
  },
  mostUndone: MOST_TEXTS,
});

/** A record that was saved once more has that moment in all its marks. */
function savedWith(later: readonly EarlierMark[]) {
  return (mark: EarlierMark): EarlierMark => {
    const again = later.find(({ noun, id }) => noun === mark.noun && id === mark.id);
    return again ? { ...mark, updated_at: again.updated_at } : mark;
  };
}

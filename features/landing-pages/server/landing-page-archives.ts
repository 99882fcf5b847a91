import { copyPath } from '../../../core/nouns/copy-name.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { LANDING_PAGES_NOUNS } from '../noun.ts';
import { LANDING_PAGE } from './landing-page-noun.ts';
import { takenPaths } from './landing-page-saves.ts';

export const LANDING_PAGE_ARCHIVES = {
  noun: LANDING_PAGE,
  declared: LANDING_PAGES_NOUNS.landing_page,
  columns: ['title', 'keywords', 'description', 'template'] as const,
  /** Takes the first path of its kind that no page of the program has. */
  async more(tx: TransactionContext, { path }: { path: string }, program_id: number | null) {
    const taken = await takenPaths(tx, program_id);
    let attempt = 1;
    while (taken.has(copyPath(path, attempt))) attempt += 1;
    return { columns: { path: copyPath(path, attempt) } };
  },
};

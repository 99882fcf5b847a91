import type { ListedImport } from '../../../features/imports/contract.ts';

export const OUTCOME_WORDS = {
  created: 'New',
  updated: 'Changed',
  unchanged: 'Unchanged',
  rejected: 'Rejected',
} as const;

const ENCODING_WORDS: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};
const SEPARATOR_WORDS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

export function fileWords(file: { encoding: string; separator: string; total: number | null }): string {
  const parts = [ENCODING_WORDS[file.encoding] ?? file.encoding, SEPARATOR_WORDS[file.separator] ?? ''];
  return [...parts, ...(file.total === null ? [] : [rowsOf(file.total)])].join(', ');
}

export function stateWords({
  state,
  undoing,
  cancelled,
}: Pick<ListedImport, 'state' | 'undoing' | 'cancelled'>): string {
  if (undoing) return 'Being undone';
  if (state === 'done') return cancelled ? 'Cancelled' : 'Done';
  return {
    checking: 'Reading',
    ready: 'Ready for review',
    running: 'Running',
    undone: 'Undone',
    failed: 'Failed',
  }[state];
}

export function figures(count: number): string {
  return count.toLocaleString('en-US');
}

export function rowsOf(count: number): string {
  return `${figures(count)} ${count === 1 ? 'row' : 'rows'}`;
}

export function isUnderWay({ state }: Pick<ListedImport, 'state'>): boolean {
  return state === 'checking' || state === 'running';
}

import type { RecordedFields } from '../noun.ts';

export const IMPORT_FIELDS = {
  file_name: { label: 'file', reads: 'unsaid' },
  rows: { label: 'rows', reads: 'count', alone: true },
  dry_run: { label: 'preview', reads: 'unsaid' },
  deleted: { label: 'deleted', reads: 'count', alone: true },
  restored: { label: 'restored', reads: 'count', alone: true },
  enrolled: { label: 'enrolled', reads: 'count', alone: true },
  created: { label: 'created', reads: 'count', alone: true },
  updated: { label: 'updated', reads: 'count', alone: true },
  unchanged: { label: 'unchanged', reads: 'count', alone: true },
  rejected: { label: 'rejected', reads: 'count', alone: true },
  undone: { label: 'undone', reads: 'count', alone: true },
  kept: { label: 'kept', reads: 'count', alone: true },
} as const satisfies RecordedFields;

import type { NounDeclarations } from '../../core/noun.ts';

export const UPLOADS_NOUNS = {
  upload: {
    word: 'upload',
    actions: { create: 'stored', delete: 'cleaned up' },
    table: 'uploads',
    fields: {
      class_id: { label: 'class', of: 'class', reads: 'unsaid' },
      path: { label: 'path', reads: 'unsaid' },
      original_file: { label: 'file', alone: true },
      original_name: { label: 'file', reads: 'unsaid' },
      type: { label: 'type', reads: 'unsaid' },
      bytes: { label: 'size', reads: 'unsaid' },
      width: { label: 'width', reads: 'unsaid' },
      height: { label: 'height', reads: 'unsaid' },
    },
  },
} as const satisfies NounDeclarations;

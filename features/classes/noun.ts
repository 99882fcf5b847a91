import { LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const CLASSES_NOUNS = {
  bulk: {
    word: 'assignment of many classes',
    actions: { create: 'created', undo: 'undid' },
    table: 'bulk_assignments',
  },
  catalogue: {
    word: 'catalogue of program',
    actions: { import: 'imported the' },
  },
  class: {
    word: 'class',
    actions: LIST_ACTIONS,
    screen: '/classes',
    found: { '/classes': 'Classes of the catalogue', '/class-translations/:id': 'Translations of classes' },
    table: 'classes',
    name: 'class_name',
    deleted: 'del_flag',
    languages: {
      table: 'class_translations',
      owner: 'class_id',
      fields: ['class_name', 'description', 'additional_info'],
      access: { area: 'catalogue' },
      editor: '/class-translations/',
    },
    programs: { table: 'class_programs', owner: 'class_id', order: 'display_order' },
  },
  class_comment: {
    word: 'comment on a class',
    actions: { delete: 'removed' },
    table: 'class_comments',
  },
  class_order: {
    word: 'display order of the classes in program',
    actions: { update: 'changed' },
  },
  class_session: {
    word: 'class session',
    actions: { update: 'changed' },
    table: 'class_sessions',
  },
  enrolment: {
    word: 'enrolment',
    actions: { create: 'created', update: 'changed', cancel: 'cancelled', delete: 'deleted' },
    table: 'class_users',
  },
} as const satisfies NounDeclarations;

import { ARCHIVE_ACTIONS, LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const LANDING_PAGES_NOUNS = {
  landing_page: {
    word: 'landing page',
    actions: { ...LIST_ACTIONS, ...ARCHIVE_ACTIONS, delete: 'removed' },
    screen: '/landing-pages',
    found: {
      '/landing-pages': {
        plural: 'Landing pages',
        list: 'landing-pages',
        read: 'landing-page/{id}',
        place: 260,
      },
    },
    table: 'landing_pages',
    name: 'name',
    archives: 'landing-page/{id}',
    languages: {
      table: 'landing_page_translations',
      owner: 'page_id',
      fields: ['title', 'keywords', 'description'],
      access: { area: 'content' },
    },
  },
} as const satisfies NounDeclarations;

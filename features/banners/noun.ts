import { ARCHIVE_ACTIONS, LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const BANNERS_NOUNS = {
  banner: {
    word: 'banner',
    actions: { ...LIST_ACTIONS, ...ARCHIVE_ACTIONS, delete: 'removed' },
    screen: '/banners',
    found: { '/banners': 'Store banners' },
    table: 'banners',
    name: 'title',
    archives: 'lilt-banner/{id}',
    languages: {
      table: 'banner_translations',
      owner: 'banner_id',
      fields: ['title', 'sub_title'],
      access: { area: 'content' },
    },
  },
} as const satisfies NounDeclarations;

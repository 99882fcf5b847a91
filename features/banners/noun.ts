import { ARCHIVE_ACTIONS, LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const BANNERS_NOUNS = {
  banner: {
    word: 'banner',
    actions: { ...LIST_ACTIONS, ...ARCHIVE_ACTIONS, delete: 'removed' },
    fields: {
      image: { label: 'image', reads: 'label' },
      mobile_image: { label: 'mobile image', reads: 'label' },
      small_image: { label: 'small image', reads: 'label' },
    },
    screen: '/banners',
    found: {
      '/banners': { plural: 'Store banners', list: 'lilt-banners', read: 'lilt-banner/{id}', place: 250 },
    },
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

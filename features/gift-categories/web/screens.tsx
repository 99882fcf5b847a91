import type { Screen } from '../../../web/screen.ts';

export const giftCategoriesScreens: Screen[] = [
  {
    path: '/giveaways/categories',
    lists: ['/giveaways/categories?program_id=2'],
    title: 'LiL Giveaways categories',
    access: { area: 'events' },
    menu: { group: 'Events & giveaways', order: 5, key: 'gl' },
    actions: [{ label: 'Add LiL Giveaways category', address: '/giveaways/categories?add=1' }],
    component: () => import('./categories-screen.tsx').then((m) => m.CategoriesScreen),
    record: { noun: 'LiL Giveaways category', address: (id) => `/giveaways/categories?name=%23${id}` },
  },
];

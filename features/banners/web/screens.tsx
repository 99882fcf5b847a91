import type { Screen } from '../../../web/screen.ts';

export const bannersScreens: Screen[] = [
  {
    path: '/banners',
    lists: ['/banners'],
    title: 'Store banners',
    access: { area: 'content' },
    menu: { group: 'Marketing', order: 3, key: 'v' },
    actions: [{ label: 'Add banner', address: '/banners?add=1' }],
    component: () => import('./banners-screen.tsx').then((m) => m.BannersScreen),
    record: { noun: 'Store banner', address: (id) => `/banners?edit=${id}` },
  },
];

import type { Screen } from '../../../web/screen.ts';

export const siteCategoriesScreens: Screen[] = [
  {
    path: '/categories',
    lists: ['/categories?program_id=2'],
    title: 'Site categories',
    access: { area: 'catalogue' },
    menu: { group: 'Catalogue', order: 3, key: 'y' },
    actions: [{ label: 'Add category', address: '/categories?add=1', access: { role: 'superadmin' } }],
    component: () => import('./categories-screen.tsx').then((m) => m.CategoriesScreen),
    record: { noun: 'Site category', address: (id) => `/categories?name=%23${id}` },
  },
];

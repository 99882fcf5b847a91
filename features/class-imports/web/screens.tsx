import type { Screen } from '../../../web/screen.ts';

export const classImportsScreens: Screen[] = [
  {
    path: '/classes/imports',
    lists: ['/classes/imports'],
    title: 'Import classes',
    access: { area: 'catalogue' },
    menu: { group: 'Catalogue', order: 8, key: 'gk' },
    record: { noun: 'Import of classes', address: (id) => `/classes/imports?import=${id}` },
    component: () => import('./imports-screen.tsx').then((m) => m.ImportsScreen),
  },
];

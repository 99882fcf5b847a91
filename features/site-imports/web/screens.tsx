import type { Screen } from '../../../web/screen.ts';

export const siteImportsScreens: Screen[] = [
  {
    path: '/imports',
    lists: ['/imports'],
    title: 'Imports',
    access: { role: 'programadmin' },
    menu: { group: 'Settings', order: 5, key: 'gi' },
    record: { noun: 'Import', address: (id) => `/imports?import=${id}` },
    component: () => import('./imports-screen.tsx').then((m) => m.ImportsScreen),
  },
];

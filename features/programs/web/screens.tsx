import type { Screen } from '../../../web/screen.ts';

export const programsScreens: Screen[] = [
  {
    path: '/programs',
    lists: ['/programs'],
    title: 'Site programs',
    access: { area: 'catalogue' },
    menu: { group: 'Settings', order: 1, key: 'z' },
    actions: [{ label: 'Add program', address: '/programs?add=1', access: { role: 'superadmin' } }],
    component: () => import('./programs-screen.tsx').then((m) => m.ProgramsScreen),
    record: { noun: 'Program', about: 'how it is set up', address: (id) => `/programs/${id}` },
  },
  {
    path: '/programs/:id',
    below: '/programs',
    title: 'Program',
    access: { area: 'catalogue' },
    component: () => import('./program-screen.tsx').then((m) => m.ProgramScreen),
  },
];

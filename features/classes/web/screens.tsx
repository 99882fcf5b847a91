import type { Screen } from '../../../web/screen.ts';

export const classesScreens: Screen[] = [
  {
    path: '/classes',
    lists: ['/classes?program_id=2'],
    title: 'Site classes',
    access: { area: 'catalogue' },
    menu: { group: 'Catalogue', order: 1, key: 'c' },
    actions: [{ label: 'Add class', address: '/classes?add=1' }],
    component: () => import('./classes-screen.tsx').then((m) => m.ClassesScreen),
    record: { noun: 'Class', address: (id) => `/classes/${id}` },
  },
  {
    path: '/classes/:id',
    below: '/classes',
    title: 'Class',
    access: { area: 'catalogue' },
    component: () => import('./class-screen.tsx').then((m) => m.ClassScreen),
  },
  {
    path: '/bundles',
    lists: ['/bundles?program_id=2'],
    title: 'Site bundles',
    access: { area: 'catalogue' },
    menu: { group: 'Catalogue', order: 2, key: 'b' },
    actions: [{ label: 'Add bundle', address: '/bundles?bundle=1' }],
    component: () => import('./classes-screen.tsx').then((m) => m.BundlesScreen),
  },
];

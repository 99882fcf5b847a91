import type { Screen } from '../../../web/screen.ts';

export const userImportsScreens: Screen[] = [
  {
    path: '/users/imports',
    title: 'Import users',
    access: { area: 'users' },
    component: () => import('./imports-screen.tsx').then((m) => m.ImportsScreen),
  },
];

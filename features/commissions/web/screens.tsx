import type { Screen } from '../../../web/screen.ts';

export const commissionsScreens: Screen[] = [
  {
    path: '/commissions/instructors',
    title: 'Instructor commission',
    access: { area: 'commissions' },
    menu: { group: 'Commissions', order: 1 },
    component: () => import('./instructors-screen.tsx').then((m) => m.InstructorsScreen),
    record: { noun: 'Instructor', address: (id) => `/commissions/instructors?name=%23${id}` },
  },
];

import type { Screen } from '../../../web/screen.ts';

export const commissionsScreens: Screen[] = [
  {
    path: '/commissions/instructors',
    lists: ['/commissions/instructors'],
    title: 'Instructor commission',
    access: { area: 'commissions' },
    menu: { group: 'Commissions', order: 1, key: 'i' },
    component: () => import('./levels/instructors-screen.tsx').then((m) => m.InstructorsScreen),
    record: {
      noun: 'Instructor',
      about: 'their commissions',
      address: (id) => `/commissions/instructors?name=%23${id}`,
    },
  },
  {
    path: '/commissions/programs',
    lists: ['/commissions/programs'],
    title: 'Program commission',
    access: { area: 'commissions' },
    menu: { group: 'Commissions', order: 2, key: 'gp' },
    component: () => import('./levels/programs-screen.tsx').then((m) => m.ProgramsScreen),
    record: {
      noun: 'Program',
      about: 'its commissions',
      address: (id) => `/commissions/programs?program_id=${id}`,
    },
  },
  {
    path: '/commissions/classes',
    lists: ['/commissions/classes'],
    title: 'Class commission',
    access: { area: 'commissions' },
    menu: { group: 'Commissions', order: 3, key: 'gc' },
    component: () => import('./levels/classes-screen.tsx').then((m) => m.ClassesScreen),
    record: {
      noun: 'Class',
      about: 'its commissions',
      address: (id) => `/commissions/classes?name=%23${id}`,
    },
  },
  {
    path: '/commissions/site',
    title: 'Global site commission',
    access: { role: 'superadmin' },
    menu: { group: 'Commissions', order: 4, key: 'gs' },
    component: () => import('./levels/site-screen.tsx').then((m) => m.SiteScreen),
  },
  {
    path: '/commissions/held',
    lists: ['/commissions/held'],
    title: 'Transactions on hold',
    access: { area: 'commissions' },
    menu: { group: 'Commissions', order: 5, key: 's', count: { kind: 'held_charges', word: 'held' } },
    component: () => import('./held/held-screen.tsx').then((m) => m.HeldScreen),
    shares: { explainCharge: () => import('./explain/explain-charge.tsx').then((m) => m.ExplainCharge) },
    record: {
      noun: 'Transaction',
      about: 'how it was split',
      address: (id) => `/commissions/held?charge=${id}`,
    },
  },
];

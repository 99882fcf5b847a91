import type { Screen } from '../../../web/screen.ts';

export const payoutsScreens: Screen[] = [
  {
    path: '/payouts',
    lists: ['/payouts?currency=UAH'],
    title: 'Site payouts',
    access: { area: 'money' },
    menu: { group: 'Money', order: 4, key: 'p' },
    component: () => import('./payouts-screen.tsx').then((m) => m.PayoutsScreen),
  },
  {
    path: '/payouts/history',
    lists: ['/payouts/history'],
    title: 'Site payouts history',
    access: { area: 'money' },
    menu: { group: 'Money', order: 5, key: 'q' },
    component: () => import('./history-screen.tsx').then((m) => m.HistoryScreen),
    record: { noun: 'Payout', address: (id) => `/payouts/history?lines=${id}` },
  },
  {
    path: '/instructors/:id',
    below: '/commissions/instructors',
    title: 'Instructor',
    access: { area: ['commissions', 'users', 'money', 'catalogue'] },
    component: () => import('../instructors/web/instructor-screen.tsx').then((m) => m.InstructorScreen),
    record: { noun: 'Instructor', address: (id) => `/instructors/${id}` },
  },
  {
    path: '/payouts/batches',
    lists: ['/payouts/batches'],
    title: 'Payout batches',
    access: { area: 'money', of: 'no program' },
    menu: { group: 'Money', order: 7, key: 'gb' },
    component: () => import('../batches/web/batches-screen.tsx').then((m) => m.BatchesScreen),
    record: { noun: 'Payout batch', address: (id) => `/payouts/batches/${id}` },
  },
  {
    path: '/payouts/batches/:id',
    below: '/payouts/batches',
    title: 'Payout batch',
    access: { area: 'money', of: 'no program' },
    component: () => import('../batches/web/batch-screen.tsx').then((m) => m.BatchScreen),
  },
];

import type { Screen } from '../../../../web/screen.ts';

export const classReportScreens: Screen[] = [
  {
    path: '/reports/class-detail',
    lists: ['/reports/class-detail'],
    title: 'Class specific report',
    access: { area: 'catalogue' },
    menu: { group: 'Catalogue', order: 6, key: 'r' },
    component: () => import('./class-detail-screen.tsx').then((m) => m.ClassDetailScreen),
  },
];

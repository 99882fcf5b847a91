import type { Screen } from '../../../web/screen.ts';

export const auditScreens: Screen[] = [
  {
    path: '/audit',
    lists: ['/audit'],
    title: 'Audit',
    access: { area: 'audit' },
    menu: { group: 'Settings', order: 3, key: 'a' },
    component: () => import('./audit-screen.tsx').then((m) => m.AuditScreen),
  },
];

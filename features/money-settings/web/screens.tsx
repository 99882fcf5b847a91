import type { Screen } from '../../../web/screen.ts';

export const moneySettingsScreens: Screen[] = [
  {
    path: '/settings/money',
    title: 'Money settings',
    access: { area: 'money' },
    menu: { group: 'Settings', order: 4, key: 'gm' },
    component: () => import('./money-settings-screen.tsx').then((m) => m.MoneySettingsScreen),
  },
];

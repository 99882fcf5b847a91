import type { Screen } from '../../../web/screen.ts';

export const erasuresScreens: Screen[] = [
  {
    path: '/users/data-requests',
    // Nobody of the demo asks for it.
    lists: [],
    title: 'Personal data requests',
    access: { role: 'superadmin' },
    menu: { group: 'People', order: 3, key: 'gq' },
    component: () => import('./data-requests-screen.tsx').then((m) => m.DataRequestsScreen),
  },
  {
    path: '/users/:id/personal-data',
    title: 'Personal data',
    access: { role: 'superadmin' },
    below: '/users',
    component: () => import('./personal-data-address.tsx').then((m) => m.PersonalDataAddress),
    shares: { personalData: () => import('./personal-data.tsx').then((m) => m.PersonalData) },
  },
];

import type { Screen } from '../../../../web/screen.ts';

export const invitationsScreens: Screen[] = [
  {
    path: '/accept-invitation',
    title: 'Join Provost',
    access: 'public',
    component: () => import('./accept-invitation-screen.tsx').then((m) => m.AcceptInvitationScreen),
  },
];

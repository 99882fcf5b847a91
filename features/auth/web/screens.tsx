import type { Screen } from '../../../web/screen.ts';

export const authScreens: Screen[] = [
  {
    path: '/account',
    title: 'My account',
    access: 'signed_in',
    shares: {
      colleagueSignIn: () => import('../account/web/colleague-sign-in.tsx').then((m) => m.ColleagueSignIn),
      secondFactorFirst: () => import('../account/web/factor-first.tsx').then((m) => m.FactorFirst),
    },
    component: () => import('../account/web/account-screen.tsx').then((m) => m.AccountScreen),
  },
  {
    path: '/settings/security',
    title: 'Security settings',
    access: { role: 'superadmin' },
    menu: { group: 'Settings', order: 5, key: 'gy' },
    component: () => import('../security/web/security-screen.tsx').then((m) => m.SecurityScreen),
  },
  {
    path: '/login',
    title: 'Sign in',
    access: 'public',
    component: () => import('./login-screen.tsx').then((m) => m.LoginScreen),
  },
  {
    path: '/confirmed',
    title: 'Confirmed',
    access: 'public',
    component: () => import('../single-sign-on/web/confirmed-screen.tsx').then((m) => m.ConfirmedScreen),
  },
  {
    path: '/forgot-password',
    title: 'Forgot password',
    access: 'public',
    component: () => import('./forgot-password-screen.tsx').then((m) => m.ForgotPasswordScreen),
  },
  ...['/set-new-password', '/set-new-password/:token'].map((path) => ({
    path,
    title: 'Set new password',
    access: 'public' as const,
    component: () => import('./set-new-password-screen.tsx').then((m) => m.SetNewPasswordScreen),
  })),
];

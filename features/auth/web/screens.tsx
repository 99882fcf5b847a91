import type { Screen } from '../../../web/screen.ts';

export const authScreens: Screen[] = [
  {
    path: '/login',
    title: 'Sign in',
    access: 'public',
    component: () => import('./login-screen.tsx').then((m) => m.LoginScreen),
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

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
  {
    path: '/set-new-password/:token',
    title: 'Set new password',
    access: 'public',
    component: () => import('./set-new-password-screen.tsx').then((m) => m.SetNewPasswordScreen),
  },
];

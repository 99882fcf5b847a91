import type { Page } from '@playwright/test';

export type DemoRole = 'superadmin' | 'programadmin' | 'admin';

export const DEMO_PASSWORD = 'demo-password';

export async function signIn(page: Page, role: DemoRole): Promise<void> {
  await signInAs(page, `${role}@example.com`, DEMO_PASSWORD);
}

/** Signs in through the form and waits for the screen behind it; a page that was opened elsewhere is led there first. */
export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/login');
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

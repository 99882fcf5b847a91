import { expect, type Page } from '@playwright/test';
import { withCode } from '../demanded-factor.ts';

export type DemoRole = 'superadmin' | 'programadmin' | 'admin';

export const DEMO_PASSWORD = 'demo-password';
const ROLES: readonly DemoRole[] = ['superadmin', 'programadmin', 'admin'];
export const DEMO_ACCOUNTS = ROLES.map(accountOf);

/**
 * The session of that role in a browser that has opened nothing yet: the next page is theirs. By a call, as the form
 * is not what most tests are about; where a page is open, through its form.
 */
export async function signIn(page: Page, role: DemoRole): Promise<void> {
  const { email, password } = accountOf(role);
  if (page.url() !== 'about:blank') return signInAs(page, email, password);
  await withCode(process.env.BASE_URL, { email, password }, async (data) => {
    const answer = await page.request.post('/api/wladmin/auth', { data });
    expect(answer.status()).toBe(200);
  });
}

/** Signs in through the form and waits for the screen behind it; a page that was opened elsewhere is led there first. */
export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/login');
  await page.waitForURL((url) => url.pathname === '/login');
  await withCode(new URL(page.url()).origin, { email, password }, async ({ code }) => {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await page.getByRole('button', { name: 'Get Started' }).click();
    if (code) {
      await page.getByRole('textbox', { name: 'Code' }).fill(code);
      await page.keyboard.press('Enter');
    }
    await page.waitForURL((url) => url.pathname !== '/login');
  });
}

export function accountOf(role: DemoRole): { email: string; password: string } {
  return { email: `${role}@example.com`, password: DEMO_PASSWORD };
}

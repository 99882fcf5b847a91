/** A record as it stood at a moment: chosen by keyboard, in the address, marked where today differs, and back. */
import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES_ALWAYS, inDepth } from '../deep.ts';
import { expectAccessible, expectToFit } from './accessible.ts';
import { apiAs } from './api.ts';
import { signIn } from './session.ts';

const PAGES: { address: string; noun: string; sections: string[] }[] = [
  { address: '/users/1', noun: 'user', sections: ['Settings', 'Split', 'Sales and payouts'] },
  { address: '/instructors/1', noun: 'instructor', sections: ['Settings', 'Split', 'Sales and payouts'] },
  { address: '/classes/1', noun: 'class', sections: ['Settings', 'Split', 'Sales and payouts'] },
  { address: '/programs/2', noun: 'program', sections: ['Settings', 'Split', 'Sales and payouts'] },
];

const banner = (page: Page) => page.getByRole('region', { name: 'As of a moment' });

/** A value of the field, some days ago. */
function daysAgo(days: number): string {
  const at = new Date(Date.now() - days * 86_400_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

for (const { address, noun, sections } of inDepth(PAGES.slice(0, 1), PAGES))
  test(`a ${noun} is shown as of a moment that is chosen by keyboard, and of today again`, async ({
    page,
  }) => {
    await signIn(page, 'superadmin');
    await page.goto(address);
    const record = page.getByRole('article');
    await record.getByRole('button', { name: 'As of a date' }).focus();
    await page.keyboard.press('Enter');
    const field = record.getByLabel('As of', { exact: true });
    await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(record.getByText('Enter a date and a time')).toBeVisible();
    await field.fill(daysAgo(-2));
    await page.keyboard.press('Enter');
    await expect(record.getByText('Choose a moment in the past')).toBeVisible();
    await field.fill(daysAgo(2));
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/as_of=\d{4}-\d\d-\d\dT/);
    await expect(banner(page).getByRole('status')).toContainText('As it stood on');
    await expect(record.getByRole('tab')).toHaveText(sections);
    await expect(record.getByRole('table', { name: 'Settings' }).getByRole('row')).not.toHaveCount(0);
    // Nothing can be changed.
    await expect(record.getByRole('button', { name: /^(Edit|Delete|More)/ })).toHaveCount(0);
    await page.keyboard.press('e');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page, noun);
    for (const section of sections.slice(1)) {
      await record.getByRole('tab', { name: section }).click();
      await expect(record.getByRole('tabpanel').getByRole('table')).toBeVisible();
      await expectAccessible(page, `${noun}: ${section}`);
    }
    const address_of_then = page.url();
    await page.reload();
    await expect(banner(page)).toBeVisible();
    expect(page.url()).toBe(address_of_then);
    await banner(page).getByRole('button', { name: 'Back to today' }).press('Enter');
    await expect(page).not.toHaveURL(/as_of=/);
    await expect(banner(page)).toHaveCount(0);
    await expect(record.getByRole('button', { name: 'As of a date' })).toBeVisible();
    await page.goBack();
    await expect(banner(page)).toBeVisible();
  });

test('what has changed since is marked, and a moment before the record says so', async ({
  page,
  baseURL,
}) => {
  const call = await apiAs(baseURL, 'superadmin');
  const email = `${crypto.randomUUID()}@example.org`;
  const user_data = { email, password: 'a new secret', first_name: 'Ada', site_program: 2, user_type: 'I' };
  const { id } = (await call('POST', 'site-user', { user_data })).body.user;
  const before = new Date(Date.now() + 5).toISOString();
  await expect.poll(() => new Date().toISOString() > before).toBe(true);
  const change = { first_name: 'Grace', password: 'another secret' };
  expect((await call('PATCH', `site-user/${id}`, { user_data: change })).status).toBe(200);
  await signIn(page, 'superadmin');
  await page.goto(`/users/${id}?as_of=${before}`);
  const row = page.getByRole('row', { name: /First name/ });
  await expect(row).toContainText('Ada');
  await expect(row).toContainText('Changed');
  await expect(row).toContainText('Grace');
  await expect(page.getByText('1 setting differs today.')).toBeVisible();
  await expect(page.getByText('Password: never shown. It has been changed since.')).toBeVisible();
  await page.goto(`/users/${id}?as_of=2020-01-01T00:00:00Z`);
  await expect(page.getByText('This user was not there yet: it was added on')).toBeVisible();
  // What is no moment is today.
  await page.goto(`/users/${id}?as_of=yesterday`);
  await expect(page.getByRole('button', { name: 'As of a date' })).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES_ALWAYS)
  for (const width of [1440, 390])
    test(`it fits ${width} pixels (${colorScheme})`, { tag: '@deep' }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await signIn(page, 'superadmin');
      for (const { address, noun } of PAGES)
        for (const section of ['', 'split', 'money']) {
          await page.goto(`${address}?as_of=${daysAgo(2)}:00Z${section && `&section=${section}`}`);
          await expect(page.getByRole('article').getByRole('table')).toBeVisible();
          await expectToFit(page, `${noun} ${section}`);
          await expectAccessible(page, `${noun} ${section}`);
        }
    });

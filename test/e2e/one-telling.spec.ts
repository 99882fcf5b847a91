import { expect, type Page, test } from '@playwright/test';
import { signIn } from './session.ts';

/** One error is told once: at its field, otherwise in one box, or in the toast that the specification asks for. */

test('what belongs to a field is told there alone, whether the form or the server finds it', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/admins?edit=2');
  const dialog = page.getByRole('dialog', { name: 'Edit user' });
  const email = dialog.getByRole('textbox', { name: 'Email' });
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await expect(email).not.toHaveValue('');
  await email.fill('no address');
  await save.click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expectTold(page, { alerts: 0 });
  await expect(save).toBeVisible();

  await email.fill('superadmin@example.com');
  await save.click();
  await expect(dialog.getByText('Another admin user has this email')).toBeVisible();
  await expectOnce(page, 'Another admin user has this email');
  await expect(email).toBeFocused();
  await expectTold(page, { alerts: 0 });

  await page.route('**/api/wladmin/user/2', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { message: 'The disk is full', code: 'X' } })
      : route.continue(),
  );
  await email.fill('programadmin@example.com');
  await save.click();
  await expect(dialog.getByRole('alert').getByText('The disk is full')).toBeVisible();
  await expectOnce(page, 'The disk is full');
  await expectTold(page, { alerts: 1 });
});

test('where a toast tells it, no box does', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/events?edit=7');
  const dialog = page.getByRole('dialog', { name: /^Edit event: / });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).not.toHaveValue('');
  await page.route('**/lilt-event/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { message: 'Not while it is drawn', code: 'BAD_REQUEST' } })
      : route.continue(),
  );
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Another name');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Close the message: Not while it is drawn' })).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
});

/** At this moment: a toast is gone again by itself. */
async function expectOnce(page: Page, text: string): Promise<void> {
  expect(await page.getByText(text).count()).toBe(1);
}

async function expectTold(page: Page, { alerts }: { alerts: number }): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(alerts);
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
  await expect(page.getByText('Not saved', { exact: true })).toHaveCount(alerts);
}

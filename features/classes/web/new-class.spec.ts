import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { keysOf } from '../../../test/e2e/keyboard.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { holdToasts } from '../../../test/e2e/waiting/toasts.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

test('by keyboard: a class in two programs, with its instructor and price; nothing goes out too early', async ({
  page,
}) => {
  await holdToasts(page);
  await signIn(page, 'superadmin');
  await page.goto('/classes?program_id=2');
  const opener = page.getByRole('button', { name: 'Add class' });
  const writes = writesOf(page);
  const keys = keysOf(page);
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add class' });
  await expect(dialog.getByRole('textbox', { name: 'Class name' })).toBeFocused();
  // Somebody in a hurry: a class has a name.
  await keys.press('Control+Enter');
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  const name = `Écriture ${Date.now()}`;
  await page.keyboard.type(name);
  await keys.press('Tab');
  await page.keyboard.type('ada love');
  await keys.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Instructor' })).toHaveValue(/Ada Lovelace/);
  expect(writes).toEqual([]);
  await expectAccessible(page);
  await keys.to('Tab', dialog.getByRole('textbox', { name: 'Price' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('49.5');
  await keys.to('Tab', dialog.getByRole('combobox', { name: 'Also sell in' }));
  await page.keyboard.type('crafts');
  await keys.press('Enter');
  await keys.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  expect(writes).toHaveLength(1);
  expect(writes[0]?.body).toMatchObject({
    class_data: { class_name: name, class_price: 49.5, program_id: 2, instructor_id: 1 },
  });
  const toast = page.getByRole('status').filter({ hasText: 'Class added' });
  await expect(toast).toBeVisible();
  const row = page.locator('tr[data-row]').filter({ hasText: name });
  await expect(row).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(16);
});

test('a bundle begins empty and leads to its editor; at 390 the form fits', { tag: '@deep' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await holdToasts(page);
  await signIn(page, 'admin');
  await page.goto('/bundles');
  await page.getByRole('button', { name: 'Add bundle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add bundle' });
  // Where else it is sold is a superadmin's to say.
  await expect(dialog.getByRole('combobox', { name: 'Also sell in' })).toHaveCount(0);
  await expectToFit(page);
  const name = `Set ${Date.now()}`;
  await dialog.getByRole('textbox', { name: 'Bundle name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save as inactive' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Bundle added' })).toBeVisible();
  await expect(addedRow(page, name)).toBeVisible();
});

const addedRow = (page: Page, name: string) => page.locator('tr[data-row]').filter({ hasText: name });

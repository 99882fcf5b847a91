import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

let made = 0;

async function makeUser(they: ApiCall, first_name: string) {
  const email = `erasable-${process.pid}-${++made}@users.example`;
  const user_data = { email, first_name, last_name: 'Vane', password: 'secret words', site_program: 1 };
  const { body } = await they('POST', 'site-user', { user_data });
  return { id: Number(body.user.id), email };
}

/** As with no approval of payouts, which other tests switch on. */
async function withoutApproval(page: Page, change: object = {}): Promise<void> {
  await page.route('**/erasure', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    return route.fulfill({
      response: answer,
      json: { ...(await answer.json()), needs_approval: 0, ...change },
    });
  });
}

test('by keyboard on a phone: a user is erased once the address is entered, and the page says so', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const they = await apiAs(baseURL, 'superadmin');
  const { id, email } = await makeUser(they, 'Nora');
  await signIn(page, 'superadmin');
  await withoutApproval(page);
  const writes = writesOf(page);
  await page.goto(`/users/${id}?section=data`);
  const erase = page.getByRole('button', { name: 'Erase user' });
  await expect(erase).toBeVisible();
  const edit = page.getByRole('button', { name: /^Edit/ });
  await expect(edit).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await erase.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Erase user: Nora Vane' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await expectToFit(page);
  const field = dialog.getByRole('textbox', { name: 'Email of the user' });
  await page.keyboard.press('Shift+Tab');
  await expect(field).toBeFocused();
  await page.keyboard.type('somebody@else.example');
  await page.keyboard.press('Enter');
  expect(writes).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText(`Enter ${email}`, { exact: true })).toBeVisible();
  await expect(field).toBeFocused();
  expect(writes).toEqual([]);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(email);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  // Not the button that comes next, which Enter in a hurry would press.
  await expect(page.getByText(/^(This user is being erased|Erased by)/)).toBeFocused();
  await expect(page.getByRole('heading', { name: `Erased person ${id}` })).toBeVisible();
  await expect(page.getByText(/^Erased by superadmin@example\.com/)).toBeVisible();
  await expect(edit).toHaveCount(0);
  await expectAccessible(page);
});

test('what has to be settled first is named, with a link, and nothing can be sent', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { id } = await makeUser(they, 'Ossian');
  await signIn(page, 'superadmin');
  const words = 'Refund request 12 is waiting for a decision';
  await withoutApproval(page, { blockers: [{ kind: 'refund_request', id: 12, words }] });
  const writes = writesOf(page);
  await page.goto(`/users/${id}?section=data`);
  await page.getByRole('button', { name: 'Erase user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase user: Ossian Vane' });
  await expect(dialog.getByRole('link', { name: words })).toHaveAttribute('href', '/refunds');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  expect(writes).toEqual([]);
});

import { expect, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { takeAction } from '../../../test/e2e/row-action.ts';
import { signIn } from '../../../test/e2e/session.ts';

test('what a site passes on waits in a list, from which it is rejected or closed', async ({
  page,
  baseURL,
  request,
}) => {
  // Told by a key that nobody has just made, of a person whose password no staff has set: anybody may decide.
  const tell = async (path: string, data: object = {}) => {
    const headers = { authorization: 'Bearer demo-site-key' };
    return (await request.post(`${baseURL}/api/site/${path}`, { headers, data })).json();
  };
  const email = `wants-all-${process.pid}@users.example`;
  const person = { reference: email, email, first_name: 'Imke', last_name: 'Vane', password: 'secret words' };
  const { results } = await tell('users', person);
  for (const what of ['erasure', 'data-request'])
    expect(await tell(`users/${results[0].id}/${what}`)).toMatchObject({ state: 'waiting' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'superadmin');
  await page.goto('/users/data-requests');
  const rows = page.locator('tr[data-row]', { hasText: 'Imke Vane' });
  await expect(rows).toHaveCount(2);
  await expectAccessible(page, 'requests');
  await expectToFit(page, 'requests');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(rows.filter({ hasText: 'Erase' })).toContainText(/The user, on/);
  await page.getByRole('button', { name: 'Approve erasure: Imke Vane' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve erasure: Imke Vane' });
  await expectAccessible(page, 'approval');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // On a phone a card has them in its menu.
  await page.setViewportSize({ width: 390, height: 844 });
  await takeAction(rows.filter({ hasText: 'Erase' }), 'Reject', 'Imke Vane');
  const question = page.getByRole('dialog', { name: /^Reject erasure\?/ });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page, 'rejection');
  // Somebody in a hurry presses Enter: nothing is rejected.
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(rows).toHaveCount(2);
  await takeAction(rows.filter({ hasText: 'Erase' }), 'Reject', 'Imke Vane');
  await question.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: 'Imke Vane' }).click();
  await expect(page.getByText(/The user requested their data on/)).toBeVisible();
  await expectAccessible(page, 'the request of a user');
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(page.getByText(/The user requested their data on/)).toHaveCount(0);
  await page.goto('/users/data-requests');
  await expect(rows).toHaveCount(0);
});

import { expect, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { tabTo } from '../../../../test/e2e/keyboard.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import { writesOf } from '../../../../test/e2e/writes.ts';

test('webhooks by keyboard: added, tried out, renewed and deleted inside the form of the program', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const name = `Hooked ${crypto.randomUUID().slice(0, 8)}`;
  const program_tag = name.toLowerCase().replace(' ', '-');
  const { body } = await they('POST', 'program', {
    program_data: { program_tag, program_display_name: name, status: 0 },
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'superadmin');
  await page.goto(`/programs?edit=${body.program.id}`);
  const dialog = page.getByRole('dialog', { name: `Edit program: ${name}` });
  const hooks = dialog.getByRole('group', { name: 'Webhooks' });
  await expect(hooks.getByText('None yet.')).toBeVisible();
  const writes = writesOf(page);
  const button = (label: string | RegExp) => hooks.getByRole('button', { name: label, exact: true });
  const press = async (label: string | RegExp) => {
    await tabTo(page, button(label));
    await page.keyboard.press('Enter');
  };
  // A name, so that it is the connection that is refused.
  const url = 'https://localhost/hooks';

  await press('Add a webhook');
  const address = hooks.getByRole('textbox', { name: 'Address' });
  await expect(address).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button('Add a webhook')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(hooks.getByText('Enter an address')).toBeVisible();
  await expect(hooks.getByText('Choose at least one')).toBeVisible();
  expect(writes).toEqual([]);
  await page.keyboard.type('https://10.0.0.1/');
  await expect(dialog.locator('[type="submit"]')).toHaveText('Save or cancel the webhook first');
  await press('Choose all');
  await press('Add webhook');
  await expect(hooks.getByText('This address is not public')).toBeVisible();
  await address.fill(url);
  await hooks.getByRole('combobox', { name: 'Send when' }).press('Control+Enter');
  const secret = hooks.getByRole('textbox', { name: `Secret for ${url} (shown only once)` });
  await expect(secret).toHaveValue(/^whsec_/);
  await expect(button('Copy')).toBeFocused();
  await expect(dialog.locator('[type="submit"]')).toHaveText('Copy the secret first');
  await page.keyboard.press('Enter');
  await expect(button('Copied')).toBeFocused();
  await expect(dialog.locator('[type="submit"]')).toHaveText('Save');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await secret.inputValue());

  await press(`Send test: ${url}`);
  const messages = hooks.getByRole('group', { name: `Deliveries to ${url}` });
  await expect(messages.getByText('The address isn’t public')).toBeVisible();
  await expect(messages.getByRole('listitem')).toContainText('Failed');
  await expectAccessible(page);
  await expectToFit(page);
  await press(/^Resend webhook.test/);
  await expect(page.getByText('Message sent again')).toBeVisible();
  await expect(messages.getByRole('listitem')).toContainText('Failed');
  // A message that comes meanwhile appears by itself.
  const { body: listed } = await they('GET', `program/${body.program.id}/webhooks`);
  await they('POST', `webhook/${listed.webhooks[0].id}/test`);
  await expect(messages.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(button(`Deliveries: ${url}`)).toBeFocused();
  await expect(dialog).toBeVisible();

  await press(`New secret: ${url}`);
  await page.keyboard.press('Enter');
  await expect(secret).toHaveCount(1);
  await expect(button('Copy')).toBeFocused();
  await page.keyboard.press('Enter');
  await press(`Deactivate: ${url}`);
  await expect(button(`Activate: ${url}`)).toBeFocused();
  await expect(hooks.getByText('Inactive')).toBeVisible();

  await press(`Delete: ${url}`);
  await expect(button('Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(`Delete: ${url}`)).toBeFocused();
  await page.keyboard.press('Enter');
  await press('Delete webhook');
  await expect(hooks.getByText('None yet.')).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  expect(writes.map(({ path }) => path.replace(/\d+/g, 'N'))).toEqual([
    'program/N/webhooks',
    'program/N/webhooks',
    'webhook/N/test',
    'webhook/N/resend',
    'webhook/N/secret',
    'webhook/N',
    'webhook/N',
  ]);
});

test('a list of webhooks that cannot be loaded says so, and is tried again', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { body } = await they('GET', 'programs');
  let fails = true;
  await page.route('**/api/wladmin/program/*/webhooks', (route) =>
    fails
      ? route.fulfill({ status: 500, json: { message: 'Something went wrong on our side' } })
      : route.fallback(),
  );
  await signIn(page, 'superadmin');
  await page.goto(`/programs?edit=${body.programs[0].id}`);
  const hooks = page.getByRole('dialog').getByRole('group', { name: 'Webhooks' });
  await expect(hooks.getByRole('alert')).toContainText('Something went wrong on our side');
  fails = false;
  await hooks.getByRole('button', { name: 'Retry' }).click();
  await expect(hooks.getByRole('button', { name: 'Add a webhook' })).toBeVisible();
  await expect(hooks.getByRole('alert')).toHaveCount(0);
});

test('on a phone a long address takes two lines, and the question before its deletion is read whole', {
  tag: '@deep',
}, async ({ page }) => {
  const url = `https://hooks.example.com/${'receiver'.repeat(30)}`;
  const webhook = { id: 1, url, kinds: ['class.changed'], active: true, switched_off_at: null };
  await page.route('**/program/2/webhooks', (route) =>
    route.fulfill({ json: { webhooks: [{ ...webhook, updated_at: '2026-11-20T10:00:00.000Z' }] } }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'superadmin');
  await page.goto('/programs?edit=2');
  const hooks = page.getByRole('group', { name: 'Webhooks' });
  await hooks.getByRole('button', { name: `Delete: ${url}` }).click();
  const lines = await hooks
    .getByTitle(url)
    .evaluateAll((names) =>
      names.map(
        (name) => name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight),
      ),
    );
  expect(lines).toHaveLength(2);
  expect(Math.max(...lines)).toBeLessThan(2.5);
  const question = hooks.getByRole('alert');
  await expect(question).toContainText('This can’t be undone.');
  expect(
    await question.evaluate((box) =>
      [box, ...box.querySelectorAll('*')].some(
        (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0,
      ),
    ),
  ).toBe(false);
  await expectAccessible(page, 'the question');
});

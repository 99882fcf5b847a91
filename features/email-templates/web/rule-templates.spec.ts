import { expect, test } from '@playwright/test';
import { COLOR_SCHEMES_ALWAYS } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { holdToasts } from '../../../test/e2e/waiting/toasts.ts';

const FILE = 'account-milestone.html';

test('a rule leads to its template, which is written, saved for its live rules, and leads back', async ({
  page,
  baseURL,
}) => {
  const call = await apiAs(baseURL, 'superadmin');
  const name = `Milestones ${'of everybody who has ever been here '.repeat(4)}`.trim();
  const { body } = await call('POST', 'email-rule', {
    name,
    subject: 'Well done',
    from_name: 'Provost',
    from_email: 'news@example.com',
    template: FILE,
    type: 'account_milestones',
    program_id: 5,
    active: true,
    run_after: '2099-01-01T00:00:00Z',
    items: [{ field_name: 'user_type', condition: 'equals', value: 'S' }],
  });
  await signIn(page, 'superadmin');
  await page.goto(`/email/rules/${body.rule.id}`);
  await page.getByRole('link', { name: FILE }).press('Enter');
  await expect(page.getByText('Using the built-in template')).toBeVisible();
  await expect(page.getByText('Each rule has its own English subject')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveCount(0);
  const editor = page.getByRole('textbox', { name: 'HTML' });
  await editor.click();
  await editor.press('ControlOrMeta+a');
  await page.keyboard.insertText('<p>Well done, ::[[student_first_name]]::</p>\n<p>::[[content]]::</p>');
  await expect(page.getByText('Line 2: ::[[content]]:: has no value in emails of a rule')).toBeVisible();
  await editor.press('ControlOrMeta+a');
  await page.keyboard.insertText('<p>Well done, ::[[student_first_name]]::</p>');
  await expect(page.frameLocator('iframe').getByText('Well done, Ada')).toBeVisible();
  await page.getByRole('button', { name: /^Save for \d+ live rules?$/ }).press('Enter');
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('in English, own template.')).toBeVisible();

  await page.getByRole('link', { name }).press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Edit rule' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
  await expect(dialog.frameLocator('iframe').getByText('Well done, Ada')).toBeVisible();
  await expect(dialog.frameLocator('iframe').getByText('Unsubscribe from emails like this')).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES_ALWAYS)
  test(`all templates with their languages, those of rules apart, ${colorScheme}`, { tag: '@deep' }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/email/templates?program_id=5');
      const kinds = page.getByRole('navigation', { name: 'Kinds of templates' });
      await expect(kinds.getByRole('link', { name: /Built-in types ?9/ })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await kinds.getByRole('link', { name: /Rules ?3/ }).press('Enter');
      await expect(page.getByRole('link', { name: 'Exclusive offer' })).toBeVisible();
      await expect(page.getByText(/^Used by /).first()).toBeVisible();
      await expectAccessible(page, `${width}`);
      await expectToFit(page);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/rules-${width}-${colorScheme}.png` });
      // A card shows its first language alone; the others are chosen in the editor.
      if (width === 390) await page.goto(`/email/templates?program_id=5&template=${FILE}&language=es`);
      else {
        const row = page.getByRole('row', { name: /exclusive-offer/ });
        await row.getByRole('link', { name: 'Spanish (inherited)' }).press('Enter');
        await expect(page.getByRole('region', { name: 'Template' })).toBeFocused();
      }
      await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveAccessibleDescription(
        'Leave blank to use the subject of the rule',
      );
      await expect(page.getByRole('textbox', { name: 'HTML' })).toBeVisible();
      await expectAccessible(page, `${width}`);
      await expectToFit(page);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/editor-${width}-${colorScheme}.png` });
    }
  });

test('a template is copied to another language, replaced knowingly, given up and taken back', async ({
  page,
  baseURL,
}) => {
  const call = await apiAs(baseURL, 'superadmin');
  const key = { template: 'exclusive-offer.html', program: 3 };
  await call('POST', 'template', { ...key, language: 'en', subject: '', text: '<p>Mine</p>' });
  await call('POST', 'template', { ...key, language: 'es', subject: 'Hola', text: '<p>Theirs</p>' });
  await holdToasts(page);
  await signIn(page, 'superadmin');
  await page.goto('/email/templates?program_id=3&template=exclusive-offer.html');
  await page.getByRole('button', { name: 'Copy to…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Copy template/ });
  await expect(dialog.getByText('This template exists already')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replace' }).press('Enter');
  await expect(page.getByRole('status').getByText('Template copied')).toBeVisible();
  const of = 'template=exclusive-offer.html&program=3&language=es';
  expect((await call('GET', `template?${of}`)).body).toMatchObject({ text: '<p>Mine</p>', subject: '' });
  expect((await call('GET', `template/versions?${of}`)).body.count).toBe(2);

  await page.getByRole('button', { name: 'Back to the inherited one' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete template' }).press('Enter');
  await expect(page.getByText('Using the built-in template')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('in English, own template.')).toBeVisible();
});

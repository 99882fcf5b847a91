import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';

const SENTENCE =
  'Users who have bought nothing in the last 60 days or live in Germany or Austria, but not those who are enrolled in ';

test('by keyboard: conditions in a group, any of them, and whom the rule excludes; Enter sends nothing', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const [chosen] = (await they('GET', 'email-rules/choices?of=class&program_id=1&name=a')).body.choices;
  const name = `Groups ${Date.now() % 100_000}`;
  await signIn(page, 'superadmin');
  await page.goto('/email/rules?add=1');
  const writes = writesOf(page);
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  const field = (label: string) => dialog.getByRole('combobox', { name: label });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await field('Template').click();
  await choose(page, 'milestone');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('We miss you');
  await dialog.getByRole('checkbox', { name: 'Active' }).uncheck();

  await dialog.getByRole('button', { name: 'Add condition' }).focus();
  await page.keyboard.press('Enter');
  await expect(field('Field of condition 1')).toBeFocused();
  await choose(page, 'bought');
  await page.keyboard.press('Tab');
  await choose(page, 'never');
  await expect(dialog.getByRole('textbox', { name: 'Value of condition 1' })).toHaveCount(0);
  await choose(page, 'not in');
  await page.keyboard.press('Tab');
  await page.keyboard.type('60');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Add condition' }));
  await page.keyboard.press('Enter');
  await choose(page, 'country');
  await page.keyboard.press('Tab');
  await choose(page, 'any of');
  await page.keyboard.press('Tab');
  await choose(page, 'germany');
  await choose(page, 'austria');
  await page.keyboard.press('Enter');
  const match = dialog.getByRole('radiogroup', { name: 'Match' });
  await match.getByRole('radio', { name: 'All conditions' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(match.getByRole('radio', { name: 'Any condition' })).toBeChecked();

  await tabTo(page, dialog.getByRole('button', { name: 'Exclude users' }));
  await page.keyboard.press('Enter');
  await expect(field('Field of condition 1 of exclusion 1')).toBeFocused();
  const tried = dialog.getByRole('button', { name: 'Test rule' });
  await expect(tried).toBeDisabled();
  await choose(page, 'enrolled in class');
  await page.keyboard.press('Tab');
  await choose(page, 'any of');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`#${chosen.id}`);
  // Before the answer: the first hit that comes is meant.
  await page.keyboard.press('Enter');
  const sentence = dialog.locator('[data-sentence]');
  await expect(sentence).toContainText(`${SENTENCE}${chosen.name}, in The Crafts Academy, once.`);
  expect(writes).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Show as SQL' })).toHaveCount(0);
  await tabTo(page, tried);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').getByText(/^[\d,]+ users match/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  const audience = {
    items: [
      { field_name: 'bought', condition: 'not_in_last_days', value: 60 },
      { field_name: 'country', condition: 'any_of', value: ['DE', 'AT'] },
    ],
    items_match: 'any',
    groups: [],
    groups_match: 'all',
    exclude: [
      { match: 'all', items: [{ field_name: 'enrolled_class', condition: 'any_of', value: [chosen.id] }] },
    ],
  };
  expect(writes.map(({ body }) => body)).toEqual([
    { ...audience, program_id: 1 },
    expect.objectContaining({ ...audience, name, active: false }),
  ]);

  const id = new URL(page.url()).searchParams.get('edit') ?? (await idOf(they, name));
  await page.goto(`/email/rules/${id}`);
  await expect(page.getByText(`${SENTENCE}${chosen.name}`)).toBeVisible();
  await page.goto(`/email/rules?edit=${id}`);
  const edit = page.getByRole('dialog', { name: `Edit rule: ${name}` });
  await edit.getByRole('button', { name: 'Add group' }).click();
  await edit.getByRole('combobox', { name: 'Field of condition 1 of group 2' }).click();
  await choose(page, 'amount spent');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit.getByText('Enter a number', { exact: true })).toBeVisible();
  // The list of the faulty field closes with its focus.
  await edit.getByRole('textbox', { name: 'Name', exact: true }).focus();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Remove condition 1 of group 2' }).click();
  await expect(edit.getByRole('button', { name: 'Add group' })).toBeFocused();
  await edit.getByRole('button', { name: 'Remove condition 1 of exclusion 1' }).click();
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toHaveCount(0);
  expect((await they('GET', `email-rule/${id}`)).body.rule).toMatchObject({ ...audience, exclude: [] });
});

async function idOf(they: Awaited<ReturnType<typeof apiAs>>, name: string): Promise<number> {
  const { rules } = (await they('GET', 'email-rules?sort_by=id&sort_dest=desc')).body;
  return rules.find((rule: { name: string }) => rule.name === name).id;
}

/** Types a part of the name and takes the first hit. */
async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await expect(page.locator('[data-combobox-selected]').first()).toBeVisible();
  await page.keyboard.press('Enter');
}

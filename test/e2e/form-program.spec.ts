import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './accessible.ts';
import { apiAs } from './api.ts';
import { signIn } from './session.ts';
import { writesOf } from './writes.ts';

const BRIGHTSIDE = 'Brightside Courses';
const CRAFTS = 'The Crafts Academy';
const GLOBAL = 'Global site';

/** Screens whose form takes a program: the button that opens it, and what it begins with while no program is chosen. */
const FORMS = [
  ['/banners', 'Add banner', CRAFTS],
  ['/landing-pages', 'Add page', CRAFTS],
  ['/email/rules', 'Add rule', CRAFTS],
  ['/coupons', 'Add coupon', CRAFTS],
  ['/users', 'Add user', CRAFTS],
  ['/events', 'Add event', GLOBAL],
  ['/giveaways/products', 'Add product', GLOBAL],
  ['/giveaways/categories', 'Add category', GLOBAL],
  ['/categories', 'Add category', GLOBAL],
] as const;

test('a new record begins in the program of its list; without one, in the one that the button names', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  for (const [path, add, otherwise] of FORMS) {
    for (const [search, program] of [
      ['?program_id=2', BRIGHTSIDE],
      ['', otherwise],
    ] as const) {
      await test.step(`${path}${search}`, async () => {
        await page.goto(`${path}${search}`);
        await page.getByRole('button', { name: add }).first().click();
        const dialog = page.getByRole('dialog', { name: add });
        if (path === '/users') await dialog.getByRole('tab', { name: /^Sites/ }).click();
        await expect(dialog.getByRole('combobox', { name: 'Program' })).toHaveValue(program);
        // What a rule's button says is its own.
        if (path === '/email/rules') return;
        const named = program === GLOBAL ? 'the global site' : program;
        await expect(dialog.getByRole('button', { name: new RegExp(`^Save.* ${named}$`) })).toBeVisible();
      });
    }
  }
});

test('both buttons of a form that publishes can be told apart, and fit a telephone', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  for (const [path, add] of [
    ['/banners', 'Add banner'],
    ['/landing-pages', 'Add page'],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${path}?program_id=2`);
    await page.getByRole('button', { name: add }).first().click();
    const dialog = page.getByRole('dialog', { name: add });
    await expect(dialog.getByRole('button', { name: 'Save as inactive' })).toBeInViewport();
    await expect(dialog.getByRole('button', { name: /^Save and publish on / })).toBeInViewport();
    await expectToFit(page, path);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${path}, ${colorScheme}`);
    }
  }
});

test('an inactive program stands last in filters, and takes nothing new', async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const name = `Aardvark ${crypto.randomUUID().slice(0, 8)}`;
  const of = (status: number) => ({
    program_data: { program_tag: name.toLowerCase().replace(' ', '-'), program_display_name: name, status },
  });
  const { id } = (await they('POST', 'program', of(1))).body.program;
  const product = { name: `Kept ${name}`, type: 'physical', program_id: id };
  expect((await they('POST', 'lilt-product', { data: product })).status).toBe(200);
  expect((await they('PATCH', `program/${id}`, of(0))).status).toBe(200);
  await signIn(page, 'superadmin');
  await page.goto(`/giveaways/products?program_id=${id}`);
  const filter = page.getByRole('combobox', { name: 'Program' });
  await expect(filter).toHaveValue(`${name} (inactive)`);
  await filter.click();
  // First by its name, last as it is off.
  await expect(page.getByRole('option').last()).toHaveText(/\(inactive\)$/);
  await page.keyboard.press('Escape');

  const dialog = await opened(page, 'Add product');
  const program = dialog.getByRole('combobox', { name: 'Program' });
  await expect(program).toHaveValue(GLOBAL);
  await program.click();
  await expect(page.getByRole('option', { name: BRIGHTSIDE })).toBeVisible();
  await expect(page.getByRole('option', { name })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // What has it already keeps it.
  await page.getByRole('button', { name: `Edit: ${product.name}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit product: ${product.name}` });
  await expect(edit.getByRole('combobox', { name: 'Program' })).toHaveValue(`${name} (inactive)`);
});

test('what is active goes live by a button that says so, or is saved as inactive by the one beside it', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const sent = writesOf(page);
  const lastActive = () => sent.filter(({ path }) => !path.endsWith('/preview')).at(-1)?.body;
  const title = `Unpublished ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/banners?program_id=2&sort_by=id&sort_dest=desc');
  const dialog = await opened(page, 'Add banner');
  // Refused, it can be published all the same.
  await dialog.getByRole('button', { name: 'Save as inactive' }).click();
  await expect(dialog.getByText('Enter a title')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Active' })).not.toBeChecked();
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await expect(dialog.getByRole('button', { name: `Save and publish on ${BRIGHTSIDE}` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save as inactive' }).click();
  await expect(dialog).toHaveCount(0);
  expect(lastActive()).toMatchObject({ title, active: false, program_id: 2 });

  const row = page.locator('tr[data-row]').filter({ hasText: title });
  await row.getByRole('button', { name: `Edit: ${title}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit banner: ${title}` });
  await expect(edit.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await edit.getByRole('checkbox', { name: 'Active' }).check();
  await edit.getByRole('button', { name: `Save and publish on ${BRIGHTSIDE}` }).click();
  await expect(edit).toHaveCount(0);
  await row.getByRole('button', { name: `Edit: ${title}` }).click();
  // It is there already.
  await expect(edit.getByRole('button', { name: 'Save', exact: true })).toBeVisible();

  const name = `Page ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/landing-pages?program_id=2');
  const form = await opened(page, 'Add page');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Path' }).fill(`/${name.replace(' ', '-')}`);
  await form.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'letter.html' }).click();
  await form.getByRole('button', { name: 'Save as inactive' }).click();
  await expect(form).toHaveCount(0);
  expect(lastActive()).toMatchObject({ name, active: false, program_id: 2 });
});

async function opened(page: Page, add: string) {
  await page.getByRole('button', { name: add }).first().click();
  return page.getByRole('dialog', { name: add });
}

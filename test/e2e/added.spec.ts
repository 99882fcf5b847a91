import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { apiAs } from './api.ts';
import { signIn } from './session.ts';
import { holdToasts } from './waiting/toasts.ts';

const unique = (name: string) => `${name}${crypto.randomUUID().slice(0, 8)}`;

/** What has to be typed for the least record of each noun. */
const NOUNS: readonly {
  path: string;
  add: string;
  said: string;
  fill: (page: Page, name: string) => Promise<void>;
}[] = [
  {
    path: '/coupons?program_id=2',
    add: 'Add coupon',
    said: 'Coupon added',
    fill: async (page, name) => {
      await field(page, 'Name').fill(name);
      await field(page, 'Stripe ID').fill('ADDED');
    },
  },
  {
    path: '/admins',
    add: 'Add user',
    said: 'Admin added',
    fill: async (page, name) => {
      await field(page, 'Email').fill(`${name}@example.com`);
      await page.getByRole('radio', { name: 'Set a password' }).check();
      await page.getByRole('dialog').locator('input[type="password"]').fill('a long enough password');
      await choose(page, 'Program', 'Brightside Courses');
      await choose(page, 'Permissions', 'Content');
      await page.keyboard.press('Tab');
    },
  },
  {
    path: '/landing-pages',
    add: 'Add page',
    said: 'Page added',
    fill: async (page, name) => {
      await field(page, 'Name').fill(name);
      await field(page, 'Path').fill(`/${name.toLowerCase()}`);
      await choose(page, 'Template', 'letter.html');
    },
  },
  {
    path: '/banners',
    add: 'Add banner',
    said: 'Banner added',
    fill: (page, name) => field(page, 'Title').fill(name),
  },
  {
    path: '/giveaways/products',
    add: 'Add product',
    said: 'Product added',
    fill: (page, name) => field(page, 'Name').fill(name),
  },
  {
    path: '/giveaways/categories',
    add: 'Add category',
    said: 'Category added',
    fill: (page, name) => field(page, 'Name').fill(name),
  },
  {
    path: '/categories?sort_by=category_name&sort_dest=desc',
    add: 'Add category',
    said: 'Category added',
    fill: (page, name) => field(page, 'Category name').fill(name),
  },
];

test('what was added is in sight and marked, and its toast opens it', async ({ page }) => {
  await holdToasts(page);
  await signIn(page, 'superadmin');
  for (const { path, add, said, fill } of NOUNS) {
    await test.step(path, async () => {
      const name = unique('middle');
      await page.goto(path);
      await page.getByRole('button', { name: add }).first().click();
      await fill(page, name);
      await page.getByRole('dialog').locator('button[type="submit"]').click();
      await expect(page.getByRole('status').getByText(said, { exact: true })).toBeVisible();
      const row = page.locator('tr[data-added]');
      await expect(row).toContainText(name);
      await expect(row.getByText('New', { exact: true })).toBeVisible();
      await expect(row).toBeInViewport();
      await expectAccessibleInBoth(page, path);
      await page.getByRole('link', { name: 'Open' }).click();
      await expect(page.getByRole('dialog')).toContainText(new RegExp(name, 'i'));
    });
  }
});

test('the list goes to the page of a new token in its order, and drops a filter that would hide it', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const make = (code: string) => they('POST', 'token', { token_data: { code, amount: 1 } });
  for (let made = 0; made < 60; made++) await make(unique(made % 2 === 0 ? 'AAA' : 'zzz'));
  await holdToasts(page);
  await signIn(page, 'superadmin');
  const add = async (code: string) => {
    await page.getByRole('button', { name: 'Add token' }).click();
    await field(page, 'Code').fill(code);
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^Amount/ })
      .fill('2');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('tr[data-added]')).toContainText(code);
    await expect(page.locator('tr[data-added]')).toBeInViewport();
    return new URL(page.url()).searchParams;
  };
  for (const dest of ['asc', 'desc']) {
    const order = `sort_by=code&sort_dest=${dest}`;
    await page.goto(`/tokens?${order}`);
    const code = unique(dest === 'asc' ? 'zzzz' : 'AAA-');
    const address = await add(code);
    expect(address.get('sort_dest') ?? 'asc').toBe(dest);
    const { tokens } = (await they('GET', `tokens?${order}&page=${address.get('page')}`)).body;
    expect(tokens.map((token: { code: string }) => token.code)).toContain(code);
    expect(Number(address.get('page'))).toBeGreaterThan(1);
    // Back leads to the page where it was added.
    await page.goBack();
    await expect(page.locator('tr[data-row]').first()).toBeVisible();
  }
  await page.goto('/tokens?code=zzz');
  const address = await add(unique('HIDDEN'));
  expect(address.get('code')).toBeNull();
  await expect(page.getByText('Filters cleared to show the new token')).toBeVisible();
});

async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${what}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

function field(page: Page, name: string) {
  return page.getByRole('dialog').getByRole('textbox', { name, exact: true });
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

import { expect, type Page, test } from '@playwright/test';
import { inDepth } from '../deep.ts';
import { expectAccessible } from './accessible.ts';
import { apiAs } from './api.ts';
import { takeAction } from './row-action.ts';
import { signIn } from './session.ts';
import { holdToasts } from './waiting/toasts.ts';

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;
const days = { start_at: '2030-01-01T00:00:00Z', end_at: '2030-02-01T00:00:00Z' };
const RULE = {
  subject: 'News',
  template: 'community-highlights.html',
  type: 'community_highlights',
  run_after: '2090-01-01T00:00:00Z',
  items: [{ field_name: 'user_type', condition: 'equals', value: 'S' }],
};

test.beforeEach(({ page }) => holdToasts(page));

/** Each list with archived records, and what makes a live one in Brightside. */
const NOUNS: readonly {
  path: string;
  word: string;
  make: readonly [path: string, body: (name: string) => object];
  edits: string;
  /** True where no undo starts it again. */
  paused?: true;
}[] = [
  {
    path: '/banners?sort_by=id&sort_dest=desc',
    word: 'Banner',
    make: ['lilt-banner/0', (title) => ({ title, program_id: 2 })],
    edits: 'Edit banner',
  },
  {
    path: '/landing-pages?sort_by=id&sort_dest=desc',
    word: 'Landing page',
    make: [
      'landing-page',
      (name) => ({
        name,
        path: `/${crypto.randomUUID()}`,
        template: 'letter.html',
        program_id: 2,
        active: true,
      }),
    ],
    edits: 'Edit page',
  },
  {
    path: '/giveaways/products?sort_by=id&sort_dest=desc',
    word: 'Product',
    make: ['lilt-product', (name) => ({ data: { name, type: 'physical', program_id: 2 } })],
    edits: 'Edit product',
  },
  {
    path: '/events?sort_by=id&sort_dest=desc',
    word: 'Event',
    make: ['lilt-event', (name) => ({ data: { name, type: 'regular', price: 1, program_id: 2, ...days } })],
    edits: 'Edit event',
  },
  {
    path: '/email/rules?sort_by=id&sort_dest=desc',
    word: 'Rule',
    make: ['email-rule', (name) => ({ name, ...RULE, program_id: 2 })],
    edits: 'Edit rule',
    paused: true,
  },
];

/** All are archived by the shared part. */
const TRIED = inDepth(
  NOUNS.filter(({ word }) => word === 'Banner'),
  NOUNS,
);

for (const { path, word, make, edits, paused } of TRIED) {
  test(`${word}: duplicated into its form, archived, undone, found and restored`, async ({
    page,
    baseURL,
  }) => {
    const they = await apiAs(baseURL, 'superadmin');
    const name = unique(word);
    const made = await they('POST', make[0], make[1](name));
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    await signIn(page, 'superadmin');
    await page.goto(path);
    const row = rowOf(page, name);
    await takeAction(row, 'Duplicate');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: /^(Name|Title)/ }).first();
    await expect(said(page, `${word} duplicated. The copy is inactive`)).toBeVisible();
    await expect(dialog).toContainText(edits);
    await expect(field).toHaveValue(`${name} (copy)`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('tr[data-added]')).toContainText(`${name} (copy)`);
    await expect(page.locator('tr[data-added]')).toBeInViewport();

    await takeAction(row, 'Archive');
    await expect(row).toHaveCount(0);
    const archived = said(page, new RegExp(`^${word} archived`));
    await expectAccessible(page);
    await archived.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await expect(row).toContainText(paused ? 'Paused' : /Live|On|Scheduled/);

    await takeAction(row, 'Archive');
    await expect(row).toHaveCount(0);
    // The focus stays on the screen, though its row has gone.
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await page.getByRole('checkbox', { name: 'Archived' }).check();
    await expect(row).toContainText('Archived');
    await expect(row.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
    await row.getByRole('button', { name: /^Restore/ }).click();
    await expect(row).toHaveCount(0);
    await expect(said(page, `${word} restored. It is inactive`)).toBeVisible();
    await page.getByRole('checkbox', { name: 'Archived' }).uncheck();
    await expect(row).toContainText(paused ? 'Paused' : /Off|Draft/);
  });
}

for (const { path, word, make, paused } of TRIED) {
  test(`${word}: two are ticked and archived by keys, and one Undo brings both back`, async ({
    page,
    baseURL,
  }) => {
    const they = await apiAs(baseURL, 'superadmin');
    const names = [unique(word), unique(word)];
    for (const name of names) expect((await they('POST', make[0], make[1](name))).status).toBe(200);
    const [first, second] = names.toReversed().map((name) => rowOf(page, name));
    if (!first || !second) throw new Error('two rows');
    await signIn(page, 'superadmin');
    await page.goto(path);
    await expect(first).toBeVisible();
    await page.keyboard.press('j');
    await expect(first).toBeFocused();
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    await expect(page.getByRole('status').filter({ hasText: /selected$/ })).toContainText('2 ');
    await page.getByRole('button', { name: 'Archive 2', exact: true }).press('Enter');
    await expect(first).toHaveCount(0);
    await expect(second).toHaveCount(0);
    const archived = said(page, /^2 .* archived/);
    await expectAccessible(page);
    await archived.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    for (const row of [first, second])
      await expect(row).toContainText(paused ? 'Paused' : /Live|On|Scheduled/);
  });
}

test('an undo that comes too late says who was first, and the row reads as it is', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const title = unique('Overtaken');
  const { id } = (await they('POST', 'lilt-banner/0', { title, program_id: 2 })).body.banner;
  await signIn(page, 'superadmin');
  await page.goto('/banners?sort_by=id&sort_dest=desc');
  await takeAction(rowOf(page, title), 'Archive');
  const toast = said(page, 'Banner archived');
  await expect(toast).toBeVisible();
  await they('POST', `lilt-banner/${id}/restore`, {});
  await toast.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('alert').getByText(/has changed this since you opened it/)).toBeVisible();
  await expect(rowOf(page, title)).toContainText('Off');
});

test('a star is taken back from its toast', { tag: '@deep' }, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  const name = unique('Starred');
  const data = { name, type: 'regular', price: 1, program_id: 2, ...days };
  const { id } = (await they('POST', 'lilt-event', { data })).body.event;
  await signIn(page, 'superadmin');
  await page.goto(`/events?program_id=2&name=%23${id}`);
  const star = rowOf(page, name).getByRole('button', { name: /^Featured/ });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await said(page, 'Success!').getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
});

/** The row of exactly this name: its copy is called by it as well. */
function rowOf(page: Page, name: string) {
  return page.locator('tr[data-row]').filter({ hasText: name }).filter({ hasNotText: '(copy)' });
}

function said(page: Page, text: string | RegExp) {
  return page.getByRole('status').locator('> *').filter({ hasText: text });
}

test('a product that events still give is archived once its events were named; Enter alone cancels', async ({
  page,
  baseURL,
}) => {
  const call = await apiAs(baseURL, 'superadmin');
  const [prize, event] = [unique('Mug'), unique('Draw')];
  const made = await call('POST', 'lilt-product', { data: { name: prize, type: 'physical', program_id: 2 } });
  const { id: product_id } = made.body.product as { id: number };
  const values = { name: event, type: 'regular', price: 1, program_id: 2, product_id, ...days };
  expect((await call('POST', 'lilt-event', { data: values })).status).toBe(200);
  await signIn(page, 'superadmin');
  await page.goto(`/giveaways/products?name=%23${product_id}`);
  const row = page.getByRole('row', { name: prize });
  await takeAction(row, 'Archive');
  const dialog = page.getByRole('dialog', { name: `Archive product: ${prize}` });
  await expect(dialog).toContainText(`It is the prize of “${event}”, which keeps it.`);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toBeVisible();
  await takeAction(row, 'Archive');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(said(page, /^Product archived/)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.locator('main :focus')).toHaveCount(1);
});

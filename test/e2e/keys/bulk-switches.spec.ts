/** Lists whose rows are switched many at once: by the keyboard, with one undo, or asked first where there is none. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { inDepth } from '../../deep.ts';
import { expectAccessible, expectToFit } from '../accessible.ts';
import { type ApiCall, apiAs } from '../api.ts';
import { tabTo } from '../keyboard.ts';
import { signIn } from '../session.ts';
import { holdToasts } from '../waiting/toasts.ts';
import { writesOf } from '../writes.ts';

const some = () => crypto.randomUUID().slice(0, 8);

/** Makes so many records whose names share a word, by which the list finds them; answers the ids. */
type Make = (they: ApiCall, word: string) => Promise<number[]>;

const each = async (names: readonly string[], make: (name: string) => Promise<number>) => {
  const ids = [];
  for (const name of names) ids.push(await make(name));
  return ids;
};
const threeOf = (word: string) => [`${word} one`, `${word} two`, `${word} three`];

/** Each list with switches: what is made, which button turns it, and where a record says how it stands. */
const SWITCHED: readonly {
  path: string;
  make: Make;
  verbs: readonly [off: string, on: string];
  done: readonly [off: string, on: string];
  stands: (they: ApiCall, id: number) => Promise<number>;
}[] = [
  {
    path: '/tokens?',
    make: (they, word) =>
      each(['1', '2', '3'], async (n) => {
        const made = await they('POST', 'token', { token_data: { code: `${word}${n}`, amount: 5 } });
        return made.body.token.id;
      }),
    verbs: ['Deactivate 3', 'Activate 3'],
    done: ['3 tokens deactivated', '3 tokens activated'],
    stands: async (they, id) => (await they('GET', `token/${id}`)).body.token.status,
  },
  {
    path: '/users?',
    make: (they, word) =>
      each(['1', '2', '3'], async (n) => {
        const user_data = {
          first_name: 'Bulk',
          last_name: word,
          email: `${word}${n}@example.org`,
          password: 'long-enough-1',
          site_program: 2,
          viewable: 1,
        };
        return (await they('POST', 'site-user', { user_data })).body.user.id;
      }),
    verbs: ['Hide on site 3', 'Show on site 3'],
    done: ['3 users hidden on their sites', '3 users shown on their sites'],
    stands: async (they, id) => (await they('GET', `site-user/${id}`)).body.user.viewable,
  },
  {
    path: '/categories?',
    make: (they, word) =>
      each(threeOf(word), async (category_name) => {
        const made = await they('POST', 'site-category', { data: { category_name, program_id: 2 } });
        return made.body.category.id;
      }),
    verbs: ['Deactivate 3', 'Activate 3'],
    done: ['3 categories deactivated', '3 categories activated'],
    stands: async (they, id) => (await they('GET', `site-category/${id}`)).body.category.status,
  },
  {
    path: '/giveaways/categories?program_id=2&',
    make: (they, word) =>
      each(threeOf(word), async (name) => {
        const { id } = (await they('POST', 'lilt-category', { data: { name, program_id: 2 } })).body.category;
        await they('PATCH', `lilt-category/${id}/featured`, { program_id: 2 });
        return id;
      }),
    verbs: ['Deactivate 3', 'Activate 3'],
    done: ['3 categories deactivated', '3 categories activated'],
    stands: async (they, id) => (await they('GET', `lilt-category/${id}`)).body.category.active,
  },
];

for (const { path, make, verbs, done, stands } of inDepth(SWITCHED.slice(0, 1), SWITCHED))
  test(`${path} ticks by J and X, one press for all of them, one undo`, async ({ page, baseURL }) => {
    const they = await apiAs(baseURL, 'superadmin');
    const word = `bulk${some()}`;
    const ids = await make(they, word);
    const all = () => Promise.all(ids.map((id) => stands(they, id)));
    await holdToasts(page);
    await signIn(page, 'superadmin');
    await page.goto(`${path}${path === '/tokens?' ? 'code' : 'name'}=${word}`);
    await tickByKeys(page, ids.length);
    await expect(page.getByRole('status').filter({ hasText: /^3 .* selected$/ })).toBeVisible();
    const off = page.getByRole('button', { name: verbs[0], exact: true });
    await expect(off).toBeVisible();
    await expect(page.getByRole('button', { name: verbs[1], exact: true })).toHaveCount(0);
    await expectAccessible(page);
    const writes = writesOf(page);
    await off.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const said = page.getByRole('status').filter({ hasText: done[0] });
    await expect(said).toBeVisible();
    expect(writes).toHaveLength(1);
    expect(await all()).toEqual([0, 0, 0]);
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await expect.poll(all).toEqual([1, 1, 1]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .locator('tbody')
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check();
    await expectToFit(page);
    await expectAccessible(page);
  });

test('one that another admin has saved since keeps all as they are, and is named', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const word = `bulk${some()}`;
  const ids = await SWITCHED[0]?.make(they, word);
  await signIn(page, 'superadmin');
  await page.goto(`/tokens?code=${word}`);
  await tickByKeys(page, 3);
  const other = await apiAs(baseURL, 'head.office' as never);
  await other('PATCH', `token/${ids?.[1]}`, { token_data: { amount: 7 } });
  await page.getByRole('button', { name: 'Deactivate 3', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: `#${ids?.[1]}: ` });
  await expect(alert).toContainText('head.office@example.com');
  // The rows are loaded again, and the ticks stand: the second press is of what is seen.
  await expect(page.locator('tbody')).toContainText('7.00');
  await page.getByRole('button', { name: 'Deactivate 3', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 tokens deactivated' })).toBeVisible();
});

test('ticks stand from page to page, and all that match are offered with their number', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/users');
  const ticks = page.locator('tbody').getByRole('checkbox', { name: /^Select / });
  await ticks.first().check();
  const first = (await page.locator('tr[data-row]').first().getAttribute('data-row')) ?? '';
  await page.getByRole('link', { name: 'Page 2', exact: true }).first().click();
  await expect(page).toHaveURL(/page=2/);
  // The rows of the page before stand until those of this one have come.
  await expect(page.locator('tr[data-row]').first()).not.toHaveAttribute('data-row', first);
  await ticks.nth(1).check();
  const bar = page.locator('[data-shown]').filter({ hasText: '2 users selected' });
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('button', { name: /^Select (all|the first 500 of) / })).toBeVisible();
});

/** Each list whose rows are removed many at once, which asks first. */
const REMOVED: readonly { path: string; make: Make; what: string }[] = [
  {
    path: '/coupons?name=',
    make: (they, word) =>
      each(threeOf(word), async (coupon_name) => {
        const data = { coupon_name, coupon_stripe_id: crypto.randomUUID(), program_id: 2 };
        return (await they('POST', 'coupon', { data })).body.coupon.id;
      }),
    what: '3 coupons',
  },
  {
    path: '/admins?',
    async make(they, word) {
      const add = async (name: string) => {
        const user_data = {
          email: `${name}@example.com`,
          password: 'long-enough-for-staff-1',
          program_id: 0,
          permissions: ['events'],
        };
        return (await they('POST', 'user', { user_data })).body.user.id;
      };
      // So that the three stand on one page.
      const { count } = (await they('GET', 'users')).body;
      for (let n = count; n % 10 > 7; n++) await add(`${word}-before-${n}`);
      return each([`${word}1`, `${word}2`, `${word}3`], add);
    },
    what: '3 admin users',
  },
];

for (const { path, make, what } of inDepth(REMOVED.slice(0, 1), REMOVED))
  test(`${path} removes ticked rows once they were named, with the focus on Cancel`, async ({
    page,
    baseURL,
  }) => {
    const they = await apiAs(baseURL, 'superadmin');
    const word = `bulk${some()}`;
    const ids = await make(they, word);
    await signIn(page, 'superadmin');
    // Admin users are found by no filter: the newest stand on the last page.
    await page.goto(path.endsWith('=') ? `${path}${word}` : `${path}page=${await lastPageOf(they)}`);
    for (const id of ids) {
      const row = page.locator(`tr[data-row="${id}"]`);
      await row.waitFor();
      await row.focus();
      await page.keyboard.press('x');
    }
    const remove = page.getByRole('button', { name: 'Remove 3…' });
    await remove.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Remove ${what}?` });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: `Remove ${what}` }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: `${what} removed` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    for (const id of ids) await expect(page.locator(`tr[data-row="${id}"]`)).toHaveCount(0);
  });

async function lastPageOf(they: ApiCall): Promise<number> {
  const { count } = (await they('GET', 'users')).body;
  return Math.ceil(count / 10);
}

async function tickByKeys(page: Page, count: number): Promise<void> {
  const rows: Locator = page.locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(count);
  for (let n = 0; n < count; n++) {
    await page.keyboard.press('j');
    await expect(rows.nth(n)).toBeFocused();
    await page.keyboard.press('x');
  }
}

import { expect, test } from '@playwright/test';
import { COLOR_SCHEMES_ALWAYS, inDepth } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { typeInABurst } from '../../../test/e2e/waiting/clock.ts';

test('Home says what waits and leads to the list of as many', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const main = page.getByRole('main');
  const work = main.getByRole('table', { name: 'Needs attention' });
  // Other tests draw meanwhile.
  await expect(async () => {
    await page.goto('/');
    const draws = work.getByRole('rowheader', { name: /giveaways to draw/ });
    const count = /[\d,]+/.exec(await draws.innerText())?.[0];
    await work.getByRole('link', { name: /giveaways to draw/ }).click();
    await expect(page).toHaveURL(/\/events\?undrawn=1$/);
    const told = page.getByText(/^[\d,]+ events$/).first();
    await told.waitFor();
    expect(await told.innerText()).toBe(`${count} events`);
  }).toPass();
  await page.goto('/');
  await work.getByRole('link', { name: /failed user imports?/ }).click();
  await expect(page).toHaveURL(/\/users\/imports\?failed=1$/);
  await expect(page.getByRole('rowheader', { name: 'autumn-students.csv' })).toBeVisible();
  await page.goto('/');
  const held = work.getByRole('rowheader', { name: /transactions? on hold/ });
  const badge = page.getByRole('navigation').getByRole('link', { name: /^Transactions on hold/ });
  // Other tests resolve charges meanwhile.
  await expect(async () => {
    const [there, here] = [await badge.innerText(), await held.innerText()];
    expect(/\d+/.exec(there)?.[0]).toBe(/\d+/.exec(here)?.[0] ?? 'a number');
  }).toPass();
});

test('the last days: each count of sales leads to as many transactions', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  const table = page.getByRole('table', { name: 'Last days' });
  await expect(table.getByRole('rowheader')).toHaveText(['Today', '7 days', '30 days']);
  await expect(table.getByRole('columnheader')).toHaveText(['Days', 'Sales', 'Refunds', 'New users']);
  // Other tests sell meanwhile.
  await expect(async () => {
    await page.goto('/');
    const month = table.getByRole('row', { name: /^30 days/ }).getByRole('link');
    const count = await month.innerText();
    await month.click();
    await expect(page).toHaveURL(/\/transactions\?dates=\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/);
    const told = page.getByText(/ of [\d,]+ transactions$/).first();
    await told.waitFor();
    expect(await told.innerText()).toContain(`of ${count} transactions`);
  }).toPass();
});

test('the cards lead to lists that say the same, where there is one', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  const cards = page.getByRole('region', { name: 'Counts' });
  await expect(cards.getByRole('link')).toHaveCount(3);
  await cards.getByRole('link', { name: /^[\d,]+ users$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Site users' })).toBeVisible();
  await page.goto('/');
  await cards.getByRole('link', { name: /^[\d,]+ instructors$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Instructor commission' })).toBeVisible();
  await page.goto('/');
  const classes = cards.getByRole('link', { name: /^[\d,]+ classes$/ });
  const said = await classes.getAttribute('aria-label');
  await classes.click();
  await expect(page.getByText(`in all: ${said}`).first()).toBeVisible();
});

test('on a phone the Dashboard fits, with each amount, its action and every figure', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'superadmin');
  await page.goto('/');
  const row = page.getByRole('row', { name: /refund requests?/ });
  // The way is for a finger: keys and readers have it at the name.
  await expect(row.locator('a[aria-hidden]')).toBeInViewport();
  await expect(row.locator('[inert]')).toContainText(/[A-Z]{3} [\d,.]+/);
  const month = page.getByRole('table', { name: 'Last days' }).getByRole('row', { name: /^30 days/ });
  const figures = month.locator('[inert]');
  await expect(figures).toContainText(/Sales [\d,]+/);
  await expect(figures).toContainText(/New users \d+/);
  for (const place of [figures, row.locator('[inert]')]) {
    const cut = await place.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
  }
  await expectToFit(page);
});

test('the search: screens at once, records by name one request a burst, Enter takes the first', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'superadmin');
  await page.goto('/');
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/wladmin/user-search') asked.push(url.searchParams.get('name') ?? '');
  });
  const field = page.getByRole('combobox', { name: 'Search or type #ID' });
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  const box = (await page.getByRole('dialog', { name: 'Search' }).boundingBox()) ?? {
    x: 0,
    width: 0,
  };
  const middle = (page.viewportSize()?.width ?? 0) / 2;
  expect(Math.abs(box.x + box.width / 2 - middle), 'in the middle').toBeLessThan(20);
  await typeInABurst(field, 'Ada Lovelace');
  // An instructor is found as a user, once.
  await expect(page.getByRole('option', { name: /Ada Lovelace.* User #1$/ })).toBeVisible();
  await expect(page.getByRole('status').getByText(/found$/)).toBeAttached();
  await expect(page.getByRole('option', { name: /Instructor #1/ })).toHaveCount(0);
  expect(asked).toEqual(['Ada Lovelace']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/1$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await field.fill('audit');
  await expect(page.getByRole('option', { name: /^Audit/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeFocused();

  // Enter before anything has come waits for the first.
  await page.keyboard.press('Control+k');
  await field.fill('superadmin@');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admins\?edit=1$/);

  // A source that stands higher and answers later is waited for: nothing comes above what Enter takes.
  const late = Promise.withResolvers<void>();
  await page.route('**/api/wladmin/user-search?*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto('/');
  await page.keyboard.press('Control+k');
  const instructors = page.waitForResponse(/instructors\?/);
  await field.fill('Ada Lovelace');
  await instructors;
  await page.keyboard.press('Enter');
  await expect(page.getByText('Searching…')).toBeVisible();
  late.resolve();
  await expect(page).toHaveURL(/\/users\/1$/);
});

/** A user who neither teaches nor is paid. */
async function payeeOfNothing(baseURL: string | undefined): Promise<number> {
  const call = await apiAs(baseURL, 'superadmin');
  const { users } = (await call('GET', 'site-users?sort_by=id&sort_dest=desc')).body as {
    users: { id: number }[];
  };
  for (const { id } of users) if ((await call('GET', `instructor/${id}`)).status === 404) return id;
  throw new Error('every user is paid');
}

test('the search begins with what was looked at last, and offers what is done to a record', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'superadmin');
  const field = page.getByRole('combobox', { name: 'Search or type #ID' });
  for (const address of ['/transactions/7', '/users/1', '/instructors/1?section=split', '/audit']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Search' })).toBeAttached();
  }
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent).toHaveText([
    /Ada Lovelace.*Instructor #1$/,
    /Ada Lovelace.*User #1/,
    /Transaction #7/,
  ]);
  await expect(recent.first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/instructors\/1$/);
  await page.goto('/audit');

  await page.keyboard.press('Control+k');
  await field.fill('ban');
  await expect(page.getByRole('option').first()).toHaveText(/^Store banners|^Add banner/);
  // One hit a person, and who teaches has a card of their commissions beside it; who does not has none.
  await field.fill('#1');
  const ofInstructor = page.getByRole('option', { name: /Instructor #1/ });
  await expect(ofInstructor).toHaveText([/Instructor #1: their commissions$/]);
  await field.fill(`#${await payeeOfNothing(baseURL)}`);
  await expect(page.getByRole('option', { name: / User #/ })).toBeVisible();
  await expect(page.getByRole('status').getByText(/found$/)).toBeAttached();
  await expect(page.getByRole('option', { name: /Instructor #/ })).toHaveCount(0);
  await field.fill('#7');
  await page.getByRole('option', { name: /^Refund transaction #7/ }).click();
  await expect(page).toHaveURL(/\/transactions\/7\?refund=7$/);
});

test('the search gives the focus back, however fast it is closed and opened again', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/users');
  const before = page.getByRole('textbox', { name: 'ID, name or email' });
  const field = page.getByRole('combobox', { name: 'Search or type #ID' });
  await before.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  // By events, as no two keys of a browser's driver come within the few milliseconds of a fade for certain.
  for (const pause of [0, 5, 20, 50]) {
    await page.evaluate(async (milliseconds) => {
      const press = (key: string, ctrlKey = false) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
        );
      press('Escape');
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      press('k', true);
    }, pause);
    await expect(field, `after ${pause} ms`).toBeFocused();
    await page.keyboard.type('x');
    await expect(field).toHaveValue(/x$/);
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(before, `after ${pause} ms`).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
  }
});

test('Esc gives the focus back to what had it, the first time as well', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/users');
  const filter = page.getByRole('textbox', { name: 'ID, name or email' });
  await filter.focus();
  for (const time of ['first', 'second']) {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or type #ID' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(filter, time).toBeFocused();
  }
  // The menu and the search call the first screen by its own name.
  await expect(page.getByRole('list', { name: 'Dashboard' })).toBeAttached();
});

test('what is typed after Ctrl+K is the search’s, also while it is still being loaded', {
  tag: '@deep',
}, async ({ page }) => {
  let delayed = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/screen-search-*.js', async (route) => {
    delayed += 1;
    await held.promise;
    await route.continue();
  });
  await signIn(page, 'superadmin');
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('auditx');
  await page.keyboard.press('Backspace');
  await expect.poll(() => delayed).toBe(1);
  held.resolve();
  const field = page.getByRole('combobox', { name: 'Search or type #ID' });
  await expect(field).toHaveValue('audit');
  await page.keyboard.type('!');
  await expect(field).toHaveValue('audit!');
  expect(delayed).toBe(1);

  await page.reload();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('calendar');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/calendar/);
});

test('the search offers actions to whoever may, and says what could not be searched', {
  tag: '@deep',
}, async ({ page, browser, baseURL }) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await page.route('**/api/wladmin/lilt-events?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'x' } }),
  );
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or type #ID' });
  await field.fill('add');
  await expect(page.getByRole('option', { name: /^Add (event|user)/ })).toHaveCount(2);
  const failed = page.getByRole('alert').filter({ hasText: 'Events could not be searched' });
  await expect(failed).toBeVisible();
  await page.unroute('**/api/wladmin/lilt-events?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(failed).toHaveCount(0);
  await field.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);

  const below = await browser.newPage({ baseURL });
  await signIn(below, 'admin');
  await below.goto('/');
  await below.keyboard.press('Control+k');
  await below.getByRole('combobox', { name: 'Search or type #ID' }).fill('add admin user');
  await expect(below.getByRole('status').getByText('No results')).toBeVisible();
  await below.close();
});

test('the keyboard reaches the screen past the menu', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/admins');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the screen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('an address that leads nowhere says so', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/no/such/screen');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES_ALWAYS) {
  for (const width of inDepth([1440], [390, 1440])) {
    test(`every screen is free of axe violations and fits: ${colorScheme}, ${width} pixels`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({ baseURL, colorScheme, viewport: { width, height: 850 } });
      const page = await context.newPage();
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'sign-in');
      await signIn(page, 'superadmin');
      for (const path of ['/', '/admins', '/admins?add=1', '/audit']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
        if (path === '/') await page.getByRole('button', { name: 'Show numbers: Sign-ups by week' }).click();
        await expectAccessible(page, path);
        await expectToFit(page, path);
      }
      await context.close();
    });
  }
}

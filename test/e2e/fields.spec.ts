import { expect, type Locator, test } from '@playwright/test';
import { COLOR_SCHEMES_ALWAYS } from '../deep.ts';
import { expectAccessible } from './accessible.ts';
import { apiAs } from './api.ts';
import { signIn } from './session.ts';
import { stopClock } from './waiting/clock.ts';
import { holdToasts } from './waiting/toasts.ts';
import { writesOf } from './writes.ts';

test('a choice: typing replaces what is there, Enter takes the first match, an error stays in sight', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'superadmin');
  await page.goto('/events');
  const program = page.getByRole('combobox', { name: 'Program' });
  await expect(program).toHaveValue('All programs');
  await program.click();
  await page.keyboard.type('night');
  await expect(program).toHaveValue('night');
  await expect(page.getByRole('option', { name: 'London Night School' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(program).toHaveValue('London Night School');
  await page.keyboard.type('bright');
  await expect(page.getByRole('option', { name: 'Brightside Courses' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(program).toHaveValue('Brightside Courses');
  await expect(page).toHaveURL(/program_id=2/);
  // Filled at one stroke, the list opens and narrows at once: what is marked is what Enter takes, all the same.
  await program.fill('london');
  await expect(page.getByRole('option', { name: 'London Night School' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  );
  // A late timer must not move the mark.
  await page.clock.runFor(1_000);
  await page.keyboard.press('Enter');
  await expect(program).toHaveValue('London Night School');

  await page.goto('/admins?add=1');
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.locator('[type="submit"]').click();
  const error = dialog.locator('p', { hasText: 'Choose a program' });
  await dialog.getByRole('combobox', { name: 'Program' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(
    await error.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  ).toBe(true);
});

test('a filter is cleared by Esc, and its × is no stop for Tab', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/events?name=potter');
  const filter = page.getByRole('textbox', { name: 'Event name or ID' });
  await filter.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Needs drawing' })).toBeFocused();
  await filter.press('Escape');
  await expect(filter).toHaveValue('');
  await expect(page).toHaveURL(/\/events$/);
});

test('a filter that was typed just before a dialog opened waits behind it, and asks nothing of it', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'superadmin');
  await page.goto('/giveaways/categories');
  const add = page.getByRole('button', { name: 'Add category' });
  const name = page.getByRole('dialog', { name: 'Add category' }).getByRole('textbox', { name: 'Name' });
  // Once before, so that the dialog's code is there while the clock stands.
  await add.click();
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await stopClock(page);
  await page.getByRole('textbox', { name: 'Category name' }).fill('a');
  await add.click();
  // Less than the half second after which the filter asks.
  await page.clock.runFor(300);
  await expect(name).toBeFocused();
  await name.fill('Half typed');
  await page.clock.runFor(1_000);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(name).toHaveValue('Half typed');
  await expect(page).not.toHaveURL(/name=a/);
  await page.clock.resume();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/name=a/);
});

test('a number: -5 is the same typed and pasted, and the field says where it was bounded', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/events?add=1');
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Available' });
  const said = page.getByRole('dialog').getByRole('status');
  await field.fill('-5');
  await expect(field).toHaveValue('0');
  await expect(said.filter({ hasText: 'At least 0' })).toBeVisible();
  await field.fill('');
  await field.pressSequentially('-5');
  await expect(field).toHaveValue('0');
  await field.fill('99999999999');
  await expect(field).toHaveValue('10000000');
  await expect(said.filter({ hasText: 'At most 10,000,000' })).toBeVisible();
  await field.fill('7');
  await expect(said.filter({ hasText: 'At' })).toHaveCount(0);
});

test('a number: a slip of the keys takes no place away, and a sign alone is an error once Enter saves', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  const writes = writesOf(page);
  const place = page.getByRole('dialog').getByRole('textbox', { name: /^Place in/ });
  const opened = async () => {
    await page.goto('/categories?program_id=2&order=1');
    await expect(place).toBeFocused();
  };
  await opened();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await opened();
  await expect(place).toHaveValue('7');
  await page.keyboard.type('x');
  await expect(place).toHaveValue('7');
  await place.selectText();
  await page.keyboard.type('-');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a number, or clear the field')).toBeVisible();
  await expect(place).toHaveValue('-');
  expect(writes.map(({ body }) => body)).toEqual([{ program_id: 2, display_order: 7 }]);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(writes.at(-1)?.body).toEqual({ program_id: 2, display_order: null });
});

test('the toast of a new event opens it, and the filter that would hide it is cleared', {
  tag: '@deep',
}, async ({ page }) => {
  await holdToasts(page);
  await signIn(page, 'superadmin');
  await page.goto('/events?name=potter');
  await page.getByRole('button', { name: 'Add event' }).click();
  const name = `Found by its toast ${Date.now()}`;
  const dialog = page.getByRole('dialog', { name: 'Add event' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('radio', { name: /^Regular/ }).check();
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('1');
  await dialog.getByLabel('Start *').fill('2027-03-01T10:00');
  await dialog.getByLabel('End *').fill('2027-03-02T10:00');
  await dialog.getByRole('button', { name: 'Save for the global site' }).click();
  await expect(page.getByRole('status').getByText('Saved successful', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Open' }).click();
  const opened = page.getByRole('dialog', { name: /^Edit event/ });
  await expect(opened.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await expect(page).not.toHaveURL(/name=potter/);
});

for (const colorScheme of COLOR_SCHEMES_ALWAYS) {
  test(`a locked field and what is held can be read, ${colorScheme}`, { tag: '@deep' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'programadmin');
    await page.goto('/commissions/held');
    await expect(page.getByText('Your account is limited to this program')).toBeVisible();
    const explain = page.getByRole('button', { name: /^Explain transaction/ }).first();
    await explain.click();
    await expect(page.getByText('On hold: not included in payouts')).toBeVisible();
    await expectAccessible(page);
    const locked = page.getByRole('textbox', { name: 'Program' });
    await page.keyboard.press('Escape');
    expect(await contrastOf(locked)).toBeGreaterThan(4.5);
  });
}

test('a fixed choice has the ground of what is only read, not of a field', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { body } = await they('GET', 'lilt-events?undrawn=1');
  const sold = body.events.find(
    (event: { product: object | null; tickets: number }) => event.product && event.tickets,
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'superadmin');
  await page.goto(`/events?edit=${sold.id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  const fixed = dialog.getByRole('combobox', { name: 'Product' });
  await expect(fixed).toHaveAttribute('readonly');
  const ground = await dialog
    .getByRole('textbox', { name: 'Ticket price' })
    .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(fixed).toHaveCSS('background-color', ground);
});

/** axe leaves disabled fields out. */
function contrastOf(field: Locator): Promise<number> {
  return field.evaluate((element) => {
    const luminance = (color: string) => {
      const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0);
    };
    const { color, opacity } = getComputedStyle(element);
    // In a chip the field itself has no ground.
    let ground: Element | null = element;
    while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
      ground = ground.parentElement;
    const { backgroundColor } = getComputedStyle(ground ?? document.body);
    const [one = 0, two = 0] = [color, backgroundColor].map(luminance).toSorted((a, b) => b - a);
    return opacity === '1' ? (one + 0.05) / (two + 0.05) : 1;
  });
}

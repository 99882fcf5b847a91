import { expect, type Page, type Route, test } from '@playwright/test';
import { SCREENS } from '../../web/screens.ts';
import { COLOR_SCHEMES_ALWAYS, inDepth } from '../deep.ts';
import { expectAccessible, expectToFit } from './accessible.ts';
import { moreOf } from './row-action.ts';
import { signIn } from './session.ts';

/** Every list there is, as its screen declares it. */
const LISTS = SCREENS.flatMap(({ lists = [] }) => lists);
const WIDTHS = [1440, 1024, 768, 390];

/** Grouped cards, and the table with the most columns; all of them in depth. */
const WIDEST = ['/commissions/instructors', '/transactions?program_id=2'];

for (const path of inDepth(WIDEST, LISTS)) {
  test(`${path} fits at every width, and nothing in it scrolls by itself`, async ({ page }) => {
    await signIn(page, 'superadmin');
    await page.goto(path);
    await expectLoaded(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => sideways(page), `${path} at ${width}`).toEqual([]);
      expect(await innerScrollers(page), `${path} at ${width}`).toEqual([]);
    }
  });
}

/** A short one, as axe looks at every cell; the others are looked at by the tests of their screens too. */
const TICKETS = '/events?program_id=2&name=tickets';
const SHORT = inDepth([TICKETS], [TICKETS, '/commissions/held', '/admins', '/calendar?view=list']);

for (const path of SHORT)
  for (const colorScheme of COLOR_SCHEMES_ALWAYS) {
    test(`nothing for axe to find in ${path}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await signIn(page, 'superadmin');
      await page.goto(path);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectLoaded(page);
        await expectAccessible(page);
      }
    });
  }

test('what gives way stays in its column for a screen reader, and opens with the row', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await signIn(page, 'superadmin');
  await page.goto('/events?program_id=2&name=potter');
  await expectLoaded(page);
  await expect(page.getByRole('columnheader', { name: 'Processed' })).toHaveCount(1);
  await expect(page.getByRole('cell', { name: 'No', exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Columns \(\d+ hidden\)$/ })).toBeVisible();
  const edit = page.getByRole('button', { name: /^Edit: Live/ });
  const more = moreOf(page);
  await expect(edit).toBeInViewport();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details.getByText('Processed')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(details).toHaveCount(0);
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
  await page.getByRole('menuitem', { name: 'Translations' }).press('Enter');
  await expect(page.getByRole('dialog', { name: /^Translations: Live/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(more).toBeFocused();
});

test('on a phone a row is a card of two lines, still a row of a table, that a tap opens', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'superadmin');
  await page.goto('/events?program_id=2&name=potter');
  await expectLoaded(page);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /potter/ }) });
  expect((await row.boundingBox())?.height).toBeLessThan(66);
  await expect(page.getByRole('option', { name: 'Tickets, descending' })).toHaveCount(1);
  await row.getByRole('rowheader').click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details.getByText('Ticket price')).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: /^Translations: Live/ }).click();
  await expect(page.getByRole('dialog', { name: /^Translations: Live/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toBeFocused();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: '↓ Tickets' });
  await expect(page).toHaveURL(/sort_by=tickets&sort_dest=desc/);
});

test('on a phone what stands beside the name says what it is by itself, and ends at one line', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'superadmin');
  const ends = page.locator('tr[data-row] > [data-place="end"]');
  for (const [path, says] of [
    ['/giveaways/purchases', /^(To fulfill|Not ready|Fulfilled)$/],
    ['/payouts', /^(owes )?[A-Z]{3} −?[\d,.]+$/],
    ['/unmatched-payments?state=all', /^[A-Z]{3} [\d,.]+$/],
  ] as const) {
    await page.goto(path);
    await expectLoaded(page);
    expect(await ends.count(), path).toBeGreaterThan(10);
    for (const text of await ends.allInnerTexts()) expect(text, path).toMatch(says);
    const edges = await ends.evaluateAll((cells) =>
      cells.map((cell) => Math.round(cell.getBoundingClientRect().right)),
    );
    expect(new Set(edges).size, path).toBe(1);
  }
});

test('a chip says its words whole beside a figure', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'superadmin');
  await page.goto('/payouts');
  await expectLoaded(page);
  const chips = page.locator('tr[data-row] [class*="Badge-label"]');
  await expect(chips.first()).toBeVisible();
  const cut = await chips.evaluateAll((labels) =>
    labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
  );
  expect(cut).toEqual([]);
});

test('on a phone every order is read whole beside a long count', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'superadmin');
  for (const path of ['/classes', '/transactions', '/payouts', '/programs', '/membership-payouts']) {
    await page.goto(path);
    await expectLoaded(page);
    const order = page.getByRole('combobox', { name: 'Sort by' });
    await expect(order).toHaveValue(/ (asc|desc)$/);
    const cut = await order.evaluate((field: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('no canvas');
      context.font = font;
      const chosen = field.value;
      const roomOf = ({ value, label }: HTMLOptionElement) => {
        field.value = value;
        const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        return room - context.measureText(label).width;
      };
      const orders = [...field.options].filter((option) => roomOf(option) < 0).map(({ label }) => label);
      field.value = chosen;
      return orders;
    });
    expect(cut, path).toEqual([]);
    await expectToFit(page, path);
  }
});

test('the order that nobody chose shows its arrow, one that failed none; figures stand under the end of their heads', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'superadmin');
  for (const [path, name, order] of [
    ['/events', 'ID', 'descending'],
    ['/giveaways/categories', 'ID', 'ascending'],
    ['/audit', 'When', 'descending'],
  ] as const) {
    await page.goto(path);
    await expectLoaded(page);
    const head = page.getByRole('columnheader', { name, exact: true });
    await expect(head).toHaveAttribute('aria-sort', order);
    await expect(head.getByText(order === 'ascending' ? '↑' : '↓')).toHaveCSS('opacity', '1');
  }
  await page.goto('/events');
  await expectLoaded(page);
  const ends = await page.evaluate(() => {
    const endOf = (cell: Element | undefined) => {
      const range = document.createRange();
      range.selectNodeContents(cell?.querySelector('button > span') ?? cell ?? document.body);
      return Math.round(range.getBoundingClientRect().right);
    };
    const [head] = [...document.querySelectorAll('thead tr')];
    const row = document.querySelector('tr[data-row]');
    return [...(head?.children ?? [])].flatMap((cell, at) =>
      cell.matches('[data-numeric]:has(button)') ? [endOf(cell) - endOf(row?.children[at])] : [],
    );
  });
  expect(ends).toEqual(ends.map(() => 0));
  expect(ends.length).toBeGreaterThan(4);

  // An order that could not be had has no arrow over rows in another; asked for again, it is tried again.
  const failing = (route: Route) => route.fulfill({ status: 503, json: { message: 'Busy', code: 'X' } });
  await page.route('**/api/wladmin/lilt-events?*sort_by=*', failing);
  const title = page.getByRole('columnheader', { name: 'Name', exact: true });
  await title.getByRole('button').click();
  const failed = page.getByRole('alert', { name: 'Could not load this' });
  await expect(failed).toContainText('The data below was loaded earlier.');
  await expect(title).not.toHaveAttribute('aria-sort');
  await expect(page.getByRole('columnheader', { name: 'ID', exact: true })).toHaveAttribute('aria-sort');
  await page.unroute('**/api/wladmin/lilt-events?*sort_by=*', failing);
  await title.getByRole('button').click();
  await expect(title).toHaveAttribute('aria-sort', 'ascending');
  await expect(failed).toHaveCount(0);
});

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('tr[data-row], li[data-row], article, [data-editor] li').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** What is wider than what holds it: the page, a box that scrolls, a table that sticks out. */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('html, main, main *')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        const holds = element.matches('html, main, [data-fit]') || /auto|scroll/.test(overflowX);
        const box = element.matches('[data-fit]') ? element.parentElement : element;
        return holds && box !== null && element.scrollWidth > box.clientWidth + 1;
      })
      .map((element) => `${element.tagName} ${element.className}`),
  );
}

function innerScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => {
        const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
        return scrolls && element.querySelector('table') && element.scrollHeight > element.clientHeight + 1;
      })
      .map((element) => `${element.tagName} ${element.className}`),
  );
}

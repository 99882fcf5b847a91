import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import type { Event } from '../../contract.ts';

// Five hours behind UTC: an event of the evening is on the next day in UTC.
test.use({ timezoneId: 'America/New_York' });

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-20T15:00:00Z'));
});

test('by mouse: days of the own zone, what spans, what is more, today, the months and the views', {
  tag: '@deep',
}, async ({ page }) => {
  const asked = await answerWith(page, [
    event(1, 'Evening', '2026-11-13T02:00:00Z', '2026-11-13T04:00:00Z'),
    event(2, 'Long', '2026-11-05T12:00:00Z', '2026-11-17T05:00:00Z', { n: 'ended' }),
    ...[3, 4, 5, 6].map((id) => event(id, `Same ${id}`, '2026-11-18T14:00:00Z', '2026-11-18T15:00:00Z')),
  ]);
  await signIn(page, 'superadmin');
  await page.goto('/calendar');
  await expect(page.getByText('your time zone, America/New_York')).toBeVisible();
  // Every day of UTC that the six weeks of the grid touch.
  await expect.poll(() => asked[0]?.get('dates')).toBe('2026-10-26,2026-12-07');
  await expect(page.locator('[aria-current="date"]')).toContainText('20');
  await expect(dayOf(page, '2026-11-12').getByRole('link', { name: /Evening/ })).toBeVisible();
  await expect(dayOf(page, '2026-11-12')).toContainText('Thursday, November 12, 2026, 2 events');

  // Over at midnight: the last day of the long one is the 16th, and it has a piece in each of its weeks.
  const long = page.getByRole('grid').getByRole('link', { name: /^Long/ });
  await expect(long).toHaveCount(3);
  await expect(dayOf(page, '2026-11-16')).toContainText('1 event');
  await expect(dayOf(page, '2026-11-17')).toContainText('no events');
  const [week, wide] = [await dayOf(page, '2026-11-09').boundingBox(), await long.nth(1).boundingBox()];
  expect(wide?.width).toBeGreaterThan((week?.width ?? 0) * 6.9);

  await expect(dayOf(page, '2026-11-18').getByRole('link')).toHaveCount(3);
  await dayOf(page, '2026-11-18').getByText('+1 more').click();
  const dialog = page.getByRole('dialog', { name: 'Wednesday, November 18, 2026' });
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await expect(page).toHaveURL(/day=2026-11-18/);
  await page.reload();
  await expect(dialog.getByRole('link', { name: 'Same 6' })).toHaveAttribute('href', '/events/6');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page.getByRole('heading', { name: 'December 2026' })).toBeVisible();
  await expect(page).toHaveURL(/month=2026-12/);
  await page.getByText('List', { exact: true }).click();
  await expect(page.getByText('No events in December 2026')).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([
    'Evening',
    'Long',
    'Same 3',
    'Same 4',
    'Same 5',
    'Same 6',
  ]);
  await page.goBack();
  await expect(page).toHaveURL(/month=2026-12&view=list/);
});

test('an event that is sold out has a bar and a place in the legend', { tag: '@deep' }, async ({ page }) => {
  await answerWith(page, [
    event(1, 'Full', '2026-11-18T14:00:00Z', '2026-11-18T15:00:00Z', { n: 'sold_out' }),
  ]);
  await signIn(page, 'superadmin');
  await page.goto('/calendar');
  const legend = page.getByRole('list', { name: 'Colours' });
  await expect(legend.getByRole('listitem')).toHaveText(['Draft', 'Scheduled', 'Live', 'Sold out', 'Ended']);
  const bar = dayOf(page, '2026-11-18').getByRole('link', { name: /Full/ });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const place of [bar, legend.getByRole('listitem').nth(3).locator('[data-status]')]) {
      const colour = await place.evaluate((one) => getComputedStyle(one).backgroundColor);
      expect(colour, colorScheme).toMatch(/^rgb\(/);
    }
    await expectAccessible(page, colorScheme);
  }
});

test('by keyboard: days, weeks, months and years, the day and back', async ({ page }) => {
  await answerWith(page, [event(1, 'Found by keys', '2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z')]);
  await signIn(page, 'superadmin');
  await page.goto('/calendar');
  const grid = page.getByRole('grid', { name: 'November 2026' });
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: 'Month' }).focus();
  await page.keyboard.press('Tab');
  await expect(dayOf(page, '2026-11-20')).toBeFocused();

  for (const [keys, goal] of [
    ['ArrowRight', '2026-11-21'],
    ['ArrowUp', '2026-11-14'],
    ['ArrowLeft', '2026-11-13'],
    ['ArrowDown', '2026-11-20'],
    ['Home', '2026-11-16'],
    ['End', '2026-11-22'],
    ['PageUp', '2026-10-22'],
    ['Shift+PageUp', '2025-10-22'],
    ['Shift+PageDown', '2026-10-22'],
    ['PageDown', '2026-11-22'],
    ['ArrowDown', '2026-11-29'],
    ['ArrowDown', '2026-12-06'],
    ['ArrowUp', '2026-11-29'],
    ['ArrowRight', '2026-11-30'],
    ['ArrowRight', '2026-12-01'],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(dayOf(page, goal), keys).toBeFocused();
  }
  await expect(page.getByRole('heading', { name: 'December 2026' })).toBeVisible();

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tuesday, December 1, 2026' });
  await expect(dialog.getByRole('link', { name: 'Found by keys' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dayOf(page, '2026-12-01')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('No events on this day.');
});

test('what begins or ends in a week stands above what only runs through it', { tag: '@deep' }, async ({
  page,
}) => {
  const through = [1, 2, 3, 4].map((id) =>
    event(id, `All month ${id}`, '2026-10-20T10:00:00Z', '2026-12-20T10:00:00Z'),
  );
  await answerWith(page, [
    ...through,
    event(5, 'Begins', '2026-11-11T14:00:00Z', '2026-11-25T14:00:00Z'),
    event(6, 'Ends', '2026-11-02T14:00:00Z', '2026-11-12T14:00:00Z'),
  ]);
  await signIn(page, 'superadmin');
  await page.goto('/calendar');
  await expect(dayOf(page, '2026-11-11').getByRole('link', { name: /^Begins/ })).toBeVisible();
  await expect(dayOf(page, '2026-11-09').getByRole('link', { name: /^Ends/ })).toBeVisible();
  await expect(dayOf(page, '2026-11-09')).toContainText('+3 more');
  await expect(dayOf(page, '2026-11-11')).toContainText('+3 more');
});

test('a month of more events than a page holds is whole', { tag: '@deep' }, async ({ page }) => {
  const events = Array.from({ length: 120 }, (_event, index) =>
    event(index + 1, `No. ${index + 1}`, '2026-11-10T14:00:00Z', '2026-11-10T15:00:00Z'),
  );
  const asked = await answerWith(page, events);
  await signIn(page, 'superadmin');
  await page.goto('/calendar');
  await expect(dayOf(page, '2026-11-10')).toContainText('+117 more');
  expect(asked.map((query) => query.get('page')).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    '1',
    '2',
    '3',
  ]);
  await page.goto('/calendar?view=list&page=3');
  await expect(page.getByRole('rowheader')).toHaveCount(20);
});

test('it says that it loads, and what went wrong', { tag: '@deep' }, async ({ page }) => {
  let broken = true;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/wladmin/lilt-events?*', async (route) => {
    await held.promise;
    await route.fulfill(
      broken
        ? { status: 500, json: { message: 'Broken', code: 'X', request_id: 'req-1' } }
        : { json: { events: [], count: 0 } },
    );
  });
  await signIn(page, 'superadmin');
  await page.goto('/calendar');
  await expect(page.getByRole('status', { name: 'Loading events' })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
  held.resolve();
  await expect(page.getByRole('alert').getByText('Request req-1')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('status', { name: 'Loading events' })).toHaveCount(0);
});

test('a month that fails keeps its days, the focus, and the way back', { tag: '@deep' }, async ({ page }) => {
  let fails = false;
  await page.route('**/api/wladmin/lilt-events?*', (route) =>
    fails
      ? route.fulfill({ status: 500, json: { message: 'It is away', code: 'X' } })
      : route.fulfill({
          json: {
            events: [event(1, 'Known', '2026-11-10T14:00:00Z', '2026-11-10T15:00:00Z')],
            count: 1,
          },
        }),
  );
  await signIn(page, 'superadmin');
  await page.goto('/calendar');
  await expect(dayOf(page, '2026-11-10')).toContainText('Known');
  fails = true;
  await dayOf(page, '2026-11-20').focus();
  await page.keyboard.press('PageDown');
  const alert = page.getByRole('alert').filter({ hasText: 'It is away' });
  await expect(alert).toBeVisible();
  await expect(dayOf(page, '2026-12-20')).toBeFocused();
  await expect(dayOf(page, '2026-12-20')).not.toContainText('no events');
  await page.keyboard.press('PageUp');
  await expect(dayOf(page, '2026-11-20')).toBeFocused();
  await expect(dayOf(page, '2026-11-10')).toContainText('Known');
  await expect(alert).toHaveCount(0);
  // What failed is asked for again on the way back, and fails again: only then does the next one succeed.
  const again = page.waitForResponse('**/api/wladmin/lilt-events?*');
  await page.goBack();
  await expect(page).toHaveURL(/month=2026-12/);
  await again;
  await expect(alert).toBeVisible();
  fails = false;
  await alert.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(alert).toHaveCount(0);
  await expect(dayOf(page, '2026-12-20')).toContainText('no events');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('a bound admin: the program is locked, and what another program lent leads nowhere', {
  tag: '@deep',
}, async ({ page }) => {
  await answerWith(page, [
    event(1, 'Own', '2026-11-10T14:00:00Z', '2026-11-10T15:00:00Z', { program_id: 2 }),
    event(2, 'Lent', '2026-11-10T14:00:00Z', '2026-11-10T15:00:00Z', { program_id: 3 }),
  ]);
  await signIn(page, 'admin');
  await page.goto('/calendar?day=2026-11-10');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('link')).toHaveText(['Own']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Program', exact: true })).toBeDisabled();
  await expect(page.getByText('Your account is limited to this program')).toBeVisible();
});

for (const colorScheme of COLOR_SCHEMES) {
  for (const width of [1440, 390]) {
    test(`nothing for axe to find, ${colorScheme}, ${width}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await answerWith(
        page,
        (['draft', 'scheduled', 'live', 'ended'] as const).map((n, index) =>
          event(index + 1, `An event that is ${n}`, '2026-11-10T14:00:00Z', '2026-11-12T15:00:00Z', { n }),
        ),
      );
      await signIn(page, 'superadmin');
      await page.goto('/calendar');
      await expect(dayOf(page, '2026-11-10')).toContainText('4 events');
      await expectAccessible(page);
      await dayOf(page, '2026-11-10').getByText('+1').click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(4);
      await expectAccessible(page);
      await page.goto('/calendar?view=list');
      await expect(page.getByRole('rowheader')).toHaveCount(4);
      await expectAccessible(page);
    });
  }
}

function dayOf(page: Page, day: string): Locator {
  return page.locator(`[data-day="${day}"]`);
}

/** Answers the list of events as the server does, a page at a time; what was asked for is kept. */
async function answerWith(page: Page, events: readonly Event[]): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  await page.route('**/api/wladmin/lilt-events?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query);
    const from = (Number(query.get('page') ?? 1) - 1) * 50;
    await route.fulfill({ json: { events: events.slice(from, from + 50), count: events.length } });
  });
  return asked;
}

function event(
  id: number,
  name: string,
  start_at: string,
  end_at: string,
  values: Partial<Event> = {},
): Event {
  return {
    id,
    name,
    start_at,
    end_at,
    description: '',
    type: 'giveaway',
    price: null,
    ticket_price: 5,
    usd_price: 1,
    available: 100,
    product_id: null,
    product: null,
    image_id: null,
    image: null,
    active: 1,
    auto_assign: false,
    program_id: 2,
    featured: false,
    sort_order: null,
    n: 'scheduled',
    processed: false,
    tickets: 3,
    commitment: '00',
    updated_at: start_at,
    archived_at: null,
    ...values,
  };
}

/** The page of a record, over all nouns: one shell, so what it does is tried on each, and its parts where they stand. */
import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES, inDepth } from '../deep.ts';
import { expectAccessible, expectToFit } from './accessible.ts';
import { apiAs } from './api.ts';
import { DEMO_PASSWORD, signIn, signInAs } from './session.ts';

/** Lists whose names lead to a page, and what the page is called in the search. */
const LISTS: { list: string; page: string; noun: string }[] = [
  { list: '/transactions?program_id=2', page: '/transactions', noun: 'transaction' },
  { list: '/users?program_id=2', page: '/users', noun: 'user' },
  { list: '/classes?program_id=2', page: '/classes', noun: 'class' },
  { list: '/events?program_id=2', page: '/events', noun: 'event' },
  { list: '/programs', page: '/programs', noun: 'program' },
  { list: '/giveaways/purchases?show=all', page: '/giveaways/purchases', noun: 'order' },
  { list: '/payouts/batches', page: '/payouts/batches', noun: 'payout batch' },
];

for (const { list, page: path, noun } of inDepth(LISTS.slice(0, 1), LISTS))
  test(`a ${noun} opens from its list: head as the row, activity, and back to filters and cursor`, async ({
    page,
  }) => {
    await signIn(page, 'superadmin');
    await page.goto(list);
    const id = await page.locator('main tr[data-row]').nth(1).getAttribute('data-row');
    // By its id: other tests add rows above it meanwhile.
    const row = page.locator(`main tr[data-row="${id}"]`);
    const link = row.getByRole('rowheader').getByRole('link').first();
    const name = (await link.innerText()).trim();
    const cells = await row.getByRole('cell').allInnerTexts();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(row).toBeFocused();
    await link.focus();
    await page.keyboard.press('Enter');

    // A list of one program hands it on.
    const program = /program_id=\d+/.exec(list)?.[0];
    await expect(page).toHaveURL(new RegExp(`${path}/${id}${program ? `\\?${program}` : ''}$`));
    const record = page.getByRole('article');
    await expect(record.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(record.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('navigation', { name: 'Screens' }).locator('[aria-current]')).toHaveCount(1);
    // Amounts and moments of the row stand in the head as they are there.
    const facts = record.getByRole('definition');
    for (const cell of cells.filter((text) => /^[A-Z]{3} [\d,.]+$|\d:\d\d [AP]M$/.test(text)))
      await expect(facts.filter({ hasText: cell }).first()).toBeVisible();
    await expectAccessible(page, noun);
    await record.getByRole('tab', { name: 'Activity' }).click();
    await expect(page).toHaveURL(/section=activity$/);
    await expect(record.getByRole('link', { name: 'Open in Audit' })).toBeVisible();

    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${list.replace('?', '\\?')}$`));
    await expect(row).toBeFocused();
    await link.click();
    await record.getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`${list.replace('?', '\\?')}$`));
    await expect(row).toBeFocused();
  });

test('a list keeps its rows, and asks for nothing, while the record it was left for is on its way', async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  // What the list asks for itself, its saved views among it, is not what it asks while it is left.
  const views = page.waitForResponse(/\/views\?/);
  await page.goto('/giveaways/purchases?show=all');
  const row = page.locator('main tr[data-row]').first();
  await expect(row).toBeVisible();
  await views;
  await page.waitForLoadState('networkidle');
  const id = await row.getAttribute('data-row');
  let send = () => {};
  const held = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/assets/purchase-screen-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const asked: string[] = [];
  page.on(
    'request',
    (request) => /lilt-purchases|\/views\?/.test(request.url()) && asked.push(request.url()),
  );
  await row.getByRole('rowheader').getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(new RegExp(`/giveaways/purchases/${id}$`));
  await expect(page.locator('main tr[data-row]').first()).toHaveAttribute('data-row', id ?? '');
  send();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeFocused();
  expect(asked).toEqual([]);
});

test('an instructor: balances as the payees say them, the split, classes and payouts', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { payouts } = (await they('GET', 'payouts?user_id=1')).body;
  const { count } = (await they('GET', 'classes?instructor_name=%231')).body;
  await signIn(page, 'superadmin');
  await page.goto('/users/1');
  await page.getByRole('link', { name: 'As an instructor' }).click();
  const record = page.getByRole('article', { name: 'Ada Lovelace' });
  const balances = record.getByRole('table', { name: 'Balances by currency' }).locator('tr[data-row]');
  await expect(balances).toHaveCount(payouts.length);
  for (const { id, payout } of payouts)
    await expect(balances.and(page.locator(`[data-row="${id}"]`))).toContainText(
      payout.toLocaleString('en-US', { minimumFractionDigits: 2 }),
    );
  await expectAccessible(page, 'earnings');
  await record.getByRole('tab', { name: 'Split' }).press('Enter');
  await expect(record).toContainText(/The instructor gets the rest: \d+(\.\d+)?%/);
  await record.getByRole('tab', { name: 'Classes' }).click();
  await expect(record.getByRole('status').filter({ hasText: 'classes' })).toHaveText(`${count} classes`);
  await record.getByRole('tab', { name: 'Payouts' }).click();
  const made = (await they('GET', 'payouts-history?user_id=1')).body.count;
  await expect(record.getByRole('status').filter({ hasText: 'payout' })).toHaveText(
    made === 1 ? '1 payout' : `${made} payouts`,
  );
  await expectAccessible(page, 'payouts');
});

test('E edits, the search leads to the page, the ID is copied, a shared link opens the section', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'superadmin');
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('#7');
  await page.getByRole('option', { name: /User #7$/ }).click();
  await expect(page).toHaveURL(/\/users\/7$/);
  await page.getByRole('button', { name: 'Copy ID 7' }).click();
  await expect(page.getByRole('status').getByText('Copied 7')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('7');
  // The search goes in its own time, and has the keys until it has.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: /^Edit user/ })).toBeVisible();
  await expect(page).toHaveURL(/\/users\/7\?edit=7$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit/ })).toBeFocused();
  await page.goto('/users/7?section=entries');
  await expect(page.getByRole('tab', { name: 'LiL-T entries' })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/users/7?section=nonsense');
  const first = page.getByRole('tab', { name: 'Details', exact: true });
  await expect(first).toHaveAttribute('aria-selected', 'true');
});

test('what is gone and what is another program’s are said in the same words; a section without the right is not there', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const first = async (path: string, rows: string) => (await they('GET', path)).body[rows][0].id as number;
  const foreign = {
    event: ['/events', await first('lilt-events?program_id=3', 'events')],
    user: ['/users', await first('site-users?program_id=3', 'users')],
    instructor: ['/instructors', await first('instructors?program_id=3', 'instructors')],
  } as const;
  const said = async (address: string, id: number) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    return (await page.getByRole('main').innerText()).replace(String(id), '…');
  };
  await signIn(page, 'admin');
  for (const [noun, [path, id]] of Object.entries(foreign)) {
    const gone = await said(`${path}/987654321`, 987_654_321);
    expect(gone).toContain(`There is no ${noun} #…, or it belongs to another program.`);
    expect(await said(`${path}/${id}`, id)).toBe(gone);
  }
  expect(await said('/users/seven', 0)).toContain("This page doesn't exist");
  await page.context().clearCookies();
  await page.goto('/login');
  await signInAs(page, 'bookkeeping@example.com', DEMO_PASSWORD);
  await page.goto('/instructors/1');
  await expect(page.getByRole('tab')).toHaveText(['Earnings', 'Payouts']);
  await expect(page.getByRole('article').getByRole('link')).toContainText(['Site payouts', 'Transactions']);
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await page.goto('/users/1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access to User');
});

for (const colorScheme of COLOR_SCHEMES)
  test(`pages fit with the longest names, and axe finds nothing, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    const long = `${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} and then some more words of a name`;
    for (const [path, rename] of RENAMED(long)) {
      await page.route(`**/api/wladmin/${path}`, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: rename(await answer.json()) });
      });
    }
    for (const width of [1440, 390])
      for (const address of ['/events/1', '/classes/1', '/transactions/12', '/instructors/1?section=split']) {
        await page.setViewportSize({ width, height: 900 });
        await open(page, address);
        await expectToFit(page, `${address} at ${width}`);
        await expectAccessible(page, `${address} at ${width}`);
      }
  });

type Answer = Record<string, object>;

/** Calls of a record, with the name in its answer made long. */
function RENAMED(name: string): [path: string, rename: (answer: Answer) => object][] {
  return [
    ['lilt-event/1', ({ event }) => ({ event: { ...event, name } })],
    ['class/1*', (answer) => ({ class: { ...answer.class, class_name: name } })],
    ['instructor/1', ({ instructor }) => ({ instructor: { ...instructor, first_name: name } })],
  ];
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

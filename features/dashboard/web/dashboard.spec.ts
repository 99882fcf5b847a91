import { expect, test } from '@playwright/test';
import { apiAs } from '../../../test/e2e/api.ts';
import { doneByTexts } from '../../../test/e2e/hostile.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { XSS_PAYLOADS } from '../../../test/hostile/hostile-html.ts';

const NAME = '<img src=x onerror="window.spoiled=1">';

test('Home: counts, who is there, charts by keyboard and as tables, memory', async ({
  page,
  baseURL,
  request,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const person = {
    email: `seen-${Date.now()}@example.org`,
    password: 'a password',
    site_program: 2,
    first_name: NAME,
    last_name: 'Seen',
  };
  const { user } = (await they('POST', 'site-user', { user_data: person })).body;
  const told = await request.post('/api/site/seen', {
    headers: { authorization: 'Bearer demo-site-key' },
    data: { user_ids: [user.id] },
  });
  expect(await told.json()).toEqual({ seen: 1, deleted: [] });
  // A table that somebody else has named.
  const dirty = `<h3>Process</h3><p onclick="window.spoiled=2">${NAME}</p><script>window.spoiled=3</script><svg onload="window.spoiled=4">`;
  let memory = { status: 200, json: [dirty, '<h3>PostgreSQL</h3>'] as unknown };
  await page.route('**/api/wladmin/free-memory', (route) =>
    memory.status === 0 ? route.continue() : route.fulfill(memory),
  );

  await signIn(page, 'superadmin');
  await page.goto('/');
  const { users, classes } = (await they('GET', 'dashboard')).body;
  const cards = page.getByRole('main').locator('dl').first();
  await expect(cards).toContainText('Users');
  // Other tests make users and classes meanwhile.
  const shown = Number(
    /Users([\d,]+)/
      .exec(await cards.innerText().then((said) => said.replaceAll('\n', '')))?.[1]
      ?.replace(',', ''),
  );
  expect(Math.abs(shown - users.count)).toBeLessThan(20);
  expect(classes.count).toBeGreaterThan(1000);

  const active = page.getByRole('region', { name: 'Active users' });
  const link = active.getByRole('link', { name: `${NAME} Seen` });
  await expect(link).toHaveAttribute('href', `/users/${user.id}`);

  const sales = page.getByRole('slider', { name: /^Sales and refunds in USD/ });
  const text = () => sales.getAttribute('aria-valuetext');
  await expect(sales).toHaveAttribute('aria-valuenow', '52');
  expect(await text()).toMatch(/^Week of .+, so far: Sold USD [\d,.]+, Refunded USD [\d,.]+$/);
  await sales.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(sales).toHaveAttribute('aria-valuenow', '51');
  const week = /^Week of (.+): Sold (USD [\d,.]+), Refunded (.+)$/.exec((await text()) ?? '') ?? [];
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: /^Show numbers: Sales and refunds/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: /^Sales and refunds by week, USD/ });
  await expect(table.getByRole('row')).toHaveCount(54);
  await expect(table.getByRole('row').nth(2)).toHaveText(`${week[1]}${week[2]}${week[3]}`);

  const currency = page.getByRole('combobox', { name: 'Currency' });
  await currency.click();
  await currency.pressSequentially('JPY');
  await page.locator('[data-combobox-selected]').waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: /^Sales and refunds by week, JPY/ })).toBeVisible();
  await expect(page).toHaveURL(/\?currency=JPY$/);
  await expect(page.getByText(/^JPY [\d,]+ · [\d.]+%$/)).toHaveCount(5);

  const panel = page.getByRole('region', { name: 'Free Memory' });
  // It is folded at first.
  await expect(panel.getByRole('button', { name: 'Free memory' })).toBeHidden();
  await panel.getByText('Free Memory', { exact: true }).click();
  const free = panel.getByRole('button', { name: 'Free memory' });
  await free.click();
  await expect(panel.getByRole('heading', { name: 'PostgreSQL' })).toBeVisible();
  expect(await panel.locator('img, script, svg, [onclick]').count()).toBe(0);
  memory = { status: 500, json: { message: 'Away', code: 'X' } };
  await free.click();
  await expect(panel.getByRole('heading', { level: 3 })).toHaveCount(0);
  memory.status = 0;
  await free.click();
  await expect(panel.getByRole('rowheader', { name: 'public.charges', exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'spoiled' in window)).toBe(false);

  const name = `Kettle ${Date.now()}`;
  const kettle = { name: 'Pot', description: '', type: 'physical', program_id: 2 };
  const { id } = (await they('POST', 'lilt-product', { data: kettle })).body.product;
  const german = { language_slug: 'de', name: 'Topf' };
  await they('PATCH', `lilt-product/${id}/translations`, { translations: [german] });
  await they('PATCH', `lilt-product/${id}`, { data: { name } });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /outdated translations/ }).click();
  await expect(page).toHaveURL(/\/translations\/outdated$/);
  await page.goto('/translations/outdated?noun=gift_product');
  await page.getByRole('row', { name }).getByRole('link').click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await page.goto('/translations/outdated?noun=class');
  await page.getByRole('rowheader').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/class-translations\/\d+\?translate_to=[\w-]+$/);
});

test('what memory holds runs nothing and asks nobody, whatever it is called', { tag: '@deep' }, async ({
  page,
}) => {
  const asked = doneByTexts(page);
  let fragments: string[] = [];
  await page.route('**/api/wladmin/free-memory', (route) => route.fulfill({ json: fragments }));
  await signIn(page, 'superadmin');
  await page.goto('/');
  const panel = page.getByRole('region', { name: 'Free Memory' });
  // It is folded at first.
  await expect(panel.getByRole('button', { name: 'Free memory' })).toBeHidden();
  await panel.getByText('Free Memory', { exact: true }).click();
  for (let at = 0; at < XSS_PAYLOADS.length; at += 2) {
    // As a server that escapes nothing would tell it: the browser's own wall has to do.
    const [one = '', other = ''] = XSS_PAYLOADS.slice(at, at + 2);
    fragments = [`<h3>Part ${at}</h3>${one}`, `<h3>More ${at}</h3>${other}`];
    await panel.getByRole('button', { name: 'Free memory' }).click();
    await expect(panel.getByRole('heading', { name: `More ${at}`, exact: true })).toBeVisible();
  }
  expect(asked).toEqual([]);
});

test('each block fails by itself, is tried again, and is renewed every minute while somebody looks', {
  tag: '@deep',
}, async ({ page }) => {
  const away = { status: 500, json: { message: 'Away', code: 'X' } as object };
  const answers: Record<string, typeof away> = { attention: away, charts: away };
  let asked = 0;
  await page.clock.install();
  await signIn(page, 'programadmin');
  await page.route(/\/api\/wladmin\/dashboard(\/charts|\/attention)?(\?[\w=&]*)?$/, async (route) => {
    const [, name = ''] = /\/(charts|attention)/.exec(route.request().url()) ?? [];
    if (name === '') asked += 1;
    await (answers[name] ? route.fulfill(answers[name]) : route.continue());
  });
  await page.goto('/');
  await expect(page.getByRole('banner').getByText('Locked to the program')).toBeAttached();
  await expect(page.getByText('Instructors', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert').getByText('Away')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Free Memory' })).toHaveCount(0);
  answers.attention = { status: 200, json: { items: [] } };
  delete answers.charts;
  for (const block of ['Needs attention', 'The last twelve months'])
    await page.getByRole('region', { name: block }).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await expect(page.getByRole('slider', { name: /^Sign-ups/ })).toBeVisible();

  const before = asked;
  const answered = page.waitForResponse(/\/api\/wladmin\/dashboard(\?|$)/);
  await page.clock.fastForward(61_000);
  // Until it has come it is not old.
  await (await answered).finished();
  expect(asked).toBe(before + 1);
  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((said) => {
      Object.defineProperty(document, 'visibilityState', { value: said, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await look('hidden');
  await page.clock.fastForward(180_000);
  expect(asked).toBe(before + 1);
  await look('visible');
  await expect.poll(() => asked).toBe(before + 2);
});

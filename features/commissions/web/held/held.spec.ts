import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible } from '../../../../test/e2e/accessible.ts';
import { signIn } from '../../../../test/e2e/session.ts';
import { SAVED } from '../../rules.ts';

/** An instructor with held charges whom no other test saves. */
const OWN = 'Instructor #15';

test('by mouse: explain, resolve on the card, and the count on the menu follows', async ({ page }) => {
  await open(page);
  const over = page
    .getByRole('region', { name: /over by/ })
    .filter({ has: page.getByRole('link', { name: OWN, exact: true }) })
    .last();
  await expect(over.getByRole('heading', { name: /% — over by/ })).toBeVisible();
  const explain = over.getByRole('button', { name: /^Explain transaction/ }).first();
  const charge = `#${await over.getByRole('list', { name: 'Transactions' }).locator('li').first().getAttribute('data-row')}`;
  await explain.click();
  const dialog = page.getByRole('dialog', { name: `How transaction ${charge} was split` });
  await expect(dialog.getByText('On hold: not included in payouts')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`charge=${charge.slice(1)}$`));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(explain).toBeFocused();

  const before = await heldCount(page);
  await over.getByRole('link', { name: /^Resolve \d+ transactions? at/ }).click();
  await expect(page.locator('article')).toHaveCount(1);
  const notice = page
    .getByRole('article')
    .getByRole('status')
    .filter({ hasText: `Transaction ${charge}` });
  await expect(notice).toContainText(`Transaction ${charge} is on hold`);
  await expect(notice).toContainText(/over by/);
  const platform = page.getByRole('textbox', { name: 'Platform, percent' });
  await platform.fill('20');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  await expect(notice).toContainText(`Transaction ${charge} is split`);
  await expect.poll(() => heldCount(page)).toBeLessThan(before);
  await notice.getByRole('link', { name: 'Transactions on hold' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions on hold' })).toBeVisible();
});

test('by keyboard: from cause to cause, here and on the cards that resolve them', { tag: '@deep' }, async ({
  page,
}) => {
  await open(page);
  const causes = page.locator('section[data-row]');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(causes.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(causes.nth(0)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: /^How transaction #\d+ was split/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(causes.nth(0)).toBeFocused();
  const names = await causes
    .locator('[data-opens]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await page.keyboard.press('Enter');
  const notice = page.getByRole('article').getByRole('status').filter({ hasText: 'is on hold' });
  await expect(notice).toContainText(`Cause 1 of ${names.length}`);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('j');
  await expect(notice).toContainText(`Cause 2 of ${names.length}`);
  expect(new URL(page.url()).searchParams.get('resolve')).toBe(
    new URL(names[1] ?? '', page.url()).searchParams.get('resolve'),
  );
  await page.keyboard.press('k');
  await expect(notice).toContainText(`Cause 1 of ${names.length}`);
  await expectAccessible(page);
});

test('by keyboard: a charge by its id, each part with its arithmetic', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const field = page.getByRole('textbox', { name: 'Find a transaction by ID' });
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a transaction ID')).toBeVisible();
  await page.keyboard.type('#1');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'How transaction #1 was split' });
  const parts = dialog.getByRole('region', { name: 'Shares' });
  await expect(parts.getByText('149.95 × 1.5% = 2.24925 → 2.25 (+0.01 by largest remainder)')).toBeVisible();
  await expect(parts.getByText(/set by superadmin@example\.com on/).first()).toBeVisible();
  await expect(parts.getByText('Total, equal to the transaction')).toBeVisible();
  await expect(dialog.getByText(/[Tt]he same sale today/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await page.goto('/commissions/held?charge=999999999');
  await expect(page.getByText('There is no transaction #999999999')).toBeVisible();
});

test('the search offers a charge, a class and a bundle by # and an id', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or type #ID' }).fill('#7');
  await expect(page.getByRole('option', { name: /Bundle editor of class #7/ })).toBeVisible();
  await expect(page.getByRole('option', { name: / Class #7$/ })).toBeVisible();
  await expect(page.getByRole('option', { name: / Class #7: its commissions$/ })).toBeVisible();
  await page.getByRole('option', { name: / Transaction #7: how it was split$/ }).click();
  await expect(page.getByRole('dialog', { name: 'How transaction #7 was split' })).toBeVisible();
});

test('Ctrl+K finds a referral code, and leads to the card that has it', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'superadmin');
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or type #ID' }).fill('engine');
  await expect(page.getByRole('option', { name: /^ENGINE Referral code of Ada Lovelace$/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('article[data-row="1"]')).toContainText('ENGINE');
});

test('the history of a card: who, when, before and after, and as of a moment', async ({ page }) => {
  await signIn(page, 'superadmin');
  await page.goto('/commissions/instructors?name=%23257');
  const card = page.locator('article[data-row="257"]');
  const program = card.getByRole('textbox', { name: 'Program, percent' });
  const before = await program.inputValue();
  await program.fill('3');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(SAVED, { exact: true })).toBeVisible();
  const button = card.getByRole('button', { name: 'History' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^History: / });
  const latest = dialog.getByRole('region', { name: 'Changes' }).locator('ol > li').first();
  await expect(latest).toContainText('superadmin@example.com');
  await expect(latest.locator('li').filter({ hasText: 'Program' }).first()).toContainText(`${before}%`);
  await expect(latest.locator('li').filter({ hasText: 'Program' }).first()).toContainText('3%');
  // The split of all levels, in the words of the card.
  const split = await card.getByRole('img', { name: /^Platform/ }).getAttribute('aria-label');
  expect(split).toContain('Program 3%');
  await expect(latest.getByRole('img', { name: split ?? '', exact: true })).toBeVisible();
  await expect(dialog.getByRole('img', { name: split ?? '', exact: true })).toHaveCount(2);

  await dialog.getByRole('textbox', { name: 'As of' }).fill('2026-01-01T12:00');
  await expect(page).toHaveURL(/at=2026-01-01T12/);
  const asOf = dialog.getByRole('region', { name: 'As of' });
  await expect(asOf.getByRole('listitem').filter({ hasText: 'Program' }).first()).toContainText(`${before}%`);
  await expect(asOf.getByText('Split of a sale')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/history|at=/);
  await expect(button).toBeFocused();
});

test('a program admin sees the held charges of the one program', { tag: '@deep' }, async ({ page }) => {
  await signIn(page, 'programadmin');
  await page.goto('/commissions/held');
  await expect(page.getByRole('textbox', { name: 'Program', exact: true })).toBeDisabled();
  await expect(page.getByRole('region', { name: /over by/ }).first()).toBeVisible();
  await expect(page.getByText('Noa Independent')).toHaveCount(0);
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await expectAccessible(page);
    await page.goto('/commissions/held?program_id=2&charge=1');
    await expect(page.getByRole('dialog').getByText(/^Total/)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/commissions/classes?name=%23455&history=455&at=2026-06-01T10:00:00.000Z');
    await expect(page.getByRole('dialog').getByText('Rates set here')).toBeVisible();
    await expectAccessible(page);
  });
}

async function open(page: Page): Promise<void> {
  await signIn(page, 'superadmin');
  await page.goto('/commissions/held');
  await expect(page.getByRole('button', { name: /^Explain transaction/ }).first()).toBeVisible();
}

async function heldCount(page: Page): Promise<number> {
  const entry = page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^Transactions on hold/ });
  return Number(/\d+/.exec(await entry.innerText())?.[0] ?? 0);
}

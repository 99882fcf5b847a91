/** Tickets of an event: whose they are, and where they came from; the demo's are only looked at. */
import { expect, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { apiAs } from '../../../../test/e2e/api.ts';
import { signIn } from '../../../../test/e2e/session.ts';

test('staff look up a ticket by its source and its code, from the row of its event', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const { events } = (await they('GET', 'lilt-events?name=tickets')).body;
  const [event] = events.filter(({ tickets }: { tickets: number }) => tickets > 20);
  const { tickets, count } = (await they('GET', `lilt-event/${event.id}/sold-tickets?source=stripe`)).body;
  await signIn(page, 'superadmin');
  await page.goto(`/events?name=%23${event.id}`);
  await page
    .getByRole('button', { name: /^More: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Tickets' }).click();
  await expect(page).toHaveURL(new RegExp(`/events/${event.id}\\?section=tickets$`));
  const place = page.getByRole('article', { name: event.name });
  await expect(place.locator('tr[data-row]').first()).toBeVisible();
  await place.getByRole('combobox', { name: 'Came from' }).click();
  await page.getByRole('option', { name: 'Stripe' }).click();
  await expect(place).toContainText(`${count.toLocaleString('en-US')} tickets`);
  await expect(place.getByRole('cell', { name: 'Stripe', exact: true }).first()).toBeVisible();
  await expect(place.getByRole('cell', { name: 'Site', exact: true })).toHaveCount(0);
  await place.getByRole('textbox', { name: 'Name, email, ID or code' }).fill(tickets[0].code);
  await expect(place.locator('tr[data-row]')).toHaveCount(1);
  await expect(place.locator('tr[data-row]')).toContainText(tickets[0].user.name);
});

for (const colorScheme of COLOR_SCHEMES)
  test(`nothing for axe to find, and it fits, ${colorScheme}`, async ({ page, baseURL }) => {
    const they = await apiAs(baseURL, 'superadmin');
    const { events } = (await they('GET', 'lilt-events?name=tickets')).body;
    const [event] = events.filter(({ tickets }: { tickets: number }) => tickets > 20);
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'superadmin');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/events?tickets=${event.id}`);
      await expect(page.getByRole('tabpanel').locator('tr[data-row]').first()).toBeVisible();
      await expectAccessible(page, `at ${width}`);
      await expectToFit(page, `at ${width}`);
    }
  });

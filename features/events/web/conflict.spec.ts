import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { signIn } from '../../../test/e2e/session.ts';

let they: ApiCall;
let made = 0;

test.beforeEach(async ({ page, baseURL }) => {
  they = await apiAs(baseURL, 'programadmin');
  await signIn(page, 'superadmin');
});

test('other fields: mine and theirs both stand, from a list that does not show the row', {
  tag: '@deep',
}, async ({ page }) => {
  const id = await newEvent({ name: 'Fields', description: 'Before', available: 5 });
  // Filtered away: the list is empty behind the dialog.
  await page.goto(`/events?name=nothing+is+called+so&edit=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Mine');
  expect((await they('PATCH', `lilt-event/${id}`, { data: { available: 77 } })).status).toBe(200);
  await save(dialog);
  const notice = noticeIn(dialog);
  await expect(notice).toContainText('programadmin@example.com saved this');
  await expect(notice.getByRole('radio')).toHaveCount(0);
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').getByText('Saved successful', { exact: true })).toBeVisible();
  expect(await eventOf(id)).toMatchObject({ description: 'Mine', available: 77 });
});

test('the same field: both are shown, and what is chosen is saved', async ({ page }) => {
  const id = await newEvent({ name: 'Same', description: 'Before', available: 5 });
  await page.goto(`/events?name=%23${id}`);
  const opener = page.getByRole('button', { name: /^Edit: Same/ });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Mine');
  await dialog.getByRole('textbox', { name: 'Available' }).fill('10');
  await they('PATCH', `lilt-event/${id}`, { data: { description: 'Theirs', available: 20 } });
  await save(dialog);
  const notice = noticeIn(dialog);
  const description = notice.getByRole('radiogroup', { name: 'Description' });
  const available = notice.getByRole('radiogroup', { name: 'Available' });
  await expect(description.getByRole('radio', { name: 'Yours: Mine' })).toBeChecked();
  await expect(available.getByRole('radio', { name: 'Theirs: 20' })).not.toBeChecked();
  await expectAccessible(page);
  await available.getByRole('radio', { name: 'Theirs: 20' }).check();
  // What is typed now counts, and a third save meanwhile is met by another notice.
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Mine again');
  await they('PATCH', `lilt-event/${id}`, { data: { usd_price: 3 } });
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(notice.getByRole('radio')).toHaveCount(0);
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(await eventOf(id)).toMatchObject({ description: 'Mine again', available: 20, usd_price: 3 });
});

test('what does not fit together is not sent', { tag: '@deep' }, async ({ page }) => {
  const id = await newEvent({ name: 'Times' });
  await page.goto(`/events?edit=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  await dialog.getByLabel('End *').fill('2027-03-01T11:00');
  await they('PATCH', `lilt-event/${id}`, { data: { start_at: '2027-03-01T12:00:00Z' } });
  await save(dialog);
  const keep = noticeIn(dialog).getByRole('button', { name: 'Keep mine and save' });
  // The save that met theirs is over by then.
  await expect(keep).toBeVisible();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent += 1;
  });
  await keep.click();
  await expect(dialog.getByText('The end must be after the start')).toBeVisible();
  expect(sent).toBe(0);
});

test('theirs can be read again, and taken', { tag: '@deep' }, async ({ page }) => {
  const id = await newEvent({ name: 'Theirs', description: 'Before' });
  await page.goto(`/events?name=%23${id}`);
  await page.getByRole('button', { name: /^Edit: Theirs/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Mine');
  await they('PATCH', `lilt-event/${id}`, { data: { description: 'Theirs' } });
  let fails = true;
  await page.route(`**/lilt-event/${id}`, (route) =>
    fails && route.request().method() === 'GET'
      ? route.fulfill({ status: 500, json: { message: 'Away', code: 'X' } })
      : route.continue(),
  );
  await save(dialog);
  const notice = noticeIn(dialog);
  await expect(notice.getByText('Their version could not be loaded.')).toBeVisible();
  await expect(notice.getByRole('button', { name: 'Keep mine and save' })).toHaveCount(0);
  fails = false;
  await notice.getByRole('button', { name: 'Load their version' }).click();
  await notice.getByRole('button', { name: 'Load theirs' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Theirs');
  await expect(notice).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
});

test('an event that is gone is not saved, and nothing closes', { tag: '@deep' }, async ({ page }) => {
  const id = await newEvent({ name: 'Gone' });
  await page.goto(`/events?edit=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit event/ });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Mine');
  await page.route(`**/lilt-event/${id}`, (route) =>
    route.fulfill({ status: 404, json: { message: 'Not found', code: 'NOT_FOUND' } }),
  );
  await save(dialog);
  await expect(dialog.getByRole('alert').filter({ hasText: 'No longer available' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine');
  await expect(page.getByText('Saved successful')).toHaveCount(0);
});

test('translations: by language and field', { tag: '@deep' }, async ({ page }) => {
  const id = await newEvent({ name: 'Words' });
  await page.goto(`/events?translations=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Translations/ });
  const write = async (language: string, field: string, text: string) => {
    await dialog.getByRole('tab', { name: new RegExp(`^${language}`) }).click();
    await dialog.getByRole('textbox', { name: `${field} in ${language}` }).fill(text);
  };
  await write('German', 'Name', 'Meins');
  await write('French', 'Name', 'Le mien');
  const theirs = [
    { language_slug: 'de', name: 'Deren', description: 'Deren Beschreibung' },
    { language_slug: 'it', name: 'Loro' },
  ];
  expect((await they('PATCH', `lilt-event/${id}/translations`, { translations: theirs })).status).toBe(200);
  await dialog.getByRole('button', { name: 'Save 2 languages' }).click();
  const notice = noticeIn(dialog);
  const choice = notice.getByRole('radiogroup', { name: 'Name in German' });
  await expect(notice.getByRole('radiogroup')).toHaveCount(1);
  await choice.getByRole('radio', { name: 'Theirs: Deren' }).check();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  const body = (await sent).postDataJSON() as { translations: { language_slug: string }[] };
  expect(body.translations.map(({ language_slug }) => language_slug)).toEqual(['fr']);
  await expect(dialog).toHaveCount(0);
  const { translations } = (await they('GET', `lilt-event/${id}/translations`)).body;
  const inLanguage = (slug: string) =>
    translations.find((row: { language_slug: string }) => row.language_slug === slug);
  expect(inLanguage('de')).toMatchObject({ name: 'Deren', description: 'Deren Beschreibung' });
  expect(inLanguage('fr')).toMatchObject({ name: 'Le mien' });
  expect(inLanguage('it')).toMatchObject({ name: 'Loro' });
});

test('categories and programs: what either ticked or unticked', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const also = await apiAs(baseURL, 'superadmin');
  const id = await newEvent({ name: 'Ticks' });
  await also('PATCH', `lilt-event/${id}/programs`, { programs: [2, 3, 4] });
  await page.goto(`/events?programs=${id}`);
  const dialog = page.getByRole('dialog', { name: /^Programs/ });
  const boxes = dialog.getByRole('list', { name: 'programs' }).getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  const { programs } = (await also('GET', 'programs?status=all')).body;
  const nameOf = (program: number): string =>
    programs.find((row: { id: number }) => row.id === program).program_display_name;
  await dialog.getByRole('checkbox', { name: nameOf(3), exact: true }).uncheck();
  await dialog.getByRole('checkbox', { name: nameOf(5), exact: true }).check();
  await also('PATCH', `lilt-event/${id}/programs`, { programs: [2, 3, 6] });
  await save(dialog);
  const notice = noticeIn(dialog);
  await expect(notice.getByRole('radio')).toHaveCount(0);
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(dialog).toHaveCount(0);
  const { body } = await also('GET', `lilt-event/${id}/programs`);
  expect(body.programs.toSorted()).toEqual([2, 5, 6]);
});

async function newEvent(values: object): Promise<number> {
  made += 1;
  const { status, body } = await they('POST', 'lilt-event', {
    data: {
      name: 'An event',
      type: 'regular',
      price: 1,
      start_at: '2027-03-01T10:00:00Z',
      end_at: `2027-04-01T10:00:${String(made % 60).padStart(2, '0')}Z`,
      ...values,
    },
  });
  expect(status).toBe(200);
  return body.event.id;
}

async function eventOf(id: number) {
  return (await they('GET', `lilt-event/${id}`)).body.event;
}

function save(dialog: Locator): Promise<void> {
  return dialog.getByRole('button', { name: 'Save', exact: true }).click();
}

function noticeIn(tx: Locator | Page): Locator {
  return tx.getByRole('alert').filter({ hasText: 'Changed by another admin' });
}

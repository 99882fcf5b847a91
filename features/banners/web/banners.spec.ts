import { expect, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { apiAs } from '../../../test/e2e/api.ts';
import { expectFocusIsKept } from '../../../test/e2e/focus.ts';
import { doneByTexts } from '../../../test/e2e/hostile.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';
import { greyPng } from '../../../test/hostile/hostile-files.ts';
import { XSS_PAYLOADS } from '../../../test/hostile/hostile-html.ts';

const NEWEST = '/banners?sort_by=id&sort_dest=desc';
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;
const wide = { name: 'wide.png', mimeType: 'image/png', buffer: greyPng(4000, 400) };

async function open(page: Page, path = NEWEST): Promise<void> {
  await page.goto(path);
  await page.locator('tr[data-row]').first().waitFor();
}

test('a banner is made with its event, colours and one picture in three sizes, then changed and translated', async ({
  page,
  baseURL,
}) => {
  const they = await apiAs(baseURL, 'superadmin');
  const event = { name: unique('Aardvarks'), type: 'regular', price: 1, program_id: 2, active: 1 };
  const dates = { start_at: '2026-01-01T00:00:00Z', end_at: '2090-01-01T00:00:00Z' };
  const event_id = (await they('POST', 'lilt-event', { data: { ...event, ...dates } })).body.event
    .id as number;

  await signIn(page, 'superadmin');
  await open(page);
  const writes = writesOf(page);
  const saved = () => writes.filter(({ path }) => path.startsWith('lilt-banner/'));
  await page.getByRole('button', { name: 'Add banner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add banner' });
  await dialog.getByRole('button', { name: /^Save and publish/ }).click();
  await expect(dialog.getByText('Enter a title')).toBeVisible();
  expect(saved()).toEqual([]);

  const title = unique('Zebra banner');
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await dialog.getByRole('textbox', { name: 'Sub-title' }).fill('With stripes');
  await expect(dialog.getByRole('combobox', { name: 'Program' })).toHaveValue('The Crafts Academy');
  const reloaded = page.waitForRequest((request) => {
    const asked = new URL(request.url()).searchParams;
    return request.url().includes('/lilt-events?') && asked.get('program_id') === '2';
  });
  await dialog.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: 'Brightside Courses' }).click();
  const asked = new URL((await reloaded).url()).searchParams;
  expect(['active', 'processed', 'sort_by', 'sort_dest'].map((name) => asked.get(name))).toEqual([
    '1',
    '0',
    'name',
    'asc',
  ]);
  const choice = dialog.getByRole('combobox', { name: 'Event' });
  await choice.click();
  await choice.pressSequentially(event.name);
  await page.getByRole('option', { name: `${event.name} · #${event_id}` }).click();

  // The colours of a new banner warn of themselves, and are mended by what they offer.
  const contrast = dialog.getByRole('group', { name: 'Contrast' });
  await expect(contrast.getByText(/^Low contrast: Text on the background \(1\.6:1, needs/)).toBeVisible();
  await expect(contrast.getByText('3 contrast issues. You can still save.')).toBeVisible();
  await contrast
    .getByRole('button', { name: /^Use #\w{6} for text$/ })
    .first()
    .click();
  await expect(contrast.getByText('1 contrast issue. You can still save.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Button background' }).fill('#004400');
  await expect(contrast.getByText('Contrast OK')).toBeVisible();

  const pictures = dialog.getByRole('group', { name: 'Desktop image' });
  await pictures
    .locator('input[type="file"]')
    .or(dialog.locator('input[type="file"]').first())
    .first()
    .setInputFiles(wide);
  await dialog.getByRole('button', { name: 'Use the desktop image for all sizes' }).click();
  const small = dialog.getByRole('button', { name: /^Small image: drag it/ });
  await tabTo(page, small);
  await expect(small.locator('img')).toBeVisible();
  for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect(small.getByRole('status')).toHaveText('53% from the left, 50% from the top');
  const desktop = dialog.getByRole('button', { name: /^Desktop image: drag it/ });
  const box = (await desktop.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.55, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(desktop.getByRole('status')).toHaveText(/^6[12]% from the left/);
  await dialog.getByRole('button', { name: 'Save and publish on Brightside Courses' }).dblclick();
  await expect(dialog).toHaveCount(0);
  expect(saved()).toHaveLength(1);
  expect(saved()[0]).toMatchObject({
    path: 'lilt-banner/0',
    body: {
      title,
      sub_title: 'With stripes',
      active: true,
      program_id: 2,
      event_id,
      colors: { color_1: '#FC5B00' },
    },
  });

  const row = page.locator('tr[data-row]').filter({ hasText: title });
  await expect(row.getByRole('cell', { name: 'Live', exact: true })).toBeVisible();
  const id = Number(await row.getAttribute('data-row'));
  const { banner } = (await they('GET', `lilt-banner/${id}`)).body;
  expect(banner.small_image_id).toBe(banner.image_id);
  expect(banner.focal.small_image).toEqual({ x: 0.5324, y: 0.5 });
  expect(banner.focal.mobile_image).toEqual({ x: 0.5, y: 0.5 });
  expect(new Set([banner.image, banner.mobile_image, banner.small_image]).size).toBe(3);

  await row.getByRole('button', { name: `Edit: ${title}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit banner: ${title}` });
  await edit.getByRole('group', { name: 'Desktop image' }).getByRole('button', { name: 'Remove' }).click();
  await edit.getByRole('checkbox', { name: 'Active' }).uncheck();
  await they('PATCH', `lilt-event/${event_id}`, { data: { active: 0 } });
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  // An event that is over is kept; another one that is over is refused, in a toast that stays.
  expect(saved().at(-1)?.body).toMatchObject({
    image_id: 0,
    mobile_image_id: null,
    small_image_id: null,
    event_id,
  });
  await expect(row.getByRole('cell', { name: 'Off', exact: true })).toBeAttached();
  await row.getByRole('button', { name: `Edit: ${title}` }).click();
  await page.route('**/api/wladmin/lilt-banner/*', (route) =>
    route.request().method() === 'POST'
      ? route.continue({ postData: { ...(route.request().postDataJSON() as object), program_id: 1 } })
      : route.fallback(),
  );
  await edit.getByRole('textbox', { name: 'Sub-title' }).fill('Moved');
  await edit.getByRole('button', { name: 'Save' }).click();
  const gone = `There is no event ${event_id} in this program`;
  await expect(edit.getByText(gone).first()).toBeVisible();
  await page.getByRole('button', { name: `Close the message: ${gone}` }).click();
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await row.getByRole('button', { name: `Translations: ${title}` }).click();
  const translations = page.getByRole('dialog', { name: 'Banner translations' });
  await translations.getByRole('tab', { name: /^German/ }).click();
  await translations.getByRole('textbox', { name: 'Title in German', exact: true }).fill('Zebra');
  await translations.getByRole('button', { name: 'Save 1 language' }).click();
  await expect(translations).toHaveCount(0);
});

test('the global site is offered its own events, also where those of programs would fill the list', {
  tag: '@deep',
}, async ({ page, baseURL }) => {
  const they = await apiAs(baseURL, 'superadmin');
  // Long ago, and of a program that no other test lists: they stand behind everything else.
  const dates = { start_at: '2001-01-01T00:00:00Z', end_at: '2090-01-01T00:00:00Z' };
  const make = (name: string, program_id: number) =>
    they('POST', 'lilt-event', {
      data: { name, type: 'regular', price: 1, program_id, active: 1, ...dates },
    });
  // By name they stand before it, and a page is fifty.
  const mark = unique('Omnibus');
  await Promise.all(Array.from({ length: 51 }, (_, n) => make(`${mark} a${n}`, 6)));
  await make(`${mark} of the site`, 0);
  await signIn(page, 'superadmin');
  await open(page);
  await page.getByRole('button', { name: 'Add banner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add banner' });
  await dialog.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: 'Global site' }).click();
  await dialog.getByRole('combobox', { name: 'Event' }).click();
  await page.keyboard.type(mark);
  await expect(page.getByRole('option', { name: `${mark} of the site` })).toBeVisible();
  await expect(page.getByRole('option', { name: mark })).toHaveCount(1);
});

test('nothing of a hundred hostile texts runs in what a banner will look like', { tag: '@deep' }, async ({
  page,
}) => {
  const asked = doneByTexts(page);
  await signIn(page, 'superadmin');
  await page.goto('/banners?add=1');
  const dialog = page.getByRole('dialog', { name: 'Add banner' });
  const [title, sub] = [
    dialog.getByRole('textbox', { name: 'Title', exact: true }),
    dialog.getByRole('textbox', { name: 'Sub-title' }),
  ];
  for (const text of packed(
    XSS_PAYLOADS.map((hostile) => hostile.replaceAll(/\s+/g, ' ').trim()),
    500,
  )) {
    await title.fill(text.slice(0, 200));
    await sub.fill(text);
    await expect(dialog.locator('figure [data-text]').nth(1)).toHaveAttribute('data-text', text);
  }
  expect(await dialog.locator('figure :is(script, iframe, img, svg, a)').count()).toBe(0);
  expect(asked).toEqual([]);
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`nothing for axe to find in the form, and it fits and keeps the focus, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, 'programadmin');
    await open(page);
    const dialog = page.getByRole('dialog', { name: 'Add banner' });
    const first = dialog.getByRole('textbox', { name: 'Title', exact: true });
    await expectFocusIsKept(page, {
      opener: page.getByRole('button', { name: 'Add banner' }),
      dialog,
      first,
      fill: () => first.fill('x'),
      saves: '**/api/wladmin/lilt-banner/0',
    });
    await page.goto('/banners?edit=2');
    const edit = page.getByRole('dialog', { name: 'Edit banner: Open evening' });
    await expect(edit.getByRole('button', { name: /^Small image: drag it/ }).locator('img')).toBeVisible();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page, String(width));
      await expectAccessible(page, String(width));
    }
  });
}

/** As many in one text as there is room for: a form that is filled in a hundred times takes a while. */
function packed(texts: readonly string[], most: number): string[] {
  const full: string[] = [];
  for (const text of texts) {
    const last = full.at(-1);
    if (last !== undefined && last.length + text.length <= most) full[full.length - 1] = last + text;
    else full.push(text.slice(0, most));
  }
  return full;
}

import { expect, type Page, test } from '@playwright/test';

test('figures of every weight are equally wide, and the letters come from here, as few as are needed', {
  tag: '@deep',
}, async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect.poll(() => loadedFaces(page)).toEqual(['IBM Plex Sans Variable']);
  expect(fonts).toHaveLength(1);
  expect(new URL(fonts[0] ?? '').origin).toBe(new URL(page.url()).origin);

  for (const weight of [400, 600, 700]) {
    const widths = await page.evaluate((fontWeight) => {
      const span = document.body.appendChild(document.createElement('span'));
      span.style.fontWeight = String(fontWeight);
      return Array.from({ length: 10 }, (_, digit) => {
        span.textContent = String(digit).repeat(20);
        return span.getBoundingClientRect().width;
      });
    }, weight);
    expect(Math.max(...widths) - Math.min(...widths), `weight ${weight}`).toBeLessThan(0.01);
  }

  const field = page.getByRole('textbox', { name: 'Email' });
  await expect(field).toHaveCSS('font-variant-numeric', 'tabular-nums');
  await expect(field).toHaveCSS('font-family', /^"IBM Plex Sans Variable"/);

  await field.fill('Ада Αδα');
  await expect.poll(() => fonts.length).toBe(3);
});

test('the licence of the letters goes with them', { tag: '@deep' }, async ({ request }) => {
  const licence = await request.get('/assets/typeface-license.txt');
  expect(await licence.text()).toContain('SIL OPEN FONT LICENSE');
});

function loadedFaces(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', '')),
  );
}

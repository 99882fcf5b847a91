import { expect, type Page, test } from '@playwright/test';
import { inDepth } from '../deep.ts';
import { signIn } from './session.ts';

/** Rows that are wholly in the first screen, by its size. */
const AIMS = [
  { width: 1440, height: 900, rows: 15 },
  { width: 1280, height: 800, rows: 10 },
  { width: 390, height: 844, rows: 5 },
];
/** Where rows stand below what belongs to them: the strip of time, the notice of a range. */
const LISTS = ['/transactions', '/users', '/classes?program_id=2', '/payouts', '/refunds'];
/** Largest layout shift of a screen, as browsers sum it. */
const MOST_SHIFT = 0.02;

for (const { width, height, rows } of inDepth(AIMS.slice(0, 1), AIMS))
  test(`the first screen of ${width} × ${height} shows ${rows} rows, each as high as the others`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await watchShift(page);
    await signIn(page, 'superadmin');
    for (const path of LISTS) {
      await page.goto(path);
      await expect(page.locator('tr[data-row]').nth(rows)).toBeAttached();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await inSight(page), path).toBeGreaterThanOrEqual(rows);
      expect(await heights(page), path).toHaveLength(1);
      expect(await shiftOf(page), path).toBeLessThanOrEqual(MOST_SHIFT);
    }
  });

function inSight(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('tr[data-row]')].filter(
        (row) => row.getBoundingClientRect().bottom <= window.innerHeight,
      ).length,
  );
}

function heights(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('tr[data-row]')].map(
      (row) => row.getBoundingClientRect().height,
    );
    return [...new Set(all.map(Math.round))];
  });
}

async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

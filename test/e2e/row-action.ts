import type { Locator, Page } from '@playwright/test';

/** The button of a row's menu; `of` is its name where several rows are in `place`. */
export function moreOf(place: Page | Locator, of?: string): Locator {
  return place.getByRole('button', of === undefined ? { name: /^More: / } : { name: `More: ${of}` });
}

/** Takes an action of a row that stands in its menu. */
export async function takeAction(place: Page | Locator, label: string, of?: string): Promise<void> {
  await moreOf(place, of).click();
  const page = 'page' in place ? place.page() : place;
  await page.getByRole('menuitem', { name: label, exact: true }).click();
}

import type { Locator } from '@playwright/test';

/** Opens a card that is one line because it holds no rows of its own. */
export async function unfold(card: Locator): Promise<void> {
  await card.waitFor({ timeout: 20_000 });
  const add = card.getByRole('button', { name: /^Add to / });
  if ((await add.count()) > 0) await add.click();
}

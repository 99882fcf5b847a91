import type { Page } from '@playwright/test';

/** What hostile texts get done from now on, as it happens: the dialogs that they open and the addresses of theirs that they ask. */
export function doneByTexts(page: Page): readonly string[] {
  const done: string[] = [];
  page.on('dialog', (dialog) => {
    done.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/evil\.example/.test(request.url())) done.push(request.url());
  });
  return done;
}

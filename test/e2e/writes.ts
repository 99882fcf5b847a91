import type { Page } from '@playwright/test';

/** A call that was not a read: its path below the prefix, its body, and its `Idempotency-Key`. */
export type Write = { path: string; body: unknown; key: string | undefined };

/** Collects what the page sends from now on, but for the session's own calls. */
export function writesOf(page: Page): Write[] {
  const writes: Write[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'GET' || path.includes('/auth')) return;
    writes.push({
      path: path.replace('/api/wladmin/', ''),
      body: request.postDataJSON() as unknown,
      key: request.headers()['idempotency-key'],
    });
  });
  return writes;
}

/** Tokens that are exchanged while pages come and go, on a server that takes its time. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { DEMO_PASSWORD, signInAs } from '../../../test/e2e/session.ts';

const LATE_MS = 1_500;

/** Stands before the server, and hands the answers to exchanges of tokens on late. */
async function slowServer(target: string): Promise<Server> {
  const { hostname, port, host } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { url: path = '/', method, headers } = incoming;
    const onward = request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
      const late = path.endsWith('/auth/refresh') ? LATE_MS : 0;
      setTimeout(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }, late);
    });
    // A page that has gone closes its connections, and the exchange goes on.
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

test('a page that is reloaded or closed while a token is exchanged stays signed in, and so do other tabs', async ({
  browser,
  baseURL,
}) => {
  const server = await slowServer(baseURL ?? '');
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` });
  try {
    const page = await context.newPage();
    await signInAs(page, 'superadmin@example.com', DEMO_PASSWORD);
    const dashboard = (tab: typeof page) => tab.getByRole('heading', { level: 1, name: 'Dashboard' });
    await expect(dashboard(page)).toBeVisible();
    for (let reloads = 0; reloads < 2; reloads += 1) {
      const exchanging = page.waitForRequest('**/auth/refresh');
      await page.reload({ waitUntil: 'commit' });
      await exchanging;
    }
    const other = await context.newPage();
    const exchanging = other.waitForRequest('**/auth/refresh');
    await other.goto('/admins', { waitUntil: 'commit' });
    await exchanging;
    await other.close();
    const last = await context.newPage();
    await last.goto('/');
    await expect(dashboard(last)).toBeVisible();
    await expect(dashboard(page)).toBeVisible();
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
});

import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDepth } from '../test/deep.ts';

let vite: ViteDevServer;
beforeAll(async () => {
  vite = await createServer({
    configFile: 'vite.config.ts',
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
    cacheDir: '../.cache/vite-test',
  });
  await vite.listen();
});
afterAll(() => vite.close());

test.runIf(inDepth(false, true))(
  'every module of the page is served as one, and a contract without its schemas',
  async () => {
    const seen = new Set(['/main.tsx']);
    // A set that grows while it is walked: what a module imports is asked for as well.
    for (const path of seen) {
      const response = await fetch(new URL(path, vite.resolvedUrls?.local[0]));
      expect(response.headers.get('content-type'), path).toMatch(/javascript/);
      if (path.includes('/node_modules/')) continue;
      const code = await response.text();
      const table = path.endsWith('contract.ts') ? code : '';
      expect(table, path).not.toMatch(/\bzod\b/);
      for (const [, next = ''] of code.matchAll(/(?:from|import\() ?"(\/[^"]+)"/g)) seen.add(next);
    }
    const paths = [...seen];
    expect(paths).toContainEqual('/api.ts');
    expect(paths.filter((path) => path.endsWith('-screen.tsx')).length).toBeGreaterThan(10);
    expect(paths.filter((path) => path.endsWith('/contract.ts')).length).toBeGreaterThan(5);
  },
);

import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** One file that Node runs. The client is taken from its source, so that a fresh clone needs no build of it. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { '@provost/site': resolve(import.meta.dirname, '../clients/site/site.ts') } },
  build: {
    ssr: 'site.tsx',
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node22',
    reportCompressedSize: false,
  },
});

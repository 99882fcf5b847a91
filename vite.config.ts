import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contractTables } from './cli/contract-tables.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '4000'}`;

const TYPEFACE = '@fontsource-variable/ibm-plex-sans';
const LIST_PARTS =
  /[\\/]web[\\/](?:parts[\\/](?:list-page|program-select)|ui[\\/](?:table[\\/](?:columns[\\/][\w-]+|cursor[\\/]row-keys|clamped|data-table|loaded-list|page-links|row-(?:actions|cells)|table-(?:fit|frame|head)|use-list)|chooser[\\/](?:filter-line|text-filter)))\.tsx?$/;

export default defineConfig({
  root: 'web',
  plugins: [contractTables(), react(), importedAtOnce(), typeface(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Vite would list in the entry what each screen needs, and with each screen every visit would carry more.
      resolveDependencies: (_file, chunks, { hostType }) => (hostType === 'html' ? chunks : []),
    },
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // What every visit and every list loads is packed in one piece each, in fewer requests and bytes.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'list', test: LIST_PARTS },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/api/', '/storage/', '/healthz', '/readyz'].map((path) => [path, server])),
  },
});

/** A screen or dialog names all that its imports will import, so that the browser asks for it in one go. */
function importedAtOnce(): Plugin {
  return {
    name: 'provost:imported-at-once',
    apply: 'build',
    renderChunk(code, chunk, _options, { chunks }) {
      if (!chunk.isDynamicEntry) return null;
      const there = reach(Object.values(chunks).filter(({ isEntry }) => isEntry));
      const needed = [...reach([chunk])].filter((name) => !there.has(name) && !chunk.imports.includes(name));
      const imports = needed
        .filter((name) => name !== chunk.fileName)
        .map((name) => `import './${basename(name)}';\n`);
      return imports.length > 0 ? { code: code + imports.join(''), map: null } : null;

      function reach(open: readonly { fileName: string; imports: string[] }[], seen = new Set<string>()) {
        for (const { fileName, imports } of open) {
          if (seen.has(fileName)) continue;
          seen.add(fileName);
          reach(
            imports.flatMap((name) => chunks[name] ?? []),
            seen,
          );
        }
        return seen;
      }
    },
  };
}

/** The letters of nearly every text are asked for before the styles that name them; their licence goes with them. */
function typeface(): Plugin {
  return {
    name: 'provost:typeface',
    apply: 'build',
    generateBundle() {
      const source = readFileSync(new URL('LICENSE', import.meta.resolve(`${TYPEFACE}/package.json`)));
      this.emitFile({ type: 'asset', fileName: 'assets/typeface-license.txt', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const latin = Object.keys(bundle).find((name) => name.includes('-latin-wght-normal'));
        if (!latin) throw new Error(`${TYPEFACE} has no latin letters any more`);
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          href: `/${latin}`,
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** Brotli at its best takes too long for a request, and the hashed assets never change. */
function precompress(): Plugin {
  return {
    name: 'provost:precompress',
    apply: 'build',
    writeBundle(options, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/^assets\/.*\.(?:m?js|css|svg|json)$/.test(name)) continue;
        const file = resolve(options.dir ?? '.', name);
        const content = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
        );
      }
    },
  };
}

/** Our TypeScript without its types, made once for a run: each process that a test starts would take as long for it as for all else. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Writes them below `folder`, and answers the NODE_OPTIONS by which a process reads them there. */
export function stripOnce(folder: string): string {
  const stripped = path.join(folder, 'stripped');
  mkdirSync(stripped);
  for (const file of globSync('{cli,core,features,server,test}/**/*.ts', { cwd: ROOT })) {
    const source = readFileSync(path.join(ROOT, file));
    writeFileSync(nameIn(stripped, source), stripTypeScriptTypes(source.toString()));
  }
  // This file too, or the hook would have to be stripped by every process before it strips nothing.
  const hook = path.join(stripped, 'hook.mjs');
  const own = stripTypeScriptTypes(readFileSync(import.meta.filename, 'utf8'));
  writeFileSync(hook, `${own}\n${readStripped.name}(${JSON.stringify(stripped)});\n`);
  return `--import=${pathToFileURL(hook).href}`;
}

/** By its content: what has changed since is stripped as ever. */
function nameIn(stripped: string, source: Buffer): string {
  return path.join(stripped, createHash('sha256').update(source).digest('hex'));
}

function readStripped(stripped: string): void {
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
      const kept = nameIn(stripped, readFileSync(fileURLToPath(url)));
      if (!existsSync(kept)) return next(url, context);
      return { format: 'module', source: readFileSync(kept), shortCircuit: true };
    },
  });
}

import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const MODEL = '/features/gift-categories/';
const SCREENS = `${MODEL}web/screens.tsx`;
const LIST = 'export const SCREENS: readonly Screen[] = [';

/** Adds copies of a real feature in other words, to weigh the app with screens still to come. */
export function screensToCome(count: number): Plugin {
  const copies = Array.from({ length: count }, (_, index) => String(index + 1));
  return {
    name: 'provost:screens-to-come',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const copy = /\?copy=(\d+)/.exec(importer ?? '')?.[1];
      if (!copy || source.includes('?')) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found?.id.includes(MODEL) ? `${found.id}?copy=${copy}` : found;
    },
    transform(code, id) {
      if (id.endsWith('/web/screens.ts')) return withCopies(code, copies);
      const copy = /\?copy=(\d+)/.exec(id)?.[1];
      return copy && id.includes(SCREENS) ? inWordsOf(copy, code) : undefined;
    },
  };
}

function withCopies(list: string, copies: string[]): string {
  if (!list.includes(LIST))
    throw new Error(`web/screens.ts has no "${LIST}": say here where the screens stand`);
  const imports = copies.map(
    (copy) => `import { giftCategoriesScreens as copy${copy} } from '..${SCREENS}?copy=${copy}';\n`,
  );
  return imports.join('') + list.replace(LIST, LIST + copies.map((copy) => `...copy${copy},`).join(''));
}

/** Replaces words: twenty equal copies would compress to nothing. */
function inWordsOf(copy: string, screens: string): string {
  return screens.replaceAll(/(?<!\.\/)\b(?:giveaways|category|categories)\b/gi, (word) =>
    madeUp(`${copy} ${word}`, word.length),
  );
}

function madeUp(seed: string, length: number): string {
  return createHash('sha256').update(seed).digest('base64url').slice(0, length);
}

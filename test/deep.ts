/** How far the tests go: `npm test` takes the usual of each pair, `npm run test:deep`, which sets DEEP, the deep. */
const isDeep = process.env.DEEP === '1';

export function inDepth<Value>(usual: Value, deep: Value): Value {
  return isDeep ? deep : usual;
}

type ColorScheme = 'light' | 'dark';
const BOTH: readonly ColorScheme[] = ['light', 'dark'];

/** What axe looks at a screen and its dialogs in; Home, fields and a short list are looked at always. */
export const COLOR_SCHEMES = inDepth([], BOTH);

/** The same for what is looked at in every run: the reference noun, and tests that are about more than axe. */
export const COLOR_SCHEMES_ALWAYS = inDepth<readonly ColorScheme[]>(['light'], BOTH);

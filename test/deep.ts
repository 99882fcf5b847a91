/** How far the tests go: `npm test` takes the usual of each pair, `npm run test:deep`, which sets DEEP, the deep. */
const isDeep = process.env.DEEP === '1';

export function inDepth<Value>(usual: Value, deep: Value): Value {
  return isDeep ? deep : usual;
}

/** What axe looks at a screen and its dialogs in; home, fields and short lists are looked at in the dark always. */
export const COLOR_SCHEMES = inDepth<readonly ('light' | 'dark')[]>(['light'], ['light', 'dark']);

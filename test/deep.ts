/** How far the tests go: `npm test` takes the usual of each pair, `npm run test:deep`, which sets DEEP, the deep. */
const isDeep = process.env.DEEP === '1';

export function inDepth<Value>(usual: Value, deep: Value): Value {
  return isDeep ? deep : usual;
}

import { expect, test } from 'vitest';
import { beginTrace, runTraced, traceNow, traceOf, traceparent } from './trace.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-ff`, true],
  [`cc-${TRACE}-${SPAN}-02-what-comes-later`, false],
])('%s is gone on with, by a span of our own', (header, sampled) => {
  const trace = traceOf(header);
  expect(trace).toMatchObject({ trace_id: TRACE, sampled });
  expect(trace.span_id).not.toBe(SPAN);
  expect(traceparent(trace)).toBe(`00-${TRACE}-${trace.span_id}-${sampled ? '01' : '00'}`);
});

test.each([
  undefined,
  '',
  'ann@example.com',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  `00-${'g'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-1`,
])('%s begins a trace', (header) => {
  const begun = traceparent(traceOf(header)).split('-');
  expect(begun.map((part) => part.length)).toEqual([2, 32, 16, 2]);
  expect(begun[1]).toMatch(/^[0-9a-f]{32}$/);
  expect([TRACE, header?.split('-')[1]]).not.toContain(begun[1]);
});

test('is that of what is running, and of none beside it', async () => {
  const [one, other] = [beginTrace(), beginTrace()];
  const running = runTraced(one, async () => {
    await runTraced(other, async () => expect(traceNow()).toBe(other.trace_id));
    return traceNow();
  });
  expect(traceNow()).toBeUndefined();
  expect(await running).toBe(one.trace_id);
});

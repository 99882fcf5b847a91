/** State that a request or a pass carries along by itself: its trace, and how long its statements may take (decision 227). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** A trace by the names of W3C Trace Context, in small hexadecimal digits: 32 of the trace, 16 of our part in it. */
export type Trace = { trace_id: string; span_id: string; sampled: boolean };

type Carried = { trace: Trace; statement_seconds: number };

const carried = new AsyncLocalStorage<Carried>();

/** Begins a trace, or goes on with that of another party, where it named one. */
export function beginTrace(trace_id = randomBytes(16).toString('hex'), sampled = false): Trace {
  return { trace_id, span_id: randomBytes(8).toString('hex'), sampled };
}

/** Reads the header `traceparent`: goes on with its trace, and begins one where it is absent or not valid. */
export function traceOf(header: string | string[] | undefined): Trace {
  if (typeof header !== 'string') return beginTrace();
  const [version = '', trace_id = '', parent_id = '', flags = '', ...more] = header.split('-', 5);
  const isValid =
    isHex(version, 2) &&
    version !== 'ff' &&
    (version !== '00' || more.length === 0) &&
    isHex(trace_id, 32) &&
    isHex(parent_id, 16) &&
    isHex(flags, 2);
  return isValid ? beginTrace(trace_id, (Number.parseInt(flags, 16) & 1) === 1) : beginTrace();
}

/** Writes a trace as the header `traceparent` says it. */
export function traceparent({ trace_id, span_id, sampled }: Trace): string {
  return `00-${trace_id}-${span_id}-${sampled ? '01' : '00'}`;
}

/** Runs `work`, and all that it begins, as a part of `trace`, its statements for as long as they need unless `statement_seconds` are given. */
export function runTraced<Result>(trace: Trace, work: () => Result, statement_seconds = 0): Result {
  return carried.run({ trace, statement_seconds }, work);
}

/** Runs `work` as a part of what is running, its statements for as long as they need. */
export function unhurried<Result>(work: () => Result): Result {
  const now = carried.getStore();
  return now ? carried.run({ ...now, statement_seconds: 0 }, work) : work();
}

/** Returns the trace of what is running; undefined outside of requests and passes. */
export function traceNow(): string | undefined {
  return carried.getStore()?.trace.trace_id;
}

/** Returns the seconds that a statement of what is running may take; 0 for as long as it needs. */
export function statementSeconds(): number {
  return carried.getStore()?.statement_seconds ?? 0;
}

/** True for that many small hexadecimal digits; those of an id are not all 0. */
function isHex(text: string, digits: number): boolean {
  return text.length === digits && /^[\da-f]+$/.test(text) && (digits === 2 || !/^0+$/.test(text));
}

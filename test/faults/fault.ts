/** A small edit that makes the product wrong, and the test that is to see it. */
export type Fault = {
  /** What would be wrong, in words; the first is its kind: money, access, save, list, focus, mail, start. */
  what: string;
  /** The source, from the root. */
  at: string;
  /** Stands there once. */
  from: string;
  to: string;
  /** The test file. */
  by: string;
};

/** Faults of one source that one test is to see, each as what would be wrong, the text that stands there once, and the text instead. */
export function faultsIn(
  at: string,
  by: string,
  edits: readonly (readonly [what: string, from: string, to: string])[],
): Fault[] {
  return edits.map(([what, from, to]) => ({ what, at, from, to, by }));
}

import type { Node } from 'typescript/unstable/ast';

/** Stands in a text where a value is sent beside it. */
export const PARAMETER = '\u0001';

export type Value =
  | { kind: 'sql' | 'text'; text: string }
  | { kind: 'list'; items: (Value | undefined)[] }
  | { kind: 'object'; names: string[]; get: (name: string) => Value | undefined }
  | { kind: 'function'; node: FunctionNode; env: Env };

/** Values of parameters, and which way is taken where a condition cannot be known: the first one or the other. */
export type Env = { values: ReadonlyMap<Node, Value | undefined>; first: boolean; depth: number };

export type FunctionNode = Node & {
  parameters: readonly Node[];
  body?: Node | undefined;
};

/** Calls within calls, where the text is given up. */
export const DEEPEST_CALL = 15;

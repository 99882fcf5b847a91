import { faultAt } from './sql-fault.ts';

export type Node = Readonly<Record<string, unknown>>;

/** Walks a tree to its leaves; what nobody has said to be there is refused where it stands. */
export class NodeReader {
  readonly #sql: string;
  /** The place of the last node that says its own, in bytes: nodes without one stand behind it. */
  #place = 0;

  constructor(sql: string) {
    this.#sql = sql;
  }

  get end(): number {
    return Buffer.byteLength(this.#sql);
  }

  /** A list of one name, of an operator or a function. */
  word(names: unknown): string {
    const [name, second] = this.list(names);
    if (second !== undefined) this.refuse('This is not accepted');
    const { sval } = this.body(name, 'String', ['sval']);
    return typeof sval === 'string' ? sval : this.refuse('This is not accepted');
  }

  body(node: unknown, kind: string, keys: readonly string[]): Node {
    return this.node(this.kind(node, [kind])[1], keys);
  }

  kind(node: unknown, kinds: readonly string[]): [kind: string, body: unknown] {
    const [entry, second] = isObject(node) ? Object.entries(node) : [];
    if (!entry || second !== undefined || !kinds.includes(entry[0])) {
      this.see(entry?.[1]);
      return this.refuse('This is not accepted');
    }
    return entry;
  }

  list(value: unknown): readonly unknown[] {
    return Array.isArray(value) ? value : value === undefined ? [] : this.refuse('This is not accepted');
  }

  /** The object, with no key but these; its place is where a fault is said to be. */
  node(value: unknown, keys: readonly string[]): Node {
    if (!isObject(value)) return this.refuse('This is not accepted');
    this.see(value);
    for (const key of Object.keys(value))
      if (!keys.includes(key)) this.refuse('This is not accepted', placeOf(value[key]));
    return value;
  }

  see(value: unknown): void {
    const place = isObject(value) ? value['location'] : undefined;
    if (typeof place === 'number' && place >= 0) this.#place = place;
  }

  refuse(message: string, place?: unknown): never {
    throw faultAt(this.#sql, typeof place === 'number' && place >= 0 ? place : this.#place, message);
  }
}

export function isObject(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first place that anything within says, for what has none of its own. */
function placeOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.map(placeOf).find((place) => place !== undefined);
  if (!isObject(value)) return undefined;
  const own = value['location'];
  return typeof own === 'number' && own >= 0 ? own : placeOf(Object.values(value));
}

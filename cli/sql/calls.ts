import type { Node } from 'typescript/unstable/ast';
import {
  isBlock,
  isIdentifier,
  isNumericLiteral,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast/is';
import type { Checker } from 'typescript/unstable/sync';
import { DEEPEST_CALL, type Env, type FunctionNode, PARAMETER, type Value } from './values.ts';

export type Reader = {
  checker: Checker;
  evaluate(node: Node, env: Env): Value | undefined;
  isFragment(node: Node): boolean;
  truthOf(test: Node, env: Env): boolean | undefined;
  bind(
    node: FunctionNode,
    args: readonly (Value | undefined)[],
    outer: Env['values'],
  ): Map<Node, Value | undefined>;
  result(
    called: Value & { kind: 'function' },
    args: readonly (Value | undefined)[],
    env: Env,
  ): Value | undefined;
};

/** Evaluates a call of `sql`, of a list, of an object or of a function of the sources. */
export function callOf(reader: Reader, callee: Node, args: readonly Node[], env: Env): Value | undefined {
  if (env.depth > DEEPEST_CALL) return undefined;
  const deeper = { ...env, depth: env.depth + 1 };
  if (isPropertyAccessExpression(callee)) {
    const [object, name] = [callee.expression, callee.name.text];
    if (isIdentifier(object) && object.text === 'sql') return ofSqlCall(reader, name, args, deeper);
    if (isIdentifier(object) && object.text === 'Object') return ofEntries(reader, name, args[0], deeper);
    if (name === 'map') return ofMap(reader, object, args[0], deeper);
    if (name === 'flatMap') return flat(ofMap(reader, object, args[0], deeper));
    const value = reader.evaluate(object, deeper);
    if (name === 'filter') return ofFilter(reader, value, args[0], deeper);
    if (['toSorted', 'toReversed', '$castTo', '$notNull'].includes(name)) return value;
    if (name === 'slice' && value?.kind === 'text')
      return { kind: 'text', text: value.text.slice(...args.map((arg) => Number(arg.getText()))) };
  }
  const called = reader.evaluate(callee, deeper);
  return called?.kind === 'function'
    ? reader.result(
        called,
        args.map((arg) => reader.evaluate(arg, deeper)),
        deeper,
      )
    : undefined;
}

function ofSqlCall(reader: Reader, name: string, args: readonly Node[], env: Env): Value | undefined {
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (name === 'join') return joined(reader, first, second, env);
  if (name === 'val' || name === 'value') return { kind: 'sql', text: PARAMETER };
  const value = reader.evaluate(first, env);
  if (name === 'lit')
    return { kind: 'sql', text: value?.kind === 'text' ? literal(first, value.text) : 'null' };
  if (value?.kind !== 'text' || value.text === '') return undefined;
  if (name === 'raw') return { kind: 'sql', text: value.text };
  if (name !== 'ref' && name !== 'table' && name !== 'id') return undefined;
  const quoted = value.text.split('.').map((part) => `"${part}"`);
  return { kind: 'sql', text: quoted.join('.') };
}

function joined(reader: Reader, list: Node, separator: Node | undefined, env: Env): Value | undefined {
  const value = reader.evaluate(list, env);
  const between = separator ? reader.evaluate(separator, env) : { kind: 'sql' as const, text: ', ' };
  if (between?.kind !== 'sql') return undefined;
  if (value?.kind !== 'list') {
    const type = reader.checker.getTypeAtLocation(list);
    if (type && /RawBuilder|Expression/.test(reader.checker.typeToString(type))) return undefined;
    return { kind: 'sql', text: PARAMETER };
  }
  if (value.items.length === 0 || value.items.includes(undefined)) return undefined;
  const texts = value.items.map((item) => (item?.kind === 'sql' ? item.text : PARAMETER));
  return { kind: 'sql', text: texts.join(between.text) };
}

function ofEntries(reader: Reader, name: string, object: Node | undefined, env: Env): Value | undefined {
  const value = object && reader.evaluate(object, env);
  if (value?.kind !== 'object') return undefined;
  const text = (of: string): Value => ({ kind: 'text', text: of });
  if (name === 'keys') return { kind: 'list', items: value.names.map(text) };
  if (name === 'values') return { kind: 'list', items: value.names.map((each) => value.get(each)) };
  if (name !== 'entries') return undefined;
  return {
    kind: 'list',
    items: value.names.map((each) => ({ kind: 'list', items: [text(each), value.get(each)] })),
  };
}

/** Maps a list; one item stands for all where the list is not known. */
function ofMap(reader: Reader, list: Node, work: Node | undefined, env: Env): Value | undefined {
  const value = reader.evaluate(list, env);
  const called = work && reader.evaluate(work, env);
  if (called?.kind !== 'function') return undefined;
  const items = value?.kind === 'list' ? value.items : [undefined];
  const body = called.node.body;
  return {
    kind: 'list',
    items: items.map((item) => {
      const made = reader.result(called, [item], env);
      return (
        made ?? (body && !isBlock(body) && !reader.isFragment(body) ? { kind: 'text', text: '' } : undefined)
      );
    }),
  };
}

/** Filters by a comparison of names; any other filter is not known and leaves nothing out. */
function ofFilter(
  reader: Reader,
  value: Value | undefined,
  work: Node | undefined,
  env: Env,
): Value | undefined {
  const called = work && reader.evaluate(work, env);
  if (value?.kind !== 'list' || called?.kind !== 'function') return value;
  const { node, env: outer } = called;
  const items = value.items.filter(
    (item) =>
      !node.body ||
      reader.truthOf(node.body, { ...env, values: reader.bind(node, [item], outer.values) }) !== false,
  );
  return { kind: 'list', items };
}

function flat(value: Value | undefined): Value | undefined {
  if (value?.kind !== 'list') return value;
  return {
    kind: 'list',
    items: value.items.flatMap((item) => (item?.kind === 'list' ? item.items : [item])),
  };
}

function literal(node: Node, text: string): string {
  return isNumericLiteral(node) || /^\d+$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

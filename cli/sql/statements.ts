import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast/is';
import { type Project, type Type, TypeFlags } from 'typescript/unstable/sync';
import { type Evaluator, evaluatorOf } from './evaluate.ts';
import { type Env, type FunctionNode, PARAMETER } from './values.ts';

export type Statement = {
  /** `features/x/server/y.ts:12`. */
  at: string;
  /** Several where it depends on something; none where it cannot be read. */
  texts: string[];
  /** The fragments that cannot be read, where none could. */
  missing: string[];
  /** True where the sources type the row of the answer; `row` is that type where it can be told here. */
  isTyped: boolean;
  row: Type | undefined;
};

const FURTHEST_CALLER = 3;

/** Calls that send a statement, or make what is sent again and again. */
const EXECUTED = new Set(['execute', 'compile']);

/** Returns the statements of these files of the project; a statement that its callers type is one for each of them. */
export function statementsOf(project: Project, files: readonly string[]): Statement[] {
  const { checker } = project;
  const evaluator = evaluatorOf(project);
  const sources = files.flatMap((file) => project.program.getSourceFile(file) ?? []);
  const calls = new Map<string, CallExpression[]>();
  const executed: { call: CallExpression; source: SourceFile }[] = [];
  for (const source of sources) walk(source, source);
  return executed.flatMap(({ call, source }) => read(call, source));

  function walk(node: Node, source: SourceFile): void {
    if (isCallExpression(node)) {
      const callee = node.expression;
      if (isIdentifier(callee)) calls.set(callee.text, [...(calls.get(callee.text) ?? []), node]);
      else if (
        isPropertyAccessExpression(callee) &&
        EXECUTED.has(callee.name.text) &&
        node.arguments.length === 1
      )
        executed.push({ call: node, source });
    }
    node.forEachChild((child) => walk(child, source));
  }

  function read(call: CallExpression, source: SourceFile): Statement[] {
    if (!isPropertyAccessExpression(call.expression)) return [];
    const object = call.expression.expression;
    const type = checker.getTypeAtLocation(object);
    if (!type || !checker.typeToString(type).startsWith('RawBuilder<')) return [];
    const row = checker.getTypeArguments(type as Parameters<typeof checker.getTypeArguments>[0])[0];
    const at = `${source.fileName}:${source.text.slice(0, object.getStart()).split('\n').length}`;
    const isSaid = row !== undefined && (row.flags & (TypeFlags.Unknown | TypeFlags.Any)) === 0;
    evaluator.missing.clear();
    if (isSaid && row.isTypeParameter()) return generic(object, checker.typeToString(row), at);
    const isOpen = isSaid && mentionsParameter(checker.typeToString(row), object);
    return [{ at, ...textsOf(object), isTyped: isSaid, row: isSaid && !isOpen ? row : undefined }];
  }

  /** Reads the text of a statement alone, or else with the values that the callers of its function pass. */
  function textsOf(object: Node): Pick<Statement, 'texts' | 'missing'> {
    const texts = new Set<string>();
    for (const first of [true, false])
      for (let far = 0; far <= FURTHEST_CALLER; far++) {
        const found = envsOf(object, first, far).flatMap((env) => textIn(object, env));
        for (const text of found) texts.add(text);
        if (found.length > 0) break;
      }
    return { texts: [...texts], missing: texts.size > 0 ? [] : [...evaluator.missing] };
  }

  function textIn(object: Node, env: Env): string[] {
    const value = evaluator.evaluate(object, env);
    return value?.kind === 'sql' ? [numbered(value.text)] : [];
  }

  /** Returns the values of the parameters around a node, from callers up to `far` calls away. */
  function envsOf(node: Node, first: boolean, far: number): Env[] {
    if (far === 0) return [{ values: new Map(), first, depth: 0 }];
    const around = functionAround(node);
    if (!around) return [];
    return callsOf(around).flatMap((call) =>
      envsOf(call, first, far - 1).map((env) => ({ ...env, values: boundBy(evaluator, around, call, env) })),
    );
  }

  /** A statement whose row its caller says: one of each caller. */
  function generic(object: Node, name: string, at: string): Statement[] {
    const around = functionAround(object);
    if (!around)
      return [{ at, texts: [], missing: ['no function around it'], isTyped: true, row: undefined }];
    return callersOf(around, name, FURTHEST_CALLER).map(({ call, row, bind }) => {
      const source = call.getSourceFile();
      evaluator.missing.clear();
      const texts = new Set(
        [true, false].flatMap((first) =>
          [0, 1, 2].flatMap((far) =>
            envsOf(call, first, far).flatMap((env) => textIn(object, { ...env, values: bind(env) })),
          ),
        ),
      );
      return {
        at: `${source.fileName}:${source.text.slice(0, call.getStart()).split('\n').length}`,
        texts: [...texts],
        missing: texts.size > 0 ? [] : [...evaluator.missing],
        isTyped: true,
        row: row && mentionsParameter(checker.typeToString(row), call) ? undefined : row,
      };
    });
  }

  function callersOf(around: FunctionNode, name: string, far: number): Caller[] {
    const place = typeParametersOf(around).indexOf(name);
    return callsOf(around).flatMap((call): Caller[] => {
      const node = call.typeArguments?.[place];
      const row = node && checker.getTypeFromTypeNode(node);
      const bind = (env: Env) => boundBy(evaluator, around, call, env);
      const outer = functionAround(call);
      if (!row?.isTypeParameter() || !outer || far === 0) return [{ call, row, bind }];
      return callersOf(outer, checker.typeToString(row), far - 1).map((further) => ({
        ...further,
        bind: (env: Env) => bind({ ...env, values: further.bind(env) }),
      }));
    });
  }

  function callsOf(around: FunctionNode): CallExpression[] {
    const name = (around as unknown as { name?: Node }).name?.getText();
    return (name ? (calls.get(name) ?? []) : []).filter(
      (call) => evaluator.declarationOf(call.expression) === around,
    );
  }
}

type Caller = { call: CallExpression; row: Type | undefined; bind: (env: Env) => Env['values'] };

function boundBy(evaluator: Evaluator, around: FunctionNode, call: CallExpression, env: Env): Env['values'] {
  return evaluator.bind(
    around,
    call.arguments.map((argument) => evaluator.evaluate(argument, env)),
    env.values,
  );
}

function functionAround(node: Node): FunctionNode | undefined {
  for (let at = node.parent; at; at = at.parent)
    if (isFunctionDeclaration(at)) return at as unknown as FunctionNode;
  return undefined;
}

function mentionsParameter(type: string, node: Node): boolean {
  const around = functionAround(node);
  return around !== undefined && typeParametersOf(around).some((name) => type.split(/\W+/).includes(name));
}

function typeParametersOf(node: FunctionNode): string[] {
  const { typeParameters = [] } = node as unknown as { typeParameters?: readonly { name: Node }[] };
  return typeParameters.map(({ name }) => name.getText());
}

function numbered(text: string): string {
  let last = 0;
  return text.replaceAll(PARAMETER, () => `$${++last}`);
}

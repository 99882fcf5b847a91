/** Evaluates an expression of the sources to its SQL text without running it: fragments are followed to where they are made. */
import type { Expression, Node } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isIfStatement,
  isMethodDeclaration,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import type { Project, Symbol } from 'typescript/unstable/sync';
import { SymbolFlags } from 'typescript/unstable/sync';
import { callOf } from './calls.ts';
import { DEEPEST_CALL, type Env, type FunctionNode, PARAMETER, type Value } from './values.ts';

export type Evaluator = ReturnType<typeof evaluatorOf>;

/** `missing` holds the fragments that could not be read since it was emptied. */
export function evaluatorOf(project: Project) {
  const { checker } = project;
  const declarations = new Map<Node, Node | undefined>();
  const fragments = new Map<Node, boolean>();
  const missing = new Set<string>();

  const reader = { checker, evaluate, isFragment, truthOf, bind, result };

  return { evaluate, declarationOf, bind, missing };

  /** Undefined where it cannot be known. */
  function evaluate(node: Node, env: Env): Value | undefined {
    if (isParenthesizedExpression(node) || isAsExpression(node) || isNonNullExpression(node))
      return evaluate(node.expression, env);
    if (isSatisfiesExpression(node) || isAwaitExpression(node)) return evaluate(node.expression, env);
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node))
      return { kind: 'text', text: node.text };
    if (isTaggedTemplateExpression(node)) return ofTemplate(node.template, env);
    if (isTemplateExpression(node)) return ofText(node, env);
    if (isArrowFunction(node) || isFunctionExpression(node))
      return { kind: 'function', node: node as unknown as FunctionNode, env };
    if (isIdentifier(node)) return ofDeclaration(declarationOf(node), env);
    if (isConditionalExpression(node)) {
      const holds = truthOf(node.condition, env);
      if (holds !== undefined) return evaluate(holds ? node.whenTrue : node.whenFalse, env);
      return either(node.whenTrue, node.whenFalse, env);
    }
    if (isBinaryExpression(node)) return ofBinary(node.left, node.operatorToken.getText(), node.right, env);
    if (isArrayLiteralExpression(node)) return ofArray(node.elements, env);
    if (isObjectLiteralExpression(node)) return ofObject(node.properties, env);
    if (isPropertyAccessExpression(node)) return ofProperty(evaluate(node.expression, env), node.name.text);
    if (isElementAccessExpression(node)) {
      const key = evaluate(node.argumentExpression, env);
      return ofProperty(
        evaluate(node.expression, env),
        key?.kind === 'text' ? key.text : undefined,
        env.first,
      );
    }
    if (isCallExpression(node)) return callOf(reader, node.expression, node.arguments, env);
    return undefined;
  }

  /** Fragments are part of the text, all else is sent as a value. Undefined where a fragment cannot be read. */
  function ofTemplate(template: Node, env: Env): Value | undefined {
    if (isNoSubstitutionTemplateLiteral(template)) return { kind: 'sql', text: template.text };
    if (!isTemplateExpression(template)) return undefined;
    let text = template.head.text;
    for (const span of template.templateSpans) {
      const part = spliced(span.expression, env);
      if (part === undefined) return undefined;
      text += part + span.literal.text;
    }
    return { kind: 'sql', text };
  }

  function spliced(node: Expression, env: Env): string | undefined {
    const value = evaluate(node, env);
    if (value?.kind === 'sql') return value.text;
    if (value !== undefined || !isFragment(node)) return PARAMETER;
    missing.add(node.getText());
    return undefined;
  }

  function isFragment(node: Node): boolean {
    const known = fragments.get(node);
    if (known !== undefined) return known;
    const type = checker.getTypeAtLocation(node);
    const present = type && (checker.getNonNullableType(type) ?? type);
    const is = present !== undefined && checker.getPropertyOfType(present, 'toOperationNode') !== undefined;
    fragments.set(node, is);
    return is;
  }

  function ofText(node: Node, env: Env): Value | undefined {
    if (!isTemplateExpression(node)) return undefined;
    let text = node.head.text;
    for (const span of node.templateSpans) {
      const part = evaluate(span.expression, env);
      if (part?.kind !== 'text') return undefined;
      text += part.text + span.literal.text;
    }
    return { kind: 'text', text };
  }

  function either(first: Node, second: Node, env: Env): Value | undefined {
    const [one, other] = env.first ? [first, second] : [second, first];
    return evaluate(one, env) ?? evaluate(other, env);
  }

  function ofBinary(left: Node, operator: string, right: Node, env: Env): Value | undefined {
    if (operator === '??' || operator === '||') return either(left, right, env);
    if (operator === '&&') return evaluate(right, env);
    if (operator !== '+') return undefined;
    const [a, b] = [evaluate(left, env), evaluate(right, env)];
    return a?.kind === 'text' && b?.kind === 'text' ? { kind: 'text', text: a.text + b.text } : undefined;
  }

  function ofArray(elements: readonly Node[], env: Env): Value {
    const items = elements.flatMap((element) => {
      if (!isSpreadElement(element)) return [itemOf(element, env)];
      const spread = evaluate(element.expression, env);
      return spread?.kind === 'list' ? spread.items : [];
    });
    return { kind: 'list', items };
  }

  /** A fragment that cannot be read is said; what is none is a value. */
  function itemOf(node: Node, env: Env): Value | undefined {
    const value = evaluate(node, env);
    if (value !== undefined) return value;
    if (isFragment(node)) {
      missing.add(node.getText());
      return undefined;
    }
    return { kind: 'text', text: '' };
  }

  function ofObject(properties: readonly Node[], env: Env): Value {
    const getters = new Map<string, () => Value | undefined>();
    for (const property of properties) {
      if (isSpreadAssignment(property)) {
        const spread = evaluate(property.expression, env);
        if (spread?.kind === 'object')
          for (const name of spread.names) getters.set(name, () => spread.get(name));
      } else if (isPropertyAssignment(property))
        getters.set(nameOf(property.name), () => evaluate(property.initializer, env));
      else if (isShorthandPropertyAssignment(property))
        getters.set(nameOf(property.name), () => ofDeclaration(shorthandOf(property), env));
      else if (isMethodDeclaration(property))
        getters.set(nameOf(property.name), () => ({
          kind: 'function',
          node: property as unknown as FunctionNode,
          env,
        }));
    }
    return { kind: 'object', names: [...getters.keys()], get: (name) => getters.get(name)?.() };
  }

  function ofProperty(value: Value | undefined, name: string | undefined, first = true): Value | undefined {
    if (value?.kind === 'list')
      return name === undefined ? value.items.at(first ? 0 : -1) : value.items[Number(name)];
    if (value?.kind !== 'object') return undefined;
    const chosen = name ?? value.names.at(first ? 0 : -1);
    return chosen === undefined ? undefined : value.get(chosen);
  }

  function ofDeclaration(node: Node | undefined, env: Env): Value | undefined {
    if (node === undefined || env.depth > DEEPEST_CALL) return undefined;
    if (isFunctionDeclaration(node))
      return { kind: 'function', node: node as unknown as FunctionNode, env: { ...env, values: new Map() } };
    if (isVariableDeclaration(node)) return node.initializer && evaluate(node.initializer, env);
    if (isParameterDeclaration(node))
      return env.values.get(node) ?? (node.initializer && evaluate(node.initializer, env));
    if (!isBindingElement(node)) return undefined;
    const pattern = node.parent;
    const whole =
      isVariableDeclaration(pattern.parent) && pattern.parent.initializer
        ? evaluate(pattern.parent.initializer, env)
        : ofDeclaration(pattern.parent, env);
    const part = node.dotDotDotToken ? restOf(whole, pattern) : ofProperty(whole, placeOf(node, pattern));
    return part ?? (node.initializer && evaluate(node.initializer, env));
  }

  function truthOf(test: Node, env: Env): boolean | undefined {
    if (!isBinaryExpression(test)) return undefined;
    const operator = test.operatorToken.getText();
    if (operator !== '===' && operator !== '!==') return undefined;
    const [left, right] = [evaluate(test.left, env), evaluate(test.right, env)];
    if (left?.kind !== 'text' || right?.kind !== 'text') return undefined;
    return (left.text === right.text) === (operator === '===');
  }

  function result(
    { node, env }: Value & { kind: 'function' },
    args: readonly (Value | undefined)[],
    { first, depth }: Env,
  ): Value | undefined {
    if (!node.body) return undefined;
    const within = { values: bind(node, args, env.values), first, depth };
    return isBlock(node.body) ? returned(node.body.statements, within) : evaluate(node.body, within);
  }

  function bind(node: FunctionNode, args: readonly (Value | undefined)[], outer: Env['values']) {
    const values = new Map(outer);
    for (const [index, parameter] of node.parameters.entries()) values.set(parameter, args[index]);
    return values;
  }

  function returned(statements: readonly Node[], env: Env): Value | undefined {
    for (const statement of statements) {
      if (isReturnStatement(statement)) return statement.expression && evaluate(statement.expression, env);
      if (!isIfStatement(statement)) continue;
      const branch = env.first ? statement.thenStatement : statement.elseStatement;
      if (!branch) continue;
      const value = returned(isBlock(branch) ? branch.statements : [branch], env);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  function declarationOf(node: Node): Node | undefined {
    if (!declarations.has(node)) declarations.set(node, sourceOf(checker.getSymbolAtLocation(node)));
    return declarations.get(node);
  }

  function shorthandOf(node: Node): Node | undefined {
    if (!declarations.has(node))
      declarations.set(node, sourceOf(checker.getShorthandAssignmentValueSymbol(node)));
    return declarations.get(node);
  }

  function sourceOf(symbol: Symbol | undefined): Node | undefined {
    const real =
      symbol && (symbol.flags & SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    return real?.valueDeclaration?.resolve(project);
  }
}

function restOf(whole: Value | undefined, pattern: Node): Value | undefined {
  if (whole?.kind !== 'object') return undefined;
  const taken = new Set<string>();
  pattern.forEachChild((child) => void taken.add(placeOf(child, pattern)));
  return { ...whole, names: whole.names.filter((name) => !taken.has(name)) };
}

function placeOf(element: Node, pattern: Node): string {
  if (!isBindingElement(element)) return '';
  if (isObjectBindingPattern(pattern)) return nameOf(element.propertyName ?? element.name ?? element);
  let place = -1;
  let index = 0;
  pattern.forEachChild((child) => {
    if (child === element) place = index;
    index++;
  });
  return String(place);
}

function nameOf(name: Node): string {
  return isIdentifier(name) || isStringLiteral(name) ? name.text : name.getText();
}

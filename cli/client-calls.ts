/** Writes clients/site/calls.ts, the types of a site's calls, from the contract; with `--check`, fails where it has drifted. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnyContractRouter } from '@orpc/contract';
import { traverseContractProcedures } from '@orpc/server';
import { contract, siteContract } from '../server/app.ts';
import { documentAt } from '../server/http/api-docs.ts';

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  contentMediaType?: string;
};

export type Operation = {
  summary?: string;
  parameters?: { name: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};

export type SiteOperation = { call: string; operation: Operation };

const BASE = '/api/site/';
const FILE = path.join(import.meta.dirname, '..', 'clients', 'site', 'calls.ts');

/** Values from which on an enumeration gets a name, that of the field which has it. */
const VALUES_OF_A_NAMED_TYPE = 10;

/** Returns the operations below `/api/site/`: those of the sites' contract and the few that staff's contract holds. */
export async function siteOperations(): Promise<SiteOperation[]> {
  const found = await Promise.all([operationsOf(siteContract), operationsOf(contract)]);
  return found.flat().toSorted((a, b) => (a.call < b.call ? -1 : 1));
}

async function operationsOf(router: AnyContractRouter) {
  const { paths = {} } = await documentAt('/api/site');
  const operations: SiteOperation[] = [];
  traverseContractProcedures({ router, path: [] }, ({ contract: procedure }) => {
    const { method = 'POST', path: address = '' } = procedure['~orpc'].route;
    if (!address.startsWith(BASE)) return;
    // The document has no word for a parameter that takes slashes too.
    const item = paths[address.replaceAll('{+', '{')] as Record<string, Operation> | undefined;
    const operation = item?.[method.toLowerCase()];
    if (!operation) throw new Error(`the document of sites has no ${method} ${address}`);
    operations.push({ call: `${method} ${address.slice(BASE.length)}`, operation });
  });
  return operations;
}

/** Returns the text of the types of these calls: plain TypeScript that imports nothing. */
export function callsText(operations: readonly SiteOperation[]): string {
  const named = new Map<string, string>();
  const calls = operations.map(({ call, operation }) => {
    const lines = [
      ...(operation.summary ? [`  /** ${operation.summary.replaceAll('*/', '* /')} */`] : []),
      `  '${call}': {`,
      `    input: ${typeOf(inputOf(operation), 2, named)};`,
      `    output: ${outputOf(operation, named)};`,
      '  };',
    ];
    return lines.join('\n');
  });
  const types = [...named]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => `export type ${name} = ${type};\n`);
  return `${[
    '/** Calls of a site, by method and path below `/api/site/`. Made by `npm run client:calls`: do not edit. */',
    `export interface Calls {\n${calls.join('\n')}\n}\n`,
    '/** One object, or many in one call: each is answered by itself unless the call is `atomic`. */',
    'export type OneOrMany<Item> = Item | { items: Item[]; atomic?: boolean };\n',
    ...types,
  ].join('\n')}`;
}

/** Puts what stands in the path, behind the `?` and in the body into one: names mean one thing wherever they stand. */
function inputOf({ parameters = [], requestBody }: Operation): Schema {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  if (parameters.length === 0) return { type: 'object', ...body };
  const fields = parameters.map(({ name, schema = {} }) => [name, schema] as const);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const placed: Schema = { type: 'object', properties: Object.fromEntries(fields), required };
  if (body.anyOf ?? body.oneOf ?? body.allOf) return { allOf: [placed, body] };
  return {
    type: 'object',
    properties: { ...placed.properties, ...body.properties },
    required: [...required, ...(body.required ?? [])],
  };
}

function outputOf({ responses = {} }: Operation, named: Map<string, string>): string {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = answer?.content?.['application/json']?.schema;
  return schema ? typeOf(schema, 2, named) : 'Blob';
}

/** Returns a schema as a type; `depth` is its indentation, `field` the name of what has it. */
function typeOf(schema: Schema, depth: number, named: Map<string, string>, field = ''): string {
  const { anyOf, oneOf, allOf, items, properties, additionalProperties } = schema;
  const choices = anyOf ?? oneOf;
  if (choices) {
    const [one, many] = choices;
    if (one && many && isManyOf(many, one)) return `OneOrMany<${typeOf(one, depth, named)}>`;
    return unionOf(choices.map((choice) => typeOf(choice, depth, named, field)));
  }
  if (allOf) return allOf.map((part) => bracketed(typeOf(part, depth, named, field))).join(' & ');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return enumerated(schema.enum, field, named);
  if (Array.isArray(schema.type))
    return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, depth, named, field)));
  if (schema.contentMediaType) return 'Blob';
  if (schema.type === 'array') return `${bracketed(typeOf(items ?? {}, depth, named, field))}[]`;
  if (schema.type === 'object' && !properties) {
    if (typeof additionalProperties !== 'object') return 'Record<string, unknown>';
    return `Record<string, ${typeOf(additionalProperties, depth, named)}>`;
  }
  if (properties) return objectOf(schema, depth, named);
  if (schema.type === 'integer') return 'number';
  return schema.type ?? 'unknown';
}

function objectOf({ properties = {}, required = [] }: Schema, depth: number, named: Map<string, string>) {
  const indent = '  '.repeat(depth);
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? '' : '?';
    return `${indent}  ${key}${mark}: ${typeOf(schema, depth + 1, named, name)};\n`;
  });
  return lines.length > 0 ? `{\n${lines.join('')}${indent}}` : 'Record<string, never>';
}

function enumerated(values: readonly unknown[], field: string, named: Map<string, string>): string {
  const type = unionOf(values.map(literal));
  if (values.length < VALUES_OF_A_NAMED_TYPE || field === '') return type;
  const name = field.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  if ((named.get(name) ?? type) !== type) return type;
  named.set(name, type);
  return name;
}

function isManyOf({ properties: { items, atomic } = {} }: Schema, one: Schema): boolean {
  return Boolean(items?.items && atomic) && JSON.stringify(items?.items) === JSON.stringify(one);
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ');
}

function bracketed(type: string): string {
  return /^[^{<]*[|&]|[}>\]] [|&]/.test(type) ? `(${type})` : type;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value);
}

if (import.meta.main) {
  const text = callsText(await siteOperations());
  if (!process.argv.includes('--check')) await writeFile(FILE, text);
  else if (text !== (await readFile(FILE, 'utf8').catch(() => ''))) {
    process.stderr.write('clients/site/calls.ts is not what the contract makes: run npm run client:calls\n');
    process.exitCode = 1;
  }
}

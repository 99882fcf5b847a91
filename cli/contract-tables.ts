import { isContractProcedure, minifyContractRouter } from '@orpc/contract';
import { type Plugin, runnerImport } from 'vite';

const CONTRACT = /\/features\/(?:[^/]+\/){1,2}(?:[^/]+-)?contract\.ts$/;

/** Strips contracts in the browser to paths; schemas, and zod, load with the dialogs that need them. */
export function contractTables(): Plugin {
  return {
    name: 'provost:contract-tables',
    enforce: 'pre',
    async transform(_code, id) {
      const [file = '', query] = id.split('?');
      if (!CONTRACT.test(file)) return undefined;
      if (query?.endsWith('schemas')) return { moduleSideEffects: false };
      const alone = { configFile: false, logLevel: 'error' } as const;
      const { module, dependencies } = await runnerImport<Record<string, unknown>>(file, alone);
      for (const dependency of dependencies) this.addWatchFile(dependency);
      const code = tableOf(module, `${id}${query ? '&' : '?'}schemas`);
      return { code, map: null, moduleSideEffects: false };
    },
  };
}

/** Returns the module that replaces a contract; all but routes and constants is re-exported from `schemas`. */
export function tableOf(contract: Record<string, unknown>, schemas: string): string {
  const lines = Object.entries(contract).map(([name, value]) => {
    if (isRouter(value))
      return `export const ${name} = ${JSON.stringify(minifyContractRouter(value), called)};`;
    if (isPlain(value)) return `export const ${name} = ${JSON.stringify(value)};`;
    return `export { ${name} } from ${JSON.stringify(schemas)};`;
  });
  return lines.join('\n');
}

/** Drops summaries and tags, which only readers of the API need. */
function called(key: string, value: unknown): unknown {
  return key === 'summary' || key === 'tags' ? undefined : value;
}

function isRouter(value: unknown): value is Parameters<typeof minifyContractRouter>[0] {
  if (isContractProcedure(value)) return true;
  return isRecord(value) && Object.keys(value).length > 0 && Object.values(value).every(isRouter);
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isRecord(value)) return Object.values(value).every(isPlain);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

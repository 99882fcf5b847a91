import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '../core/route.ts';
import { tableOf } from './contract-tables.ts';

type Table = Record<string, { '~orpc': { route: { method: string; path: string }; meta: unknown } }>;

describe('the table of a contract', () => {
  test('keeps what a call needs and leaves schemas and summaries behind', async () => {
    const save = route(
      { area: 'events' },
      {
        method: 'PATCH',
        path: 'thing/{id}',
        summary: 'Change a thing',
        input: z.object({ id: z.int() }),
        output: z.object({}),
        idempotent: true,
      },
    );
    const { contract } = (await evaluated(tableOf({ contract: { save } }, 'none'))) as { contract: Table };
    expect(contract.save).toEqual({
      '~orpc': {
        errorMap: {},
        meta: { access: { area: 'events' }, idempotent: true },
        route: { method: 'PATCH', path: '/api/wladmin/thing/{id}' },
      },
    });
  });

  test('holds constants as they are and passes schemas and functions on', () => {
    const code = tableOf(
      { SORTS: ['id', 'name'], LIMITS: { name: 200 }, thing: z.object({}), make: () => 1 },
      './c.ts?schemas',
    );
    expect(code.split('\n')).toEqual([
      'export const SORTS = ["id","name"];',
      'export const LIMITS = {"name":200};',
      'export { thing } from "./c.ts?schemas";',
      'export { make } from "./c.ts?schemas";',
    ]);
  });

  /** Some hold schemas that several contracts share, and no route. */
  const withRoutes = globSync('features/**/*contract.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('Contract = {'),
  );

  test.each(withRoutes)('of %s names each route and reaches for no schema', async (file) => {
    const contract = (await import(/* @vite-ignore */ resolve(file))) as Record<string, Table>;
    const routers = Object.entries(contract).filter(([name]) => name.endsWith('Contract'));
    expect(routers.length).toBeGreaterThan(0);
    const table = (await evaluated(tableOf(Object.fromEntries(routers), 'none'))) as Record<string, Table>;
    for (const [name, router] of routers)
      for (const [call, procedure] of Object.entries(router)) {
        const { method, path } = procedure['~orpc'].route;
        expect(table[name]?.[call]?.['~orpc']).toMatchObject({
          route: { method, path },
          meta: procedure['~orpc'].meta,
        });
      }
  });
});

function evaluated(code: string): Promise<unknown> {
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

/** The paths by which nouns say that the search finds and reads them. */
import type { AnyContractProcedure } from '@orpc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { NounDeclaration } from '../../core/noun.ts';
import { listPath, nameOfRow, recordIn, rowsIn } from '../../core/nouns/found-records.ts';
import { type AuditEntity, FOUND, NOUNS } from '../../features/nouns.ts';
import { contract } from '../../server/app.ts';
import { makeInstructor, makeProgram } from '../factories.ts';
import { type Call, useTestApp } from '../harness.ts';
import { makeNounRow } from '../rows/noun-rows.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let own: number;
let call: Call;
beforeAll(async () => {
  own = (await makeProgram(db())).id;
  call = await app().as({ permissions: ['superadmin'] });
});

/** Screens with the noun that names their records. */
const SCREENS = FOUND.map((found) => {
  const { named_by }: NounDeclaration = NOUNS[found.entity];
  const named = (named_by?.noun ?? found.entity) as AuditEntity;
  const noun: NounDeclaration = NOUNS[named];
  return { ...found, named, noun };
});
/** Files have tests of their own. */
const HERE = SCREENS.filter(({ read, noun }) => read && !noun.word.startsWith('import'));

const READS = new Set(
  Object.values(contract).flatMap((procedures) =>
    Object.values<AnyContractProcedure>(procedures).flatMap((procedure) => {
      const { method, path } = procedure['~orpc'].route;
      return method === 'GET' ? [path] : [];
    }),
  ),
);

test('each is read by a route that there is', () => {
  const paths = FOUND.flatMap(({ list, read }) => [list?.split('?')[0], read]);
  const unknown = paths.filter((path) => path && !READS.has(`/api/wladmin/${path}`));
  expect(unknown).toEqual([]);
  expect(READS.size).toBeGreaterThan(100);
});

describe.each(HERE)('$screen', ({ list, read = '', named, noun }) => {
  test(`a ${named} is read with its name${list ? ', and found by it' : ''}`, async () => {
    const { id } =
      named === 'site_user'
        ? await makeInstructor(db(), { program_id: own })
        : await makeNounRow(db(), named, own, 'Teapot');
    const { body } = await call('GET', read.replace('{id}', String(id)));
    const name = nameOfRow(noun, recordIn(body, id) ?? { id });
    expect(name).not.toBe('');
    if (!list) return;
    const found = async (asked: string, program_id?: number) => {
      const answer = await call('GET', listPath(list, { name: asked, program_id }));
      expect(answer.status).toBe(200);
      return rowsIn(answer.body);
    };
    for (const program_id of [undefined, own])
      expect(await found(name, program_id)).toContainEqual(expect.objectContaining({ id }));
    const [row = { id }] = (await found(name)).filter((one) => one.id === id);
    expect(nameOfRow(noun, row)).toBe(name);
    expect(await found('no such name')).toEqual([]);
  });
});

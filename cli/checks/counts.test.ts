import { expect, test } from 'vitest';
import {
  alikeInShape,
  commentShare,
  crowdedFolders,
  docblocksWithoutSubject,
  entitiesWithoutNoun,
  knots,
  nearDuplicates,
  vagueTypes,
} from './counts.ts';

const sources = (files: Record<string, string>) => new Map(Object.entries(files));

test('a folder is crowded by what stands in it, not by what stands in its rooms', () => {
  const paths = ['features/a/one.ts', 'features/a/two.ts', 'features/a/b/three.ts', 'docs/four.md'];
  expect(crowdedFolders(paths, 1)).toEqual(['features/a (2)']);
  expect(crowdedFolders(paths, 2)).toEqual([]);
});

test('a docblock begins with a verb or a noun', () => {
  const found = docblocksWithoutSubject(
    sources({
      'core/a.ts': '/** What it is. */\nconst a = 1;\n/** Adds two. */\nconst b = 2;\n// What now?',
    }),
  );
  expect(found).toEqual(['core/a.ts: What it is. ']);
});

test('features that import each other are a knot, whatever lies between them', () => {
  const tied = {
    'features/a/x.ts': "import { b } from '../b/y.ts';",
    'features/b/y.ts': "const c = import('../c/server/z.ts');",
    'features/c/server/z.ts': "import { a } from '../../a/x.ts';",
    'features/d/w.ts': "import { a } from '../a/x.ts';",
  };
  expect(knots(sources(tied))).toEqual([['a', 'b', 'c']]);
  expect(knots(sources({ ...tied, 'features/c/server/z.ts': '' }))).toEqual([]);
});

test('a run of equal lines in two files is a pair, once, whatever is imported or said about it', () => {
  const body = 'one();\n  two();\n\nthree();';
  const files = {
    'a.ts': `import { x } from './x.ts';\n${body}`,
    'b.ts': `${body.replace('two', '// said\n two')}\nfour();`,
    'c.ts': body.replace('three', 'other'),
  };
  expect(nearDuplicates(sources(files), 3)).toEqual(['a.ts ~ b.ts']);
});

test('lines are of one shape whatever is named in them, and a contract has the shape of all', () => {
  const files = {
    'a.ts': 'const a = one(b);\nreturn a.c;',
    'b.ts': 'const x = two(y);\nreturn x.z;',
    'c.ts': 'const x = two(y);\nthrow x.z;',
    'contract.ts': 'const x = two(y);\nreturn x.z;',
  };
  expect(alikeInShape(sources(files), 2)).toEqual(['a.ts ~ b.ts']);
});

test('a name that says nothing may stand once in a feature, and anywhere outside of one', () => {
  const files = {
    'features/a/x.ts': 'type Row = 1;\nexport type Held = 1;',
    'features/a/b/y.ts': 'export type Row = 2;\ntype RowOf = 2;',
    'features/c/z.ts': 'type Row = 3;',
    'server/one.ts': 'type Row = 4;',
    'server/two.ts': 'type Row = 5;',
  };
  expect(vagueTypes(sources(files))).toEqual(['a: Row (features/a/x.ts, features/a/b/y.ts)']);
});

test('an entity of the audit has a noun, in code as in SQL', () => {
  const files = { 'a.ts': "audit({ entity: 'banner' });", 'b.ts': "sql`where a.entity = 'spare_part'`" };
  expect(entitiesWithoutNoun(sources(files), ['banner'])).toEqual(['b.ts: spare_part']);
});

test('the share of comments is that of lines', () => {
  expect(commentShare(sources({ 'a.ts': '/** Adds. */\nadd();\n\n// Why.\nadd();' }))).toBe(50);
});

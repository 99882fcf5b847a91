import { expect, test } from 'vitest';
import { commentShare, crowdedFolders, docblocksWithoutSubject, knots, nearDuplicates } from './counts.ts';

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

test('the share of comments is that of lines', () => {
  expect(commentShare(sources({ 'a.ts': '/** Adds. */\nadd();\n\n// Why.\nadd();' }))).toBe(50);
});

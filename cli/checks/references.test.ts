import { describe, expect, test } from 'vitest';
import { brokenReferences, missingInIndex } from './references.ts';

const PAGE =
  '# Page\n\n## Events\n\n### Draws\nBuilt in `features/events`, not in `GET /x`.\n\n### Tickets\nAs sold.\n';

describe('references to the specification', () => {
  test('are whole where each names a heading, a document or a path that is there', () => {
    expect(found('/** A draw. Specification: Draws; Tickets. */')).toEqual([]);
    expect(found('/** A draw (specification: Draws), see docs/page.md. */')).toEqual([]);
    expect(found('/**\n * A draw. Specification: Draws;\n * Tickets.\n */')).toEqual([]);
    expect(found('// Specification: Tickets.\nconst x = 1;')).toEqual([]);
    expect(found("const text = 'specification: nothing';")).toEqual([]);
  });

  test('are named where nothing answers to them', () => {
    expect(found('/** A draw. Specification: Draws; Raffles. */')).toEqual([
      'a.ts: docs/specification.md has no heading "Raffles"',
    ]);
    expect(found('/** A draw (domain.md, "Draws"). */')).toEqual(['a.ts: there is no domain.md']);
    expect(found('// A draw. Specification: Draws;\n// Raffles.')).toEqual([
      'a.ts: docs/specification.md has no heading "Raffles"',
    ]);
    expect(found('-- A draw: docs/gone.md', PAGE, 'a.sql')).toEqual(['a.sql: there is no docs/gone.md']);
    expect(found('', `${PAGE}Also \`server/gone.ts\`.`)).toEqual([
      'docs/specification.md: there is no server/gone.ts',
    ]);
  });
});

test('a decision that the index does not name is named', () => {
  const decisions = new Map([
    ['001-a.md', '# 001 A wall\n'],
    ['002-b.md', '# 002: A door\n'],
  ]);
  expect(missingInIndex(decisions, '| 001 | [A wall](001-a.md) |')).toEqual([
    'docs/decisions/README.md: has no [A door](002-b.md)',
  ]);
});

function found(source: string, page = PAGE, file = 'a.ts'): string[] {
  return brokenReferences(new Map([[file, source]]), page, (path) =>
    ['docs/page.md', 'features/events'].includes(path),
  );
}

import { describe, expect, test } from 'vitest';
import { readKit } from '../checks/deploy-settings.ts';
import { refuseVersion, released, upgradeNotes } from './changelog.ts';

const BEFORE = '# Changes\n\nWords.\n\n## Unreleased\n\n- One.\n- Two.\n\n## 1.0.0 (2026-01-02)\n\n- Old.\n';

const expansion = (name: string) => ({ name, kind: 'expand', isApart: false }) as const;
const contraction = (name: string) => ({ name, kind: 'contract', isApart: false }) as const;

describe('the changelog', () => {
  test('gets a section of the version, and an empty one for what comes', () => {
    expect(released(BEFORE, '1.1.0', '2026-02-03', ['Do it.'])).toBe(
      '# Changes\n\nWords.\n\n## Unreleased\n\n## 1.1.0 (2026-02-03)\n\n- One.\n- Two.\n\n### Upgrade\n\n- Do it.\n\n## 1.0.0 (2026-01-02)\n\n- Old.\n',
    );
  });

  test('is refused where nothing stands under Unreleased, or no such section', () => {
    const empty = released(BEFORE, '1.1.0', '2026-02-03', ['Do it.']);
    expect(() => released(empty, '1.2.0', '2026-02-04', [])).toThrow('says nothing under "Unreleased"');
    expect(() => released('# Changes\n', '1.2.0', '2026-02-04', [])).toThrow('does not begin with a section');
  });

  test('of this version has what the next release needs', () => {
    expect(readKit('CHANGELOG.md')).toContain('\n## Unreleased\n');
  });
});

test.each(['1.0', '1.0.0-rc.1', '01.0.0', '1.0.0.0', 'v1.0.0', '1..0'])('%s is no version', (version) => {
  expect(() => refuseVersion(version, '0.1.0')).toThrow('is no version');
});

test('a version is later than the one before, number by number', () => {
  for (const later of ['0.1.1', '0.2.0', '1.0.0', '0.10.0'])
    expect(() => refuseVersion(later, '0.1.0')).not.toThrow();
  for (const early of ['0.1.0', '0.0.9'])
    expect(() => refuseVersion(early, '0.1.0')).toThrow('is not later than 0.1.0');
});

describe('upgrade notes', () => {
  test('say that nothing is to be done, or to migrate first', () => {
    expect(upgradeNotes([])).toEqual([expect.stringContaining('No migration')]);
    expect(upgradeNotes([expansion('300-a'), expansion('301-b')])).toEqual([
      expect.stringMatching(/^Before the servers: `npm run migrate` applies `300-a`, `301-b`\./),
    ]);
  });

  test('hold a contraction, and all behind it, until no server of before runs', () => {
    expect(upgradeNotes([expansion('300-a'), contraction('301-b'), expansion('302-c')])).toEqual([
      expect.stringContaining('applies `300-a`.'),
      expect.stringMatching(/^Once no server .*--contract` applies `301-b`, `302-c`/),
    ]);
    expect(upgradeNotes([contraction('301-b')])).toEqual([
      expect.stringMatching(/^With every server stopped/),
    ]);
  });

  test('name indexes that are made beside work', () => {
    expect(upgradeNotes([{ ...expansion('300-a'), isApart: true }])).toContainEqual(
      expect.stringMatching(/^`300-a` makes an index/),
    );
  });
});

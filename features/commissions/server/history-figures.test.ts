/** What the history says of a group is what its card said then, of all levels. Specification: Explain and history. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import type { CommissionRow, InheritedRow } from '../ledger-contract.ts';
import { LEVELS, type LevelName, levelHolds, levelNumber, mergeLevels, type RuleRow } from '../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

const SEQUENCES = inDepth(6, 100);
const CARDS = ['program', 'instructor', 'class'] as const;

const save = fc.record({
  level: fc.constantFrom(...LEVELS),
  types: fc.uniqueArray(fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3), { maxLength: 4 }),
  hundredths: fc.integer({ min: 1, max: 2500 }),
});

type Save = typeof save extends fc.Arbitrary<infer S> ? S : never;
type Figures = (string | number | null)[][];
type Card = { commissions: CommissionRow[]; inherited: InheritedRow[] };

test(`${SEQUENCES} sequences of saves at all levels: each entry says what the card said after that save`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(save, { minLength: 4, maxLength: 12 }),
      fc.integer({ min: 1, max: 40 }),
      async (saves, site) => {
        const market = await makeMarket();
        // The site changes between the saves of the others, whatever else happens.
        const steps = saves.flatMap((one, index): Save[] => [
          one,
          { level: 'site', types: [0], hundredths: site * 100 + index },
        ]);
        const said = new Map<string, Figures>();
        for (const step of steps) {
          const at = await market.save(step);
          if (at === null || step.level === 'site') continue;
          said.set(`${step.level} ${at}`, figuresOf(step.level, await market.card(step.level)));
        }
        for (const level of CARDS) {
          for (const reader of [market.superadmin, market.bound]) {
            const path = `commission-history?level=${level}&owner_id=${market.owners[level]}`;
            const { body } = await reader('GET', path);
            for (const entry of body.history)
              expect(figures(entry.sale)).toEqual(said.get(`${level} ${entry.at}`));
            expect(figures(body.sale)).toEqual(figuresOf(level, await market.card(level, reader)));
            expect(JSON.stringify(body.sale)).not.toContain('set_by');
          }
        }
        expect(said.size).toBeGreaterThan(0);
      },
    ),
    // A sequence without a single save says nothing.
    { numRuns: SEQUENCES, seed: 20_261_124, examples: [[ORDINARY, 7]] },
  );
});

const ORDINARY: Save[] = [
  { level: 'instructor', types: [1], hundredths: 1000 },
  { level: 'instructor', types: [1, 2], hundredths: 1100 },
  { level: 'program', types: [0, 3], hundredths: 1200 },
  { level: 'class', types: [3], hundredths: 300 },
  { level: 'instructor', types: [], hundredths: 1 },
];

test('an owner without any save of its own has no entry, and what the card shows now', async () => {
  const { superadmin, owners, card } = await makeMarket();
  await superadmin('POST', 'site-commission', { commission: 21.5 });
  const { body } = await superadmin('GET', `commission-history?level=class&owner_id=${owners.class}`);
  expect(body).toMatchObject({
    history: [],
    count: 0,
    sale: [{ level: 'site', owner_id: 0, commission: 21.5 }],
  });
  expect(figures(body.sale)).toEqual(figuresOf('class', await card('class')));
});

async function makeMarket() {
  const program = (await makeProgram(db())).id;
  const instructor = (await makeInstructor(db(), { program_id: program })).id;
  const taught = (await makeClass(db(), { instructor_id: instructor, program_id: program })).id;
  const referrer = (await makeSiteUser(db(), { program_id: program })).id;
  const superadmin = await app().as({ permissions: ['superadmin'] });
  const bound = await app().as({ permissions: ['commissions'], program_id: program });
  const owners = { site: 0, program, instructor, class: taught };
  return {
    superadmin,
    bound,
    owners,
    /** Answers the moment of the save; null where it changed nothing. */
    async save({ level, types, hundredths }: Save): Promise<string | null> {
      const rows = types.filter((type) => levelHolds(level, type)).map((type) => rowOf(type, hundredths));
      if (level === 'site') {
        await superadmin('POST', 'site-commission', { commission: hundredths / 100 });
        return null;
      }
      const path = `${level}-commission/${owners[level]}`;
      const before = (await card(level)).updated_at;
      const answer = await superadmin('POST', path, { commission: rows });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { updated_at } = answer.body.group;
      return updated_at === before ? null : updated_at;
    },
    card,
  };

  function rowOf(type: 0 | 1 | 2 | 3, hundredths: number): RuleRow {
    const commission = (hundredths + type) / 100;
    if (type === 2) return { type, commission, referrer_id: referrer };
    return type === 3
      ? { type, commission, referrer_id: referrer, code: `code-${program}` }
      : { type, commission };
  }

  async function card(level: LevelName, reader: Call = superadmin): Promise<Card & { updated_at: string }> {
    const { body } = await reader('GET', `${level}-commission/${owners[level]}`);
    return body[level];
  }
}

/** The figures of a card, put together as the screen puts them together. */
function figuresOf(level: LevelName, { commissions, inherited }: Card): Figures {
  const own = commissions.map((row) => ({ ...row, of: level, level: levelNumber(level) }));
  const theirs = inherited.map((row) => ({ ...row, of: row.level, level: levelNumber(row.level) }));
  return figures(mergeLevels([...own, ...theirs]).map((row) => ({ ...row, level: row.of })));
}

function figures(sale: readonly InheritedRow[] | readonly (CommissionRow & { level: LevelName })[]): Figures {
  return sale.map(({ level, type, id, commission, code }) => [level, type, id, commission, code]);
}

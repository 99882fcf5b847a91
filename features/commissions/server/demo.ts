import type { Insertable } from 'kysely';
import { daysBefore, type Random } from '../../../server/db/demo/random.ts';
import type { CommissionGroups, CommissionRows } from '../../../server/db/types.ts';
import { ADAS_CLASSES, CLASS_WITHOUT_PROGRAM, type DemoClass } from '../../classes/server/demo.ts';
import type { DemoProgram } from '../../programs/server/demo.ts';
import { ADA, type DemoUser, INSTRUCTORS, WITHOUT_PROGRAM } from '../../users/server/demo.ts';
import { INSTRUCTOR, instructorPart, type RuleRow } from '../rules.ts';

const SUPERADMIN = 1;
/** Instructors whose rows and those of one class exceed 100 percent together. */
const CLASHING = [11, 12, 13, 14, 15];
/** Nothing is younger than the oldest sale, which is divided by the rows that stand today. */
const YOUNGEST = 1100;

type Owner = { level: 0 | 1 | 2 | 3; owner_id: number; program_id: number | null };
type Version = { days: number; rows: RuleRow[] };
type TestApp = {
  programs: readonly DemoProgram[];
  users: readonly DemoUser[];
  classes: readonly DemoClass[];
};

/** Groups and rows; a group that changed has its earlier rows too, replaced when the later ones came. */
export function demoCommissions(today: Date, random: Random, app: TestApp) {
  const groups: Insertable<CommissionGroups>[] = [];
  const rows: Insertable<CommissionRows>[] = [];
  for (const { owner, versions } of histories(random, app)) {
    rows.push(...rowsOf(today, owner, versions));
    const updated_at = daysBefore(today, versions.at(-1)?.days ?? YOUNGEST);
    groups.push({ ...owner, updated_at, updated_by: SUPERADMIN });
  }
  return { groups, rows };
}

function histories(random: Random, { programs, users, classes }: TestApp) {
  const instructors = users.slice(0, INSTRUCTORS);
  const found: { owner: Owner; versions: Version[] }[] = [
    {
      owner: { level: 0, owner_id: 0, program_id: null },
      versions: [15, 18, 20].map((commission, index) => ({
        days: 1990 - index * 300,
        rows: [{ type: 0, commission }],
      })),
    },
  ];
  const add = (owner: Owner, rows: RuleRow[]) => {
    if (rows.length > 0) found.push({ owner, versions: withHistory(random, rows) });
  };
  for (const { id } of programs.slice(0, 7)) {
    add({ level: 1, owner_id: id, program_id: id }, programRows(random, id, users));
  }
  for (const user of instructors) {
    add({ level: 2, owner_id: user.id, program_id: user.program_id }, instructorRows(random, user, users));
  }
  for (const entry of classes) {
    add({ level: 3, owner_id: entry.id, program_id: entry.program_id }, classRows(random, entry, classes));
  }
  return found;
}

function programRows(random: Random, id: number, users: readonly DemoUser[]): RuleRow[] {
  const rows: RuleRow[] = [{ type: 1, commission: random.pick([10, 12.5, 15, 20]) }];
  if (id % 2 === 0) {
    const referrer_id = studentOf(random, id, users);
    rows.push({
      type: 3,
      commission: 5,
      referrer_id,
      code: 'WELCOME',
      discount: 20,
      discount_type: 'percent',
    });
  }
  return rows;
}

function instructorRows(random: Random, user: DemoUser, users: readonly DemoUser[]): RuleRow[] {
  const someone = () => studentOf(random, user.program_id ?? 2, users);
  if (user.id === ADA) {
    return [
      { type: 1, commission: 10 },
      { type: 2, commission: 5, referrer_id: someone() },
      {
        type: 3,
        commission: 10,
        referrer_id: someone(),
        code: 'ADA20',
        discount: 20,
        discount_type: 'percent',
      },
      {
        type: 3,
        commission: 7.5,
        referrer_id: someone(),
        code: 'ENGINE',
        discount: 5,
        discount_type: 'amount',
      },
    ];
  }
  if (CLASHING.includes(user.id)) return [{ type: 1, commission: 50 }];
  if (user.id === WITHOUT_PROGRAM || user.del_status === 1 || random.chance(35)) return [];
  const rows: RuleRow[] = [];
  if (random.chance(30)) rows.push({ type: 0, commission: random.pick([10, 15, 17.5, 25, 30]) });
  if (random.chance(50)) rows.push({ type: 1, commission: random.pick([5, 7.25, 10, 12, 20]) });
  for (let count = random.pick([0, 0, 1, 1, 2, 3]); count > 0; count--) {
    const referral: RuleRow = { type: 2, commission: random.pick([1.5, 3, 5, 6.95]), referrer_id: someone() };
    if (!rows.some(({ referrer_id }) => referrer_id === referral.referrer_id)) rows.push(referral);
  }
  for (let count = random.pick([0, 0, 1, 2]); count > 0; count--) {
    const code = `${random.pick(['SPRING', 'FRIEND', 'TEAM', 'Été', '春', 'Welcome-'])}${user.id}${count === 2 ? 'B' : ''}`;
    rows.push({
      type: 3,
      commission: random.pick([2.5, 5, 10]),
      referrer_id: someone(),
      code,
      ...discount(random),
    });
  }
  return rows;
}

function classRows(random: Random, entry: DemoClass, classes: readonly DemoClass[]): RuleRow[] {
  if (entry.id === CLASS_WITHOUT_PROGRAM) return [{ type: 1, commission: 10 }];
  if (entry.id === ADAS_CLASSES[1]) return [{ type: 0, commission: 25 }];
  if (entry.instructor_id === ADA) return [];
  if (CLASHING.includes(entry.instructor_id)) {
    const first = classes.find((other) => other.instructor_id === entry.instructor_id);
    return first?.id === entry.id ? [{ type: 0, commission: 60 }] : [];
  }
  if (entry.program_id === null || !random.chance(20)) return [];
  const rows: RuleRow[] = [];
  if (random.chance(60)) rows.push({ type: 0, commission: random.pick([5, 12.5, 22, 30]) });
  if (rows.length === 0 || random.chance(40)) rows.push({ type: 1, commission: random.pick([2, 8, 18.5]) });
  return rows;
}

function withHistory(random: Random, rows: RuleRow[]): Version[] {
  const versions: Version[] = [{ days: random.whole(YOUNGEST, YOUNGEST + 200), rows }];
  for (let count = random.pick([0, 0, 0, 0, 1, 2]); count > 0; count--) {
    const later = versions[0];
    const [first, ...rest] = later?.rows ?? [];
    if (!later || !first) break;
    const earlier: RuleRow = {
      ...first,
      commission: Math.max(0, first.commission - random.pick([1, 2, 2.5, 5])),
    };
    versions.unshift({ days: later.days + random.whole(20, 200), rows: [earlier, ...rest] });
  }
  return versions;
}

function rowsOf(today: Date, owner: Owner, versions: readonly Version[]): Insertable<CommissionRows>[] {
  const all: Insertable<CommissionRows>[] = [];
  let standing = new Map<string, Insertable<CommissionRows>>();
  for (const { days, rows } of versions) {
    const at = daysBefore(today, days);
    const wanted = [...rows, { type: INSTRUCTOR, commission: instructorPart(rows) } satisfies RuleRow];
    const next = new Map(
      wanted.map((row) => {
        const says = JSON.stringify(row);
        return [says, standing.get(says) ?? newRow(owner, row, at)] as const;
      }),
    );
    for (const [says, row] of standing) {
      if (!next.has(says)) Object.assign(row, { replaced_at: at, replaced_by: SUPERADMIN });
    }
    all.push(...[...next].flatMap(([says, row]) => (standing.has(says) ? [] : [row])));
    standing = next;
  }
  return all;
}

function newRow(owner: Owner, row: RuleRow, created_at: string): Insertable<CommissionRows> {
  return {
    ...owner,
    type: row.type,
    commission: row.commission,
    referrer_id: row.referrer_id ?? null,
    code: row.code ?? null,
    discount: row.discount ?? null,
    discount_type: row.discount_type ?? null,
    created_at,
    created_by: SUPERADMIN,
    replaced_at: null,
    replaced_by: null,
  };
}

function discount(random: Random): Pick<RuleRow, 'discount' | 'discount_type'> {
  const kind = random.pick(['none', 'percent', 'amount'] as const);
  if (kind === 'none') return {};
  return kind === 'percent'
    ? { discount: random.pick([10, 20, 33.33]), discount_type: 'percent' }
    : { discount: random.pick([5, 7.5]), discount_type: 'amount' };
}

function studentOf(random: Random, programId: number, users: readonly DemoUser[]): number {
  for (;;) {
    const user = random.pick(users);
    if (user.id > INSTRUCTORS && user.program_id === programId) return user.id;
  }
}

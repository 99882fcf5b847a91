import { isGlobal } from '../../../core/access.ts';
import type { Currency } from '../../../core/money.ts';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { Context } from '../../../server/context.ts';
import type { NewClass } from '../../classes/contract.ts';
import type { StoredClass } from '../../classes/server/class-noun.ts';
import type { Category, Instructors, KnownClass, Names } from './names-here.ts';
import { type Cells, plainOf, priceOf, programsIn, shortened, wrong } from './read-row.ts';

/** Names to read rows by; `program_id` is the home of all of them, 0 where each says its own. */
export type Reading = Names & { program_id: number };

export type Found = { instructors: Instructors; known: ReadonlyMap<number, KnownClass> };

/** Returns the body of a new class. Throws a {@link WrongCell}. */
export function newClassOf(context: Context, reading: Reading, cells: Cells, found: Found): NewClass {
  if (cells.class_name === undefined) wrong('class_name', 'is missing');
  const plain = plainOf(cells);
  const program_id = homeOf(context, reading, cells) ?? usualHome(context, reading);
  const currency = plain.currency ?? (reading.programs.currencyOf(program_id) as Currency);
  const price = priceOf(cells, currency);
  return {
    is_bundle: false,
    ...plain,
    class_name: plain.class_name ?? '',
    program_id,
    currency,
    ...(price !== undefined && { class_price: price }),
    ...categoriesOf(reading, cells, program_id, null),
    instructor_id: instructorOf(cells, found.instructors, program_id),
    programs: programsOf(reading, cells).filter((id) => id !== program_id),
  };
}

/** Changes that a row may say of a class that is there. */
export type Said = Omit<Partial<NewClass>, 'is_bundle' | 'instructor_id' | 'currency' | 'programs'>;

/** Returns what a row says of an existing class. Throws a {@link WrongCell}, also for what a class keeps: type, instructor, currency and programs. */
export function saidOf(
  context: Context,
  reading: Reading,
  cells: Cells,
  { stored, known }: { stored: StoredClass; known: KnownClass | undefined },
  instructors: Instructors,
): Said {
  const { is_bundle, currency, ...plain } = plainOf(cells);
  const home = homeOf(context, reading, cells);
  if (reading.program_id !== 0 && stored.program_id !== reading.program_id)
    wrong('id', `There is no class ${stored.id} in ${reading.programs.nameOf(reading.program_id)}`);
  if (is_bundle !== undefined && is_bundle !== stored.is_bundle)
    wrong('is_bundle', stored.is_bundle ? "A bundle can't become a class" : "A class can't become a bundle");
  if (currency !== undefined && currency !== stored.currency)
    wrong('currency', `The price of this class is in ${stored.currency}. The currency can't be changed`);
  if (cells.instructor_id !== undefined && !isTaughtBy(cells.instructor_id, stored, known, instructors))
    wrong('instructor_id', "The instructor of a class can't be changed");
  for (const id of programsOf(reading, cells))
    if (!known?.sold_in.includes(id))
      wrong(
        'programs',
        `This class isn't sold in ${reading.programs.nameOf(id)}. Add the program in the list`,
      );
  const price = priceOf(cells, stored.currency as Currency);
  return {
    ...plain,
    ...(price !== undefined && { class_price: price }),
    ...(home !== null && { program_id: home }),
    ...categoriesOf(reading, cells, home ?? stored.program_id ?? 0, stored),
  };
}

/** Returns the home that a row names, 0 for the global site; null where it names none. */
function homeOf({ actor }: Context, { programs, program_id }: Reading, { program_id: text }: Cells) {
  if (text === undefined) return null;
  const isSite = isGlobal(actor) && /^(?:0|global site)$/i.test(text);
  const home = isSite ? 0 : programs.program(text);
  if (home === null) wrong('program_id', `There is no program "${shortened(text)}"`);
  if (home === 'foreign') wrong('program_id', 'You can only import classes of your own program');
  if (program_id !== 0 && home !== program_id)
    wrong('program_id', `This file is imported into ${programs.nameOf(program_id)}`);
  return home;
}

function usualHome({ actor }: Context, { program_id }: Reading): number {
  return program_id || actor.program_id || DEFAULT_PROGRAM;
}

function programsOf({ programs }: Reading, cells: Cells): number[] {
  return programsIn(cells).map((text) => {
    const id = programs.program(text);
    if (id === 'foreign') wrong('programs', 'Only a superadmin assigns to other programs');
    return id ?? wrong('programs', `There is no program "${shortened(text)}"`);
  });
}

function isTaughtBy(
  text: string,
  { instructor_id }: StoredClass,
  known: KnownClass | undefined,
  instructors: Instructors,
): boolean {
  if (instructor_id === null) return false;
  if (text === String(instructor_id)) return true;
  // Who teaches may be of another program: then their name alone is known.
  if (known?.instructor_name?.toLowerCase() === text.toLowerCase()) return true;
  return instructors.get(text.toLowerCase())?.some(({ id }) => id === instructor_id) ?? false;
}

function instructorOf({ instructor_id: text }: Cells, instructors: Instructors, home: number): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  const [first, ...others] = onlyOf(instructors.get(text.toLowerCase()) ?? [], home);
  if (!first) wrong('instructor_id', `There is no instructor "${shortened(text)}"`);
  if (others.length > 0)
    wrong(
      'instructor_id',
      `${others.length + 1} instructors are called "${shortened(text)}". Use an email or an ID`,
    );
  return first.id;
}

type Categories = { category?: number; sub_category?: number };

function categoriesOf(
  { categories }: Reading,
  cells: Cells,
  home: number,
  stored: StoredClass | null,
): Categories {
  const named = (field: 'category' | 'sub_category', parent_id: number | null) => {
    const text = cells[field];
    if (text === undefined) return undefined;
    const called = categories.filter(
      (one) =>
        one.parent_id === parent_id &&
        (one.category_name.toLowerCase() === text.toLowerCase() || String(one.id) === text),
    );
    return categoryOf(called, { field, text, home, present: stored?.[field] ?? null });
  };
  const category = named('category', null);
  if (cells.sub_category !== undefined && category === undefined && (stored?.category ?? null) === null)
    wrong('sub_category', 'needs a category');
  const sub_category = named('sub_category', category ?? stored?.category ?? 0);
  return {
    ...(category !== undefined && { category }),
    ...(sub_category !== undefined && { sub_category }),
  };
}

type NamedCategory = {
  field: 'category' | 'sub_category';
  text: string;
  home: number;
  present: number | null;
};

function categoryOf(called: readonly Category[], { field, text, home, present }: NamedCategory): number {
  const what = field === 'category' ? 'category' : 'sub-category';
  const plural = field === 'category' ? 'categories' : 'sub-categories';
  if (called.some(({ id }) => id === present) && present !== null) return present;
  const byId = called.find(({ id }) => String(id) === text);
  const [first, ...others] = byId ? [byId] : onlyOf(activeOf(called), home);
  if (!first) wrong(field, `There is no ${what} "${shortened(text)}"`);
  if (others.length > 0)
    wrong(field, `${others.length + 1} ${plural} are called "${shortened(text)}". Use an ID`);
  return first.id;
}

/** An inactive one is left to the save to refuse, where no other has its name. */
function activeOf(called: readonly Category[]): readonly Category[] {
  const active = called.filter(({ status }) => status === 1);
  return active.length > 0 ? active : called;
}

/** Returns those of the home, where it has any; else those of no program, and else all. */
function onlyOf<One extends { program_id: number | null }>(
  called: readonly One[],
  home: number,
): readonly One[] {
  const own = called.filter(({ program_id }) => program_id === home);
  if (own.length > 0) return own;
  const shared = called.filter(({ program_id }) => program_id === null);
  return shared.length > 0 ? shared : called;
}

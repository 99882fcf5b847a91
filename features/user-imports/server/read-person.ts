import type { z } from 'zod';
import type { CsvRow } from '../../../server/files/csv-rows.ts';
import { textOf } from '../../imports/rules.ts';
import { siteUserChange } from '../../users/user-schemas.ts';
import {
  classIdsOf,
  type Field,
  flagOf,
  localeOf,
  type Mapping,
  MOST_CLASSES,
  namesOf,
  statusOf,
  typeOf,
} from '../rules.ts';
import type { Places } from './places.ts';

const DATA = siteUserChange.pick({
  email: true,
  password: true,
  first_name: true,
  last_name: true,
  gulfpower_empid: true,
  user_type: true,
  status: true,
  membership: true,
  locale: true,
  experience: true,
  student_profession: true,
  more_about_you: true,
});

type Data = Omit<z.output<typeof DATA>, 'email' | 'password'> & { program_id?: number; timezone?: number };

export type Person = {
  line: number;
  email: string;
  data: Data;
  password: string | null;
  class_ids: number[];
  cells: Record<string, string>;
};

/** `email` where the row has one that can be read. */
export type Refused = {
  line: number;
  column: string | null;
  reason: string;
  email: string | null;
  cells: Record<string, string> | null;
};

export type Reader = { headers: readonly string[]; mapping: Mapping; places: Places; classes: boolean };

/** An empty cell says nothing: who is known keeps what they have, who is new gets what is usual. */
export function readPerson(row: CsvRow, reader: Reader): Person | Refused {
  const { line } = row;
  if ('reason' in row) return { line, column: null, reason: row.reason, email: null, cells: null };
  const { headers, mapping, places } = reader;
  const texts: Partial<Record<Field, string>> = {};
  const columns: Partial<Record<Field, string>> = {};
  for (const [index, header] of headers.entries()) {
    const field = mapping[header];
    if (!field) continue;
    columns[field] = header;
    const text = field === 'password' ? (row.cells[index] ?? '') : textOf(row.cells[index] ?? '');
    if (text.trim() !== '') texts[field] = text;
  }
  const { password: _, ...shown } = texts;
  const cells = Object.fromEntries(
    Object.entries(shown).map(([field, text]) => [field, text.replaceAll('\0', '').toWellFormed()]),
  );
  const email = DATA.shape.email.safeParse(texts.email);
  const refused = (field: Field | null, reason: string): Refused => {
    const column = field === null ? null : (columns[field] ?? field);
    return { line, column, reason, email: (email.success && email.data) || null, cells };
  };
  if (row.cells.length < headers.length || row.cells.slice(headers.length).some((cell) => cell.trim() !== ''))
    // What stands where is anybody's guess, a password's place too.
    return {
      ...refused(null, `has ${row.cells.length} of ${headers.length} columns`),
      email: null,
      cells: null,
    };
  if (texts.email === undefined) return refused('email', 'is missing');
  const { name, site_program, timezone, class_ids, user_type, locale, status, membership, ...plain } = texts;
  const data = DATA.safeParse({
    ...(name !== undefined && namesOf(name)),
    ...plain,
    ...(user_type !== undefined && { user_type: typeOf(user_type) }),
    ...(locale !== undefined && { locale: localeOf(locale) }),
    ...(status !== undefined && { status: statusOf(status) }),
    ...(membership !== undefined && { membership: flagOf(membership) ?? membership }),
  });
  if (!data.success) {
    const [issue] = data.error.issues;
    const field = String(issue?.path[0]) as Field;
    const typed = texts[field] ?? '';
    const known = EXPECTED[field];
    const named = columns[field] === undefined && name !== undefined ? 'name' : field;
    return refused(named, known ? `"${shortened(typed)}" is not ${known}` : (issue?.message ?? 'is wrong'));
  }
  const program_id = site_program === undefined ? undefined : places.program(site_program);
  if (program_id === null) return refused('site_program', `There is no program "${shortened(site_program)}"`);
  if (program_id === 'foreign')
    return refused('site_program', 'You can only import users of your own program');
  const zone = timezone === undefined ? undefined : places.timezone(timezone);
  if (zone === null) return refused('timezone', `"${shortened(timezone)}" is not a time zone`);
  const wanted = reader.classes ? classIdsOf(class_ids ?? '') : [];
  if (typeof wanted === 'string')
    return refused('class_ids', `"${shortened(wanted)}" is not the number of a class`);
  if (wanted.length > MOST_CLASSES) return refused('class_ids', `names more than ${MOST_CLASSES} classes`);
  const { email: address = '', password, ...rest } = data.data;
  return {
    line,
    email: address,
    password: password || null,
    class_ids: wanted,
    cells,
    data: {
      ...rest,
      ...(program_id !== undefined && { program_id }),
      ...(zone !== undefined && { timezone: zone }),
    },
  };
}

const EXPECTED: Partial<Record<Field, string>> = {
  user_type: 'a type: S, I or O',
  locale: 'a language of the marketplace',
  status: '0, 1 or 2',
  membership: '1 or 0',
};

function shortened(text = ''): string {
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text;
}

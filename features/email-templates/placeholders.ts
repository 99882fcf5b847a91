import { must } from '../../core/must.ts';
export const PLACEHOLDERS = [
  'class_name',
  'student_first_name',
  'student_last_name',
  'instructor_first_name',
  'instructor_last_name',
  'program_name',
  'class_url',
  'student_profile_url',
  'instructor_profile_url',
  'program_site_url',
  'program_tag',
  'class_sessions',
  'content',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Placeholders whose values are whole addresses: only these may begin an attribute that is followed as a link. */
export const ADDRESSES: readonly string[] = PLACEHOLDERS.filter((name) => name.endsWith('_url'));

/** Trusted markup and the same in plain words; every other value is escaped. */
export type Markup = { html: string; text: string };
export type Values = Readonly<Record<string, string | Markup>>;

export function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

/** Returns the written form; `[[::name::]]` is read as well. */
export function written(name: string): string {
  return `::[[${name}]]::`;
}

/** Returns the placeholders of a text in order, known or not; `at` and `length` in UTF-16 units. Linear time. */
export function placeholdersIn(text: string): { name: string; at: number; length: number }[] {
  return [...text.matchAll(WRITTEN)].map(({ index, 0: whole, 1: before = '', 2: first, 3: second }) => ({
    name: first ?? second ?? '',
    at: index + before.length,
    length: whole.length - before.length,
  }));
}

/** Fills in the values: escaped in HTML, one line in a subject, empty if missing or an address outside the web; `Hello ,` is `Hello,`. Not filled again. */
export function fill(text: string, values: Values, as: 'html' | 'text' | 'subject'): string {
  return text.replace(
    WRITTEN,
    (whole: string, before: string, first?: string, second?: string, at: number = 0) => {
      const filled = valueOf(first ?? second ?? '', values, as);
      const isLoose = filled === '' && /[,，.:：;!！?]/.test(text[at + whole.length] ?? '');
      return isLoose ? '' : before + filled;
    },
  );
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => must(ENTITIES[sign], 'entity of a sign'));
}

/** Includes the space or comma before the placeholder. */
const WRITTEN = /([,，] ?| |)(?:::\[\[([^[\]]*)\]\]::|\[\[::([^[\]:]*)::\]\])/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function valueOf(name: string, values: Values, as: 'html' | 'text' | 'subject'): string {
  const value = (Object.hasOwn(values, name) ? values[name] : undefined) ?? '';
  if (typeof value !== 'string') return as === 'html' ? value.html : inLine(value.text, as);
  if (ADDRESSES.includes(name) && !/^https?:\/\//i.test(value)) return '';
  return as === 'html' ? escapeHtml(value) : inLine(value, as);
}

/** A line break in a subject would begin a header. */
function inLine(value: string, as: 'text' | 'subject'): string {
  return as === 'text' ? value : value.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

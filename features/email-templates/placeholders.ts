/** What a template leaves open until it is sent. Specification: Email templates. */

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

/** Those whose values are whole addresses: the only ones with which an attribute may begin that is followed as a link. */
export const ADDRESSES: readonly string[] = PLACEHOLDERS.filter((name) => name.endsWith('_url'));

/** Markup of our own beside the same in words; every other value is text, whatever stands in it. */
export type Markup = { html: string; text: string };
export type Values = Readonly<Record<string, string | Markup>>;

export function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

/** As it is inserted; `[[::name::]]` is read as well. */
export function written(name: string): string {
  return `::[[${name}]]::`;
}

/** The placeholders of a text in their order, known or not; `at` and `length` in UTF-16 units. Linear in its length. */
export function placeholdersIn(text: string): { name: string; at: number; length: number }[] {
  return [...text.matchAll(WRITTEN)].map(({ index, 0: whole, 1: before = '', 2: first, 3: second }) => ({
    name: first ?? second ?? '',
    at: index + before.length,
    length: whole.length - before.length,
  }));
}

/**
 * The text with its values: escaped in HTML, on one line in a subject; nothing where there is none, and for an address
 * that is none of the web. Where a name is missing, so is the space or comma before it: `Hello ,` is `Hello,`. What
 * stands in a value is not filled again.
 */
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
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

/** With the space or comma before it. */
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

/** A line break in a subject would begin a header of its own. */
function inLine(value: string, as: 'text' | 'subject'): string {
  return as === 'text' ? value : value.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

export type Markup = { html: string };

/** Template tag that escapes its values, unless they are markup or a list of it. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { html: parts.map((part, index) => part + written(values[index])).join('') };
}

type Value = string | number | Markup | readonly Markup[];

function written(value: Value | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'html' in value ? value.html : value.map(({ html }) => html).join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

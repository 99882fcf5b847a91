/** Landing-page templates (features/landing-pages/templates): `{{name}}` is a value, escaped; `{{#name}}…{{/name}}` goes where empty. Specification: Banners and landing pages. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '..', 'templates');

export const TEMPLATES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.html'))
  .sort();

const SOURCES = new Map(TEMPLATES.map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')]));

/** The page as HTML. Throws where there is no such template, and where it asks for a value that nobody gives. */
export function renderTemplate(file_name: string, values: Readonly<Record<string, string>>): string {
  const source = SOURCES.get(file_name);
  if (source === undefined) throw new Error(`there is no template ${file_name}`);
  const hidden: string[] = [];
  // A text, a tag, a text, a tag, and so on.
  const parts = source.split(/\{\{([#/]?\w+)\}\}/).map((part, index) => {
    if (index % 2 === 0) return hidden.length > 0 ? '' : part;
    const name = part.replace(/^[#/]/, '');
    const value = values[name];
    if (value === undefined) throw new Error(`${file_name} asks for ${name}`);
    if (part.startsWith('/')) {
      if (hidden.at(-1) === name) hidden.pop();
      return '';
    }
    if (part.startsWith('#')) {
      if (value === '') hidden.push(name);
      return '';
    }
    return hidden.length > 0 ? '' : escaped(value);
  });
  return parts.join('');
}

/** For a text and for an attribute in quotes. */
function escaped(value: string): string {
  return value.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

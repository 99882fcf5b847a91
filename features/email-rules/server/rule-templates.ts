/** The HTML files of rules. Specification: Email rules. */
import { readdir, readFile } from 'node:fs/promises';
import { mailParts } from '../../../server/mail/mail-html.ts';
import type { RuleTemplate } from '../contract.ts';
import { EXAMPLE } from '../rules.ts';
import { filled } from './rule-mail.ts';

const FOLDER = new URL('../templates/', import.meta.url);

export type TemplateFile = RuleTemplate & { inlined: string; plain: string };

/** Every `.html` of the folder by its name, read once: styles inlined, the text derived. */
export function ruleTemplates(): Promise<readonly TemplateFile[]> {
  return (known ??= readTemplates());
}
let known: Promise<TemplateFile[]> | undefined;

async function readTemplates(): Promise<TemplateFile[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.html')).toSorted();
  return Promise.all(
    names.map(async (file_name) => {
      const text = await readFile(new URL(file_name, FOLDER), 'utf8');
      const { inlined, plain } = mailParts(text);
      const preview = filled({ inlined, plain }, EXAMPLE, '#').html;
      return { file_name, title: titleOf(text) || file_name, text, preview, inlined, plain };
    }),
  );
}

function titleOf(html: string): string {
  const open = html.indexOf('<title>');
  const close = html.indexOf('</title>', open);
  return open === -1 || close === -1 ? '' : html.slice(open + '<title>'.length, close).trim();
}

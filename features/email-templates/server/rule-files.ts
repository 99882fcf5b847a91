/** The HTML files that rules choose from, as they stand until staff save their own. Specification: Email rules. */
import { readdir, readFile } from 'node:fs/promises';
import { mailParts } from '../../../server/mail/mail-html.ts';
import { isRuleFile, type RuleFile } from '../rules.ts';

/** Files are staff's to add, in the folder of the rules. */
const FOLDER = new URL('../../email-rules/templates/', import.meta.url);

export type RuleFileTexts = {
  file_name: RuleFile;
  title: string;
  text: string;
  inlined: string;
  plain: string;
};

/** Every `.html` of the folder by its name, read once: styles inlined, the text derived. */
export function ruleFiles(): Promise<readonly RuleFileTexts[]> {
  return (known ??= readFiles());
}
let known: Promise<RuleFileTexts[]> | undefined;

async function readFiles(): Promise<RuleFileTexts[]> {
  const names = (await readdir(FOLDER)).filter((name) => isRuleFile(name)).toSorted();
  return Promise.all(
    names.map(async (file_name) => {
      const text = await readFile(new URL(file_name, FOLDER), 'utf8');
      return { file_name, title: titleOf(text) || file_name, text, ...mailParts(text) };
    }),
  );
}

function titleOf(html: string): string {
  const open = html.indexOf('<title>');
  const close = html.indexOf('</title>', open);
  return open === -1 || close === -1 ? '' : html.slice(open + '<title>'.length, close).trim();
}

import type { Db } from '../../../server/db/client.ts';
import { findingsIn } from '../../../server/mail/html-findings.ts';
import { SECRET } from '../../../server/mail/mail.ts';
import { escapeHtml, fill, type Markup, placeholdersIn, type Values, written } from '../placeholders.ts';
import { isSecret, type Language, languageOf, type Template } from '../rules.ts';
import { builtInTemplate } from './built-in-templates.ts';
import { secretFault } from './secret-mail.ts';
import { nearestTemplate } from './templates.ts';

type MailToMake = {
  template: Template;
  program_id: number | null;
  /** The recipient's locale; English where there are no mails in it. */
  locale: string;
  /** Returns the values of the placeholders, in the language of the template. */
  values: (language: Language) => Values & { content: Markup };
  /** True where the content is essential: it is appended if the template omits it. */
  needsContent?: boolean;
  builtIn?: boolean;
};

export async function ownMail(
  db: Db,
  { template, program_id, locale, values, needsContent = false, builtIn = false }: MailToMake,
): Promise<{ subject: string; body_text: string; body_html: string }> {
  const nearest = await nearestTemplate(db, { template, program_id, language: languageOf(locale) });
  // Checked once more: not every template came by a save.
  const isSafe = !builtIn && (!isSecret(template) || findingsIn(nearest.inlined, secretFault).length === 0);
  const found = isSafe ? nearest : builtInTemplate(template, languageOf(locale));
  const { content, ...rest } = values(found.language);
  const place = crypto.randomUUID();
  const whole = (text: string, as: 'html' | 'text', gap: string) => {
    const isSaid = !needsContent || placeholdersIn(shownOf(text)).some(({ name }) => name === 'content');
    const around = fill(
      isSaid ? text : `${text}${gap}${written('content')}`,
      { ...rest, content: place },
      as,
    );
    // The secret is the content's alone: a template or a name that says its mark would carry it anywhere.
    return around.replaceAll(SECRET, '*').replaceAll(place, () => content[as]);
  };
  return {
    subject: fill(found.subject, { ...rest, content }, 'subject').trim(),
    body_text: `${whole(found.plain, 'text', '\n\n').trim()}\n`,
    body_html: whole(found.inlined, 'html', '<br><br>'),
  };
}

/** True where a style could hide the content. */
export function couldHide({ body_html }: { body_html: string }): boolean {
  return findingsIn(body_html, secretFault).length > 0;
}

/** Strips comments, the title, and what not every mail program shows. */
function shownOf(html: string): string {
  const forAll = without(without(html, '<!--[if', '<![endif]'), '<![if', '<![endif]');
  return without(without(forAll, '<!--', '-->'), '<title', '</title');
}

function without(text: string, begin: string, end: string): string {
  // Not `toLowerCase`, which makes two units of İ: a place in it would be another one in the text.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let left = '';
  let at = 0;
  for (let start = lower.indexOf(begin); start >= 0; start = lower.indexOf(begin, at)) {
    left += text.slice(at, start);
    const stop = lower.indexOf(end, start);
    at = stop < 0 ? text.length : stop + end.length;
  }
  return left + text.slice(at);
}

/** Formats lines: text, or an address to be followed; an empty line is a gap. */
export function linesOf(...lines: (string | { href: string })[]): Markup {
  return {
    html: lines
      .map((line) =>
        typeof line === 'string'
          ? escapeHtml(line)
          : `<a href="${escapeHtml(line.href)}" style="${BREAKS}">${escapeHtml(line.href)}</a>`,
      )
      .join('<br>\n'),
    text: lines.map((line) => (typeof line === 'string' ? line : line.href)).join('\n'),
  };
}

/** Wraps long addresses, which would overlap other columns. */
const BREAKS = 'white-space:normal;word-wrap:break-word;overflow-wrap:break-word';

/** A mail of a rule, whatever its reader and their program are called. */
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../server/mail/html-findings.ts';
import { XSS_PAYLOADS } from '../../../test/hostile/hostile-html.ts';
import { escapeHtml } from '../../email-templates/placeholders.ts';
import { filled } from '../rule-mail.ts';
import { ruleTemplates } from './rule-templates.ts';

const LINK = 'https://office.example.com/unsubscribe/1-0-x';

describe('the files of rules', () => {
  test('are three at least, hold nothing that runs or loads, and say what they are called', async () => {
    const templates = await ruleTemplates();
    expect(templates.length).toBeGreaterThanOrEqual(3);
    for (const { file_name, title, text, preview, plain } of templates) {
      expect([file_name, findingsIn(text), findingsIn(preview)]).toEqual([file_name, [], []]);
      expect(title).not.toBe(file_name);
      expect(preview).not.toContain('[[');
      expect(plain).toContain('::[[student_first_name]]::');
    }
  });

  test.each(XSS_PAYLOADS)('say a name and nothing else of %s', async (payload) => {
    for (const template of await ruleTemplates()) {
      const values = {
        student_first_name: payload,
        student_last_name: payload,
        program_name: payload,
        program_site_url: `https://site.example.com/?${payload}`,
        program_tag: payload,
      };
      const { html, text } = filled(template, values, LINK);
      expect(findingsIn(html)).toEqual([]);
      expect(html).toContain(escapeHtml(payload));
      expect(html.split(LINK)).toHaveLength(2);
      expect(text.endsWith(`${LINK}\n`)).toBe(true);
    }
  });
});

describe('the way out of the mails', () => {
  test.each([
    ['a comment behind the end', '<html><body><p>Hi</p></body></html><!-- </body> -->'],
    ['a title', '<html><head><title></body></title></head><body><p>Hi</p></body></html>'],
    ['an attribute', '<html><body><img alt="</body>" src="https://x.example/a.png"></body></html>'],
    ['letters that grow in lower case', `<html><body><p>${'İ'.repeat(18)}</p></body></html><!-- x -->`],
    ['nothing', '<p>Hi</p>'],
  ])('is a link of the mail with %s', (_what, html) => {
    const mail = filled({ inlined: html, plain: 'x' }, { student_first_name: 'İbrahim' }, LINK).html;
    expect(linksOf(mail)).toEqual([LINK]);
    expect(textOf(mail)).toContain('Unsubscribe from emails like this');
  });

  test('leaves the mail as it is, whatever letters a name has', () => {
    const html = '<html><body><p>::[[student_first_name]]::</p></body></html>';
    const mail = filled({ inlined: html, plain: 'x' }, { student_first_name: 'İİİİ' }, LINK).html;
    expect(mail.startsWith('<html><body><p>İİİİ</p><p ')).toBe(true);
    expect(mail.endsWith('</p></body></html>')).toBe(true);
  });

  test('says itself how it is shown, which no style sheet overrides', () => {
    const mail = filled({ inlined: '<p>Hi</p>', plain: 'x' }, {}, LINK).html;
    for (const one of ['display', 'visibility', 'opacity', 'font-size'])
      expect(mail).toMatch(new RegExp(`<a [^>]*${one}:[^;]+!important`));
  });
});

function linksOf(html: string): string[] {
  const links: string[] = [];
  new Parser({ onopentag: (name, { href }) => void (name === 'a' && href && links.push(href)) }).end(html);
  return links;
}

function textOf(html: string): string {
  let text = '';
  new Parser({ ontext: (piece) => void (text += piece) }).end(html);
  return text;
}

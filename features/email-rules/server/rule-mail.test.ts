/** A mail of a rule, whatever its reader and their program are called. */
import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../server/mail/html-findings.ts';
import { XSS_PAYLOADS } from '../../../test/hostile/hostile-html.ts';
import { escapeHtml } from '../../email-templates/placeholders.ts';
import { filled } from './rule-mail.ts';
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

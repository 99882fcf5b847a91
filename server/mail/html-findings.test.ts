import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../../test/cpu-time.ts';
import { findingsIn } from './html-findings.ts';

const whats = (html: string) => findingsIn(html).map(({ what }) => what);

describe('what is refused', () => {
  test.each([
    ['<script>alert(1)</script>', '<script> is not allowed'],
    ['<SCRIPT/x>alert(1)</SCRIPT>', '<script> is not allowed'],
    ['<svg><a/></svg>', '<svg> is not allowed'],
    ['<form><p>x</p></form>', '<form> is not allowed'],
    ['<base href="https://a.example">', '<base> is not allowed'],
    ['<link rel="stylesheet" href="https://a.example">', '<link> is not allowed'],
    ['<img src=x oNeRror=alert(1)>', 'onerror: is not allowed'],
    ['<img/src="x"/onerror=alert(1)>', 'onerror: is not allowed'],
    ['<p title="a"onclick="b">x</p>', 'onclick: is not allowed'],
    ['<meta http-equiv="refresh" content="0">', 'http-equiv: is not allowed'],
    ['<meta charset="utf-7">', 'charset: only UTF-8'],
    ['<p xlink:href="javascript:1">x</p>', /^xlink:href: addresses/],
    ['<a href="jav&#x09;ascr&#105pt:alert(1)">x</a>', /^href: addresses/],
    ['<a href="&#1;\u200bjavascript&colon;alert(1)">x</a>', /^href: addresses/],
    ['<a href="data:image/png;base64,x">x</a>', /^href: addresses/],
    ['<img src="data:image/svg+xml,x">', /^src: addresses/],
    ['<img srcset="https://a.example/1 1x, vbscript:x 2x">', /^srcset: addresses/],
    ['<p style="width: exp/**/ression(1)">x</p>', 'style: expression() runs a script'],
    ['<p style="background: url(\\6a avascript:1)">x</p>', 'style: an address runs a script'],
    ['<p style="background: url(data:text/html,x)">x</p>', /^style: addresses/],
    ['<style>@im\\port "x";</style>', 'style: @import loads other styles'],
    ['<style>p { beHavior: url(x) }</style>', 'style: a behavior runs a script'],
    ['<p "onclick="x">x</p>', /is no name of an attribute$/],
    ['<p title="a" title="b">x</p>', 'title: stands there twice'],
    ['<p>x</p><img src=x', '<img> does not end'],
    ['<!-- x', 'a comment does not end'],
    ['<style>p {}', '<style> is not closed'],
    ['</a x="><!--"><img>-->', '</a> has to end at once'],
    ['<![CDATA[ x ]]>', 'CDATA is read in two ways'],
    ['<?php x ?>', 'what begins like a tag is neither a tag nor a comment'],
    ['<!--[if mso]><v:rect onclick="x"></v:rect><![endif]-->', 'onclick: is not allowed'],
    ['<!--[if mso]><p>x</p>-->', 'a condition has no <![endif]'],
    ['<!--[if mso]><!--[if mso]>x<![endif]-->', 'a condition stands within another'],
    ['<v:rect></v:rect>', '<v:rect> is not allowed'],
    ['<b>'.repeat(151), 'more than 150 elements stand inside each other'],
  ])('%s', (html, what) => {
    const fits = (found: string) => (typeof what === 'string' ? found === what : what.test(found));
    expect(whats(html).filter(fits)).not.toEqual([]);
  });
});

test('what mails are made of is let through', () => {
  const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" lang="en"><head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta http-equiv="X-UA-Compatible" content="IE=edge">
<meta name="viewport" content="width=device-width"><title>A &lt;script&gt; in words: <script></title>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style>/* x */ @media (max-width: 600px) { .a > b { scroll-behavior: smooth; background: url("https://a.example/x.png") } }</style></head>
<body bgcolor="#fff" style="font-family: 'Segoe UI', sans-serif; background: url(data:image/png;base64,AA==)">
<![if !mso]><p>x<![endif]><!--[if !mso]><!--><li>One<li>Two<!--<![endif]--><!--> <!---> <!-- -- > -->
<!--[if mso]><v:roundrect href="https://a.example" arcsize="5%"><w:anchorlock/><center>Go</center></v:roundrect><![endif]-->
<a href="mailto:a@b.example?subject=x" target="_blank">x</a><a href="#top">x</a><a href=https://a.example/?a:b&c>x</a>
<img src="cid:logo" alt="JavaScript: the good parts" width=10><img src="data:image/gif;base64,R0" alt=""/><hr/>
<a href="::[[class_url]]::">x</a> 1 < 2 & 3 > 2 </body></html>`;
  expect(findingsIn(html)).toEqual([]);
});

test('lines are counted from 1, findings follow the text, and 20 are enough', () => {
  expect(
    findingsIn('<p>\n\n<a\n href="x"\n onclick="y">\n<style>\na {}\n@import "x";</style>\n<script>'),
  ).toEqual([
    { line: 5, what: 'onclick: is not allowed' },
    { line: 8, what: 'style: @import loads other styles' },
    { line: 9, what: '<script> is not allowed' },
  ]);
  expect(findingsIn('<script>\n</script>'.repeat(50))).toHaveLength(20);
});

test('a caller may refuse more: elements, attributes and styles as they are understood', () => {
  const seen: unknown[] = [];
  findingsIn('<p title="a&amp;b" lang=en>x</p><style>p {}</style>', (piece) => {
    seen.push(piece);
    return null;
  });
  expect(seen).toEqual([
    { kind: 'element', tag: 'p' },
    { kind: 'attribute', tag: 'p', name: 'title', value: 'a&b', quoted: true, address: false },
    { kind: 'attribute', tag: 'p', name: 'lang', value: 'en', quoted: false, address: false },
    { kind: 'element', tag: 'style' },
    { kind: 'style', value: 'p {}' },
  ]);
});

test.each([
  '<b>',
  '</i>',
  '<a x=1 ',
  '<!--[if x]>',
  '&#',
  '<style>',
  '\\6',
  'url(',
  '/*',
  '<p style="url(',
  '::[[',
])('takes no longer than its length asks for: %s', (piece) => {
  const long = piece.repeat(200_000 / piece.length);
  expect(cpuTimeOf(() => [findingsIn(long), findingsIn(`<style>${long}`)])).toBeLessThan(1500);
});

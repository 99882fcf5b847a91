import { expect, test } from 'vitest';
import { hasRemoteImages, previewDocument } from './preview-document.ts';

test('the policy stands before the mail, and lets in pictures of other sites only where they are asked for', () => {
  const shown = (remoteImages: boolean) => previewDocument('<!DOCTYPE html>\n<p>x</p>', { remoteImages });
  expect(shown(false)).toMatch(
    /^<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"/,
  );
  expect(shown(false)).toContain("img-src data:; form-action 'none'");
  expect(shown(true)).toContain('img-src data: https:;');
  expect(shown(false)).toMatch(/<base target="_blank">\n<p>x<\/p>$/);
});

test.each([
  ['<img src="https://a.example/x.png">', true],
  ["<td background='http://a.example/x.png'>", true],
  ['<p style="background: url( https://a.example)">', true],
  ['<a href="https://a.example">x</a><img src="data:image/png;base64,x">', false],
])('%s shows pictures from elsewhere: %s', (html, has) => {
  expect(hasRemoteImages(html)).toBe(has);
});

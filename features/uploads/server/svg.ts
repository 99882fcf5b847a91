/** What an SVG may hold before it is drawn. It is stored as the PNG that was drawn of it, never as itself. */

/** The largest SVG, in bytes: a drawing is small, and what a renderer makes of a large one is not. */
const LARGEST_SVG = 1024 * 1024;

const REFUSED = [
  // Entities can unfold without end and can name files of this machine.
  /<!ENTITY/i,
  /<!DOCTYPE[^>]*\[/i,
  /<\?xml-stylesheet/i,
  /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|handler|set|animate\w*)[\s/>]/i,
  /\son\w+\s*=/i,
  // What it refers to must be inside it: the renderer loads nothing else, and a picture within is not measured.
  /(?:href|src)\s*=\s*(?:"(?!\s*#)|'(?!\s*#))/i,
  /url\(\s*["']?\s*(?!["']?\s*#)/i,
  /@import/i,
];

/** Why the drawing is refused, or null: it must be UTF-8, free of scripts, and refer to nothing but itself. */
export function whyNotDrawn(bytes: Buffer): string | null {
  if (bytes.length > LARGEST_SVG) return 'An SVG may be 1 MB at most';
  const text = decoded(bytes);
  if (text === null || !/<\/svg\s*>\s*(?:<!--.*?-->\s*)*$|<svg[^<]*\/>\s*$/s.test(text))
    return 'The SVG is damaged';
  return REFUSED.some((pattern) => pattern.test(text))
    ? 'The SVG holds scripts, animations or references to other files'
    : null;
}

/** Null where it is no UTF-8 or says that it is not: the patterns would look at other characters than the renderer. */
function decoded(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const named = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1]?.toLowerCase() ?? 'utf-8';
    return ['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(named) ? text : null;
  } catch {
    return null;
  }
}

/** Returns the reason to refuse the value of a followed or loaded attribute; null where it is allowed. */
export function addressFault(value: string, attribute: string): string | null {
  const several = attribute.endsWith('srcset');
  const faults = (several ? value.split(',') : [value]).map((address) => faultOf(address, attribute));
  return faults.find((fault) => fault !== null) ?? null;
}

/** Returns the first unsafe construct of a style and its approximate place; null without one. */
export function styleFault(style: string): { fault: string; at: number } | null {
  const plain = unescaped(style);
  for (const text of [plain, withoutComments(plain)])
    for (const { pattern, fault } of STYLE_FAULTS) {
      const at = text.search(pattern);
      // Without comments and escapes the text is shorter: what it says of a place is not exact, and never beyond it.
      if (at >= 0) return { fault, at: text === style ? at : Math.min(at, style.length) };
    }
  return addressInStyle(plain) ?? addressInStyle(withoutComments(plain));
}

const SCHEMES = ['http', 'https', 'mailto', 'tel', 'sms', 'cid'];
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp)[;,]/i;

/** Characters that browsers and mail programs ignore: controls, spaces, and most invisible ones. */
const UNSEEN = /[\0-\x20\x7f-\xa0\xad\u061c\u115f\u1160\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\ufeff]/g;

function faultOf(address: string, attribute: string): string | null {
  const plain = address.replace(UNSEEN, '');
  const scheme = /^([^/?#:]*):/.exec(plain)?.[1]?.toLowerCase();
  if (scheme === undefined || SCHEMES.includes(scheme)) return null;
  // A placeholder begins with colons as well.
  if (/^(?:::\[\[|\[\[::)/.test(plain)) return null;
  if (scheme === 'data' && attribute !== 'href' && PICTURE.test(plain)) return null;
  return `addresses begin with ${SCHEMES.map((name) => `${name}:`).join(', ')}`;
}

const STYLE_FAULTS = [
  { pattern: /@\s*(?:import|charset|namespace)/i, fault: '@import loads other styles' },
  { pattern: /expression\s*\(/i, fault: 'expression() runs a script' },
  { pattern: /(?:javascript|vbscript|livescript|mocha)\s*:/i, fault: 'an address runs a script' },
  {
    pattern: /(?:^|[^\w-])(?:behaviou?r|-moz-binding|-o-link(?:-source)?)\s*:/i,
    fault: 'a behavior runs a script',
  },
  { pattern: /<\/|<!--|-->/, fault: 'it holds the end of a tag or comment' },
];

function addressInStyle(text: string): { fault: string; at: number } | null {
  for (const { index, 0: found } of text.matchAll(/url\(\s*["']?/gi)) {
    const from = index + found.length;
    const fault = faultOf(text.slice(from, from + 100), 'style');
    if (fault) return { fault, at: index };
  }
  return null;
}

/** Resolves CSS escapes: `\6a` is j, `\j` is j, and an escaped line break is nothing. */
function unescaped(style: string): string {
  return style.replace(
    /\\(?:([\da-f]{1,6})[ \t\n\f\r]?|(\r\n|[\s\S]))/gi,
    (_, digits?: string, sign: string = '') => {
      if (digits === undefined) return /[\n\r\f]/.test(sign) ? '' : sign;
      const code = Number.parseInt(digits, 16);
      return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    },
  );
}

/** An unclosed comment reaches to the end. */
function withoutComments(style: string): string {
  let text = '';
  let at = 0;
  for (let start = style.indexOf('/*'); start >= 0; start = style.indexOf('/*', at)) {
    text += style.slice(at, start);
    const end = style.indexOf('*/', start + 2);
    at = end < 0 ? style.length : end + 2;
  }
  return text + style.slice(at);
}

import { escapeHtml, fill, type Values } from '../email-templates/placeholders.ts';

type Parts = { inlined: string; plain: string };

/** Both parts of a mail, each with the link behind which its reader ends such mails. */
export function filled(
  { inlined, plain }: Parts,
  values: Values,
  link: string,
): { html: string; text: string } {
  const at = endOfBody(inlined);
  const [body, end] = [inlined.slice(0, at), inlined.slice(at)].map((part) => fill(part, values, 'html'));
  return {
    html: `${body}${footerOf(link)}${end}`,
    text: `${fill(plain, values, 'text')}\n\n--\n${WHY}\n${END}: ${link}\n`,
  };
}

const WHY = 'You get this email because you have an account with us.';
const END = 'Unsubscribe from emails like this';

/** Styles of its own that no style sheet of the text overrides, or it could be hidden. */
const SHOWN =
  'display:block!important;visibility:visible!important;opacity:1!important;position:static!important;' +
  'height:auto!important;max-height:none!important;font-size:14px!important;clip-path:none!important';

function footerOf(link: string): string {
  const color = 'color:#5c6670!important';
  return `<p style="margin:24px auto!important;max-width:600px;padding:0 16px;text-align:center;line-height:1.5;font-family:sans-serif;${color};${SHOWN}">${WHY}<br><a href="${escapeHtml(link)}" style="${color};${SHOWN.replace('block', 'inline')}">${END}</a></p>`;
}

/** Returns where the footer goes: before the tags that end the document, or behind whatever else stands there, which readers take as part of the body. */
function endOfBody(html: string): number {
  const whole = html.trimEnd();
  const body = /<\/html>$/i.test(whole) ? whole.slice(0, -'</html>'.length).trimEnd() : whole;
  return /<\/body>$/i.test(body) ? body.length - '</body>'.length : html.length;
}

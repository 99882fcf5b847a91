/** One mail of a rule to one user. Specification: Email rules. */
import { escapeHtml, fill, type Values } from '../../email-templates/placeholders.ts';

type Parts = { inlined: string; plain: string };

/** Both parts of a mail, each with the link behind which its reader ends such mails. */
export function filled(
  { inlined, plain }: Parts,
  values: Values,
  link: string,
): { html: string; text: string } {
  return {
    html: withFooter(fill(inlined, values, 'html'), link),
    text: `${fill(plain, values, 'text')}\n\n--\n${WHY}\n${END}: ${link}\n`,
  };
}

const WHY = 'You get this email because you have an account with us.';
const END = 'Unsubscribe from emails like this';

function withFooter(html: string, link: string): string {
  const footer = `<p style="margin:24px auto;max-width:600px;padding:0 16px;text-align:center;font:14px/1.5 sans-serif;color:#5c6670">${WHY}<br><a href="${escapeHtml(link)}" style="color:#5c6670">${END}</a></p>`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end === -1 ? html + footer : html.slice(0, end) + footer + html.slice(end);
}

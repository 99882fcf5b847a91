import { type FieldError, refuse } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import { findingsIn, type Piece } from '../../../server/mail/html-findings.ts';
import { SECRET } from '../../../server/mail/mail.ts';
import { type AnyTemplate, isSecret, misplaced, placeholderFaults } from '../rules.ts';
import { inlined } from './inline.ts';
import { secretFault } from './secret-mail.ts';

type Given = {
  subject: string;
  text: string;
  plain?: string | null | undefined;
  template: AnyTemplate | null;
};

/** Returns the parts to store or send; throws a 400 with each finding, its line and the placeholder's name. */
export async function checkedParts(
  { actor }: Context,
  given: Given,
): Promise<{ inlined: string; plain: string }> {
  const { subject, text, plain, template } = given;
  const judge = (piece: Piece) => misplaced(piece) ?? (isSecret(template) ? secretFault(piece) : null);
  const findings = findingsIn(text, judge).map(({ line, what }) => `Line ${line}: ${what}`);
  refuseAll([
    ...faultsIn('subject', subject, template),
    ...findings.map((message) => ({ path: 'text', message })),
    ...faultsIn('text', text, template),
    ...faultsIn('plain', plain ?? '', template),
  ]);
  const parts = await inlined(actor.admin_id, text);
  // What is sent is judged as well: a parser stands between the two.
  refuseAll(findingsIn(parts.inlined, judge).map(({ what }) => ({ path: 'text', message: what })));
  return parts;
}

function faultsIn(path: string, text: string, template: AnyTemplate | null): FieldError[] {
  const secret = text.indexOf(SECRET);
  const faults = [
    ...placeholderFaults(text, template),
    // It would hand the secret of a mail to whoever is written into its text.
    ...(secret < 0 ? [] : [{ at: secret, what: `${SECRET} can't be used in a template` }]),
  ];
  // Each counts the lines before it.
  return faults.slice(0, FAULTS_LIMIT).map(({ at, what }) => ({
    path,
    message: path === 'subject' ? what : `Line ${lineOf(text, at)}: ${what}`,
  }));
}

function refuseAll(errors: FieldError[]): void {
  const [first] = errors;
  if (first) refuse(400, first.message, { errors: errors.slice(0, FAULTS_LIMIT) });
}

const FAULTS_LIMIT = 20;

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

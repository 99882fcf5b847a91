import { SiteError } from '@provost/site';
import type { Page } from './page.ts';
import { leadTo, type Visit } from './visit.ts';

export type Failure = {
  status: number;
  message: string;
  fields: Readonly<Record<string, string>>;
};

/** Saves and leads on by a 303; what the office refuses is shown in the same form, with what was typed. */
export async function saving(
  visit: Visit,
  save: () => Promise<string | Response>,
  again: (failure: Failure) => Page | Promise<Page>,
): Promise<Response | Page> {
  try {
    const saved = await save();
    return typeof saved === 'string' ? leadTo(visit, saved) : saved;
  } catch (error) {
    if (!(error instanceof SiteError) || error.status < 400 || error.status >= 500) throw error;
    return { ...(await again(failureOf(error, visit))), status: error.status };
  }
}

function failureOf({ status, errors }: SiteError, { texts }: Visit): Failure {
  const fields = Object.fromEntries(errors.map((error) => [error.path, error.message]));
  return { status, message: texts[messageOf(status, errors.length > 0)], fields };
}

function messageOf(status: number, isNamed: boolean) {
  if (status === 429) return 'too_many';
  if (status === 401) return 'wrong_password';
  return status === 403 && !isNamed ? 'closed' : 'check_fields';
}

/** True for a fact that was told before by the same form: a double click, a page that was loaded again, a payment that is known. */
export function isToldAlready(error: unknown): boolean {
  return error instanceof SiteError && ['REFERENCE_TAKEN', 'PROVIDER_REF_TAKEN'].includes(error.code);
}

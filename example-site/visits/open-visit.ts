import { type Site, SiteError } from '@provost/site';
import { formatsOf } from '../languages/formats.ts';
import { type Language, languageOf, textsIn } from '../languages/languages.ts';
import { cookieOf, type Sessions } from './cookies.ts';
import type { Login, Program, User, Visit } from './visit.ts';

export type Visitor = { client_ip?: string | undefined };
type Ground = Pick<Visit, 'site' | 'sessions' | 'base' | 'stripe'>;

/** Milliseconds that the program's texts are kept, as the office allows. */
const PROGRAM_KEPT_MS = 60_000;

export function openVisits(ground: Ground) {
  const { site, sessions } = ground;
  const programs = new Map<Language | '', { until: number; program: Promise<Program> }>();

  const programIn = (locale?: Language): Promise<Program> => {
    const kept = programs.get(locale ?? '');
    if (kept && kept.until > Date.now()) return kept.program;
    const program = site.get('program', { locale }).then((answer) => answer.program);
    programs.set(locale ?? '', { until: Date.now() + PROGRAM_KEPT_MS, program });
    program.catch(() => programs.delete(locale ?? ''));
    return program;
  };

  return async (request: Request, { client_ip }: Visitor): Promise<Visit> => {
    const url = new URL(request.url);
    const { languages, default_locale } = await programIn();
    const locale = languageOf(request, languages, default_locale);
    const [program, who, form] = await Promise.all([
      programIn(locale),
      whoComes(site, sessions, request),
      formOf(request),
    ]);
    const formats = formatsOf(locale, cookieOf(request, 'zone'));
    return {
      ...ground,
      ...who,
      request,
      now: Date.now(),
      url,
      form,
      client_ip,
      program,
      locale,
      formats,
      texts: textsIn(locale),
    };
  };
}

/** Asks anew at each visit: an account may have been closed, and staff may have lost their right. */
async function whoComes(
  site: Site,
  sessions: Sessions,
  request: Request,
): Promise<{ user: User | null; login: Login | null }> {
  const session = sessions.read(request);
  if (!session) return { user: null, login: null };
  const { token, user_id } = session;
  const login = token ? await site.post('login-as/state', { token }).catch(refusedAsNull) : null;
  if (token && login?.state !== 'open') return { user: null, login };
  const answer = await site.get('users/{id}', { id: user_id }).catch(refusedAsNull);
  return { user: answer?.user ?? null, login };
}

function refusedAsNull(error: unknown): null {
  if (error instanceof SiteError && [400, 404].includes(error.status)) return null;
  throw error;
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(request.method === 'POST' ? await request.text() : '');
}

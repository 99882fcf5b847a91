import { SiteError } from '@provost/site';
import { Leave, leadTo, type Visit } from '../visits/visit.ts';

/** Takes the token from the page that the link opened. It is exchanged at a click, as previews of links click nothing. */
export async function beginLogin(visit: Visit): Promise<Response> {
  const token = visit.form.get('token') ?? '';
  await stateOf(visit, token);
  return leadTo(visit, '/', [visit.sessions.begin(visit.request, { user_id: 0, token })]);
}

export async function continueLogin(visit: Visit): Promise<Response> {
  const { site, sessions, request } = visit;
  const { user_id } = await site.post('login-as', { token: keptToken(visit) }).catch(leaveRefused);
  return leadTo(visit, '/', [sessions.begin(request, { user_id, token: keptToken(visit) })]);
}

/** Ends it; the next page still knows whose eyes these were, and says so once. */
export async function endLogin(visit: Visit): Promise<Response> {
  await visit.site.post('login-as/end', { token: keptToken(visit) }).catch(leaveRefused);
  return leadTo(visit, '/');
}

function stateOf({ site }: Visit, token: string) {
  return site.post('login-as/state', { token }).catch(leaveRefused);
}

function keptToken({ sessions, request }: Visit): string {
  return sessions.read(request)?.token ?? leaveRefused(new SiteError(400, {}));
}

function leaveRefused(error: unknown): never {
  if (error instanceof SiteError && error.status === 400) throw new Leave('/?note=token');
  throw error;
}

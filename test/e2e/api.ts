import { expect, request } from '@playwright/test';
import { withCode } from '../demanded-factor.ts';
import { accountOf, type DemoRole } from './session.ts';

// A test reads what it knows to be there.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = { status: number; body: any };
export type ApiCall = (method: string, path: string, data?: object) => Promise<Answer>;

/** Calls as somebody who sits before no page, in a session of their own. */
export async function apiAs(baseURL: string | undefined, role: DemoRole): Promise<ApiCall> {
  // Not the page's own: its cookie would become that of the session here.
  const context = await request.newContext({ baseURL });
  let token = '';
  await withCode(baseURL, accountOf(role), async (data) => {
    const signedIn = await context.post('/api/wladmin/auth', { data });
    expect(signedIn.status()).toBe(200);
    ({ token } = (await signedIn.json()) as { token: string });
  });
  return async (method, path, data) => {
    const response = await context.fetch(`/api/wladmin/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data && { data }),
    });
    return { status: response.status(), body: await response.json() };
  };
}

/** Accounts here and people at a provider, and browsers that go between both. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { CALLBACK } from '../../features/auth/single-sign-on/server/provider.ts';
import type { Oidc } from '../../server/oidc-settings.ts';
import { makeAdmin } from '../factories.ts';
import type { TestApp } from '../harness.ts';
import { CookieJar, goThrough, type SignOnProvider, startSignOnProvider } from './sign-on-provider.ts';

/** A provider beside the app, for the tests of a file. */
export function useSignOn(app: () => TestApp) {
  const db = () => app().platform.database.everything;
  let started: SignOnProvider | undefined;
  const provider = () => {
    if (!started) throw new Error('the provider stands only inside a test');
    return started;
  };
  /** Settings of before are forgotten, with what the provider was asked by them. */
  const settle = (more?: Partial<Oidc>) => {
    app().platform.config.oidc = provider().settings(more);
  };
  beforeAll(async () => {
    started = await startSignOnProvider(`${app().platform.config.publicUrl}${CALLBACK}`);
  });
  afterAll(() => started?.stop());
  beforeEach(async () => {
    provider().meanwhile = null;
    settle();
    await db().deleteFrom('recovery_calls').execute();
  });

  let people = 0;
  /** An account, and a person of the provider with its address. */
  const someone = async (rights: Parameters<typeof makeAdmin>[1] = { permissions: ['events'] }) => {
    people += 1;
    const [name, email] = [`person-${people}`, `person-${people}@example.com`];
    const { id } = await makeAdmin(db(), { ...rights, email });
    provider().people.set(name, { email, email_verified: true });
    return { id, name, email };
  };

  const sessionsOf = async (admin_id: number) =>
    db().selectFrom('sessions').selectAll().where('admin_id', '=', admin_id).execute();
  const rightsOf = async (id: number) =>
    db()
      .selectFrom('admins')
      .select(['permissions', 'program_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const mailsTo = async (to_address: string) => {
    const mails = await db()
      .selectFrom('mails')
      .select('subject')
      .where('to_address', '=', to_address)
      .orderBy('id')
      .execute();
    return mails.map(({ subject }) => subject);
  };
  return {
    db,
    provider,
    settle,
    someone,
    sessionsOf,
    rightsOf,
    mailsTo,
    browser: () => new SignOnBrowser(app()),
  };
}

/** The reason of a refusal in the address that somebody is led to; null where there is none. */
export function reasonIn(location: string): string | null {
  return new URL(location, 'http://x').searchParams.get('refused');
}

/** Keeps the cookies of both sites apart. */
export class SignOnBrowser {
  readonly app: TestApp;
  readonly here = new CookieJar();
  readonly there = new CookieJar();

  constructor(app: TestApp) {
    this.app = app;
  }

  async call(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const answer = await this.app.call(method, path, body, { cookie: this.here.header, ...headers });
    this.here.take([answer.headers['set-cookie'] ?? []].flat().map(String));
    return answer;
  }

  /** Begins a sign-in; answers the address at the provider. */
  async begin(to?: string): Promise<string> {
    const { status, body } = await this.call('POST', 'auth/sso', { to });
    if (status !== 200) throw new Error(`not begun: ${status} ${body.message}`);
    return body.address;
  }

  /** Comes back from the provider; answers where it is led. */
  async comeBack(url: URL): Promise<string> {
    const { status, headers } = await this.call('GET', url.pathname + url.search);
    if (status !== 303) throw new Error(`led nowhere: ${status}`);
    return String(headers.location);
  }

  async signOn(name: string | null, to?: string): Promise<string> {
    return this.comeBack(await goThrough(await this.begin(to), name, this.there));
  }

  /** Goes on by the cookie of the session, as the application does. */
  async session() {
    const { status, body } = await this.call('POST', 'auth/refresh', {});
    if (status !== 200) return null;
    const authorization = `Bearer ${body.token}`;
    return {
      user: body.user,
      call: (method: 'GET' | 'POST' | 'PATCH', path: string, sent?: unknown) =>
        this.call(method, path, sent, { authorization }),
    };
  }
}

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from './harness.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Builds the example site, which the office serves as it is built, unless that is what stands there: somebody may be looking at it. */
export async function buildExampleSite(): Promise<void> {
  await promisify(execFile)(process.execPath, ['cli/build-if-stale.ts', '--example-site'], { cwd: ROOT });
}

/** Visits of the site of a program, as a browser without scripts makes them: it keeps cookies, and says where a form comes from. */
export function visitsOf(app: () => TestApp, program: () => { program_tag: string }) {
  return { visitor, student };

  function visitor() {
    const cookies = new Map<string, string>();
    const go = async (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
      const { listeningOrigin } = app().http;
      const answer = await fetch(`${listeningOrigin}/site/${program().program_tag}${path}`, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(form && { origin: listeningOrigin }),
          ...headers,
        },
        ...(form && { body: new URLSearchParams(form) }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      return {
        status: answer.status,
        location: location?.slice(`/site/${program().program_tag}`.length) ?? null,
        headers: answer.headers,
        text: await answer.text(),
      };
    };
    return { go, cookies };
  }

  async function student(email = `${crypto.randomUUID()}@example.com`) {
    const { go, cookies } = visitor();
    const person = { email, password: 'a password of hers', first_name: 'Ada', last_name: 'Byron' };
    const signed = await go('/sign-up', { ...person, to: '/account' });
    if (signed.location !== '/account') throw new Error(`not signed up: ${signed.status}`);
    const { id } = await app()
      .platform.database.everything.selectFrom('site_users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return { go, cookies, id, ...person };
  }
}

/** Returns the token of the form that goes to this address. */
export const tokenIn = (html: string, action: string) =>
  new RegExp(`action="[^"]*${action}"[^>]*>.*?name="form_token" value="([\\w-]{22})"`, 's').exec(html)?.[1] ??
  '';

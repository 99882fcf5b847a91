/** Cookies of the site: a session that is signed, and what a browser says of itself. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Session = {
  user_id: number;
  /** Milliseconds since 1970 from which on it is over. */
  until: number;
  /** The token of a member of staff who looks with the eyes of this user, or is about to. */
  token?: string;
};

const SESSION_SECONDS = 7 * 24 * 60 * 60;
const SESSION = 'site_session';

/** Returns a cookie by its name, decoded; an empty text where there is none. */
export function cookieOf(request: Request, name: string): string {
  const found = (request.headers.get('cookie') ?? '')
    .split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  try {
    return decodeURIComponent(found ?? '');
  } catch {
    return '';
  }
}

/** Keeps sessions in a cookie that nobody else can make, as it is signed with what only the site's server knows. */
export function sessionsOf(key: string, base: string) {
  const secret = createHmac('sha256', key).update('sessions of the example site').digest();
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const cookie = (value: string, seconds: number, request: Request) =>
    `${SESSION}=${value}; Path=${base || '/'}; Max-Age=${seconds}; HttpOnly; SameSite=Lax` +
    (request.url.startsWith('https:') ? '; Secure' : '');
  return {
    read(request: Request): Session | null {
      const [text = '', signature = ''] = cookieOf(request, SESSION).split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(text))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const session = JSON.parse(Buffer.from(text, 'base64url').toString()) as Session;
      return session.until > Date.now() ? session : null;
    },
    begin(request: Request, session: Omit<Session, 'until'>): string {
      const until = Date.now() + SESSION_SECONDS * 1000;
      const text = Buffer.from(JSON.stringify({ ...session, until })).toString('base64url');
      return cookie(`${text}.${sign(text)}`, SESSION_SECONDS, request);
    },
    end: (request: Request): string => cookie('', 0, request),
  };
}

export type Sessions = ReturnType<typeof sessionsOf>;

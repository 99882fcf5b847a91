import type { FastifyInstance } from 'fastify';
import { callContext } from '../../../../server/http/call.ts';
import type { Platform } from '../../../../server/platform.ts';
import { CONFIRMED_PATH } from '../rules.ts';
import { CALLBACK } from './provider.ts';
import { finishSignOn, type Outcome } from './sign-on.ts';

/** Mounts `GET /api/wladmin/auth/sso/callback`, which leads to where the person wanted to be, or to a screen that says why not. */
export function mountSignOnCallback(app: FastifyInstance, platform: Platform): void {
  app.get(CALLBACK, { exposeHeadRoute: false }, async (request, reply) => {
    if (!platform.config.oidc) return reply.callNotFound();
    const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
    const outcome = await finishSignOn(callContext(platform, request, reply), query);
    // The code of the address goes no further.
    return reply.header('referrer-policy', 'no-referrer').redirect(nextOf(outcome), 303);
  });
}

function nextOf({ attempt, refused, email }: Outcome): string {
  const again = attempt !== null && attempt.session_id !== null;
  if (!refused && !again) return attempt?.return_to ?? '/';
  const query = new URLSearchParams({
    ...(refused && { refused }),
    ...(attempt && attempt.return_to !== '/' && { to: attempt.return_to }),
  });
  // Behind a #, which no server and no log is told.
  const whose = email === undefined ? '' : `#${encodeURIComponent(email)}`;
  return `${again ? CONFIRMED_PATH : '/login'}${query.size > 0 ? `?${query.toString()}` : ''}${whose}`;
}

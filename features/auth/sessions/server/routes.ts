import { implementRoutes } from '../../../../server/http/routing.ts';
import { factorsOf } from '../../second-factor/server/factors.ts';
import { sessionsContract } from '../contract.ts';
import { endSessions, readSessions } from './open-sessions.ts';

const routes = implementRoutes(sessionsContract);

export const sessionsRoutes = routes.router({
  ownSessions: routes.ownSessions.handler(async ({ context }) => ({
    sessions: await readSessions(context, context.actor.admin_id),
  })),
  endOwnSession: routes.endOwnSession.handler(({ context, input }) =>
    endSessions(context, context.actor.admin_id, { only: input.session_id }),
  ),
  endOtherSessions: routes.endOtherSessions.handler(({ context }) =>
    endSessions(context, context.actor.admin_id, { but: context.session_id }),
  ),
  adminSessions: routes.adminSessions.handler(async ({ context, input }) => {
    const sessions = await readSessions(context, input.id);
    const { codes_since, passkeys } = await factorsOf(context.platform.database.everything, input.id);
    return { sessions, second_factor_since: codes_since, passkeys };
  }),
  endAdminSession: routes.endAdminSession.handler(({ context, input }) =>
    endSessions(context, input.id, { only: input.session_id }),
  ),
  endAdminSessions: routes.endAdminSessions.handler(({ context, input }) =>
    endSessions(context, input.id, { but: context.session_id }),
  ),
});

import { telling } from '../../../../server/sites/facts.ts';
import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { tellFacts } from '../../../../server/sites/tell-facts.ts';
import { siteTeachingContract } from '../contract.ts';
import { bookAttendances } from './site-attendances.ts';
import { bookCancellations, bookEnrolments } from './site-enrolments.ts';
import { tellSessions } from './site-sessions.ts';

const routes = implementSiteRoutes(siteTeachingContract);

export const siteTeachingRoutes = routes.router({
  enrolments: routes.enrolments.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'enrolment', book: bookEnrolments }),
  ),
  cancellations: routes.cancellations.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'cancellation', book: bookCancellations }),
  ),
  sessions: routes.sessions.handler(({ context, input }) => telling(context, 'session', input, tellSessions)),
  attendances: routes.attendances.handler(({ context, input }) =>
    tellFacts(context, input, { kind: 'attendance', book: bookAttendances }),
  ),
});

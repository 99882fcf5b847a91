import { implementRoutes } from '../../../server/http/routing.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { erasureContract } from '../contract.ts';
import { closeDataRequest } from './data-requests.ts';
import { approveErasure, readErasure, rejectErasure, requestErasure } from './erasures.ts';
import { USER_DATA } from './user-data/user-data.ts';
import { dataRequestsCsv, pageOfRequests } from './waiting-requests.ts';

const routes = implementRoutes(erasureContract);

export const erasureRoutes = routes.router({
  personalDataRequests: routes.personalDataRequests.handler(({ context, input }) =>
    pageOfRequests(context, input),
  ),
  personalDataRequestsCsv: routes.personalDataRequestsCsv.handler(({ context, input }) =>
    pollExport(context, dataRequestsCsv, input),
  ),
  closeDataRequest: routes.closeDataRequest.handler(({ context, input }) => closeDataRequest(context, input)),
  erasure: routes.erasure.handler(({ context, input }) => readErasure(context, input.id)),
  eraseUser: routes.eraseUser.handler(({ context, input }) => requestErasure(context, input)),
  approveErasure: routes.approveErasure.handler(({ context, input }) => approveErasure(context, input.id)),
  rejectErasure: routes.rejectErasure.handler(({ context, input }) => rejectErasure(context, input.id)),
  userData: routes.userData.handler(({ context, input }) => pollExport(context, USER_DATA, input)),
});

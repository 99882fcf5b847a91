import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { storeUpload } from '../../server/uploads.ts';
import { uploadsOfSitesContract } from '../contract.ts';

const routes = implementSiteRoutes(uploadsOfSitesContract);

export const uploadsOfSitesRoutes = routes.router({
  upload: routes.upload.handler(({ context, input }) =>
    storeUpload(context, { file: input.file, type: 'user-photo', class_id: 0 }),
  ),
});

import { implementRoutes } from '../../../server/http/routing.ts';
import { uploadsContract } from '../contract.ts';
import { storeUpload } from './uploads.ts';

const routes = implementRoutes(uploadsContract);

export const uploadsRoutes = routes.router({
  upload: routes.upload.handler(({ context, input }) => storeUpload(context, input)),
});

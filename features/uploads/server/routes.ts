/** The call that stores an image. */
import { implementRoutes } from '../../../server/routing.ts';
import { uploadsContract } from '../contract.ts';
import { storeUpload } from './uploads.ts';

const os = implementRoutes(uploadsContract);

export const uploadsRoutes = os.router({
  upload: os.upload.handler(({ context, input }) => storeUpload(context, input)),
});

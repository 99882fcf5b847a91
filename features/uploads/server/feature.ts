import { feature } from '../../../server/feature.ts';
import { uploadsContract } from '../contract.ts';
import { LARGEST_UPLOAD } from '../rules.ts';
import { mountImageWidths } from './image-widths.ts';
import { mountImageEncoder } from './images.ts';
import { uploadsRoutes } from './routes.ts';
import { sweepUnusedUploads } from './sweep-uploads.job.ts';

export const uploads = feature({
  contract: uploadsContract,
  routes: uploadsRoutes,
  jobs: [sweepUnusedUploads],
  mounts: [mountImageEncoder, mountImageWidths],
  forms: { upload: { largest: LARGEST_UPLOAD, field: 1000, longest: 120_000 } },
});

/** No harm: how large the image is, and how soon a server in it is ready. */
import { endServer, SPARE_PORT, startServer } from '../servers.ts';
import type { Fault } from './fault.ts';

const MEGABYTES = 450;
const READY_SECONDS = 10;

export const startInImage: Fault = {
  name: 'start in the image',
  run: async ({ image }) => {
    if (!image) return [];
    const began = performance.now();
    const server = await startServer(SPARE_PORT);
    const ready = (performance.now() - began) / 1000;
    await endServer(server);
    return [
      { what: 'size', goal: MEGABYTES, measured: image.megabytes, unit: 'MB' },
      { what: 'ready', goal: READY_SECONDS, measured: ready, unit: 's' },
    ];
  },
};

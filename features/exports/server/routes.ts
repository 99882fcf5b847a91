import { implementRoutes } from '../../../server/http/routing.ts';
import { exportsContract } from '../contract.ts';
import { cancelExport } from './exports.ts';

const routes = implementRoutes(exportsContract);

export const exportsRoutes = routes.router({
  cancelExport: routes.cancelExport.handler(async ({ context, input }) => {
    await cancelExport(context, input.file_name);
    return {};
  }),
});

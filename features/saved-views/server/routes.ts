import { implementRoutes } from '../../../server/http/routing.ts';
import { savedViewsContract } from '../contract.ts';
import { createView, deleteView, readViews, updateView } from './saved-views.ts';

const routes = implementRoutes(savedViewsContract);

export const savedViewsRoutes = routes.router({
  views: routes.views.handler(async ({ context, input }) => ({
    views: await readViews(context, input.screen),
  })),
  createView: routes.createView.handler(async ({ context, input }) => ({
    view: await createView(context, input.data),
  })),
  updateView: routes.updateView.handler(async ({ context, input }) => ({
    view: await updateView(context, input.id, input.data),
  })),
  deleteView: routes.deleteView.handler(async ({ context, input }) => {
    await deleteView(context, input.id);
    return {};
  }),
});

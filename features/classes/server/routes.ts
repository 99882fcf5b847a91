/** The calls that read classes. */
import { implementRoutes } from '../../../server/routing.ts';
import { classesContract } from '../contract.ts';
import { pageOfClasses, readClass } from './classes.ts';

const routes = implementRoutes(classesContract);

export const classesRoutes = routes.router({
  classes: routes.classes.handler(({ context, input }) => pageOfClasses(context, input)),
  class: routes.class.handler(async ({ context, input }) => ({ class: await readClass(context, input.id) })),
});

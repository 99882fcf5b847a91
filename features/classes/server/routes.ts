/** The calls that read classes. */
import { implementRoutes } from '../../../server/routing.ts';
import { classesContract } from '../contract.ts';
import { pageOfClasses, readClass } from './classes.ts';

const os = implementRoutes(classesContract);

export const classesRoutes = os.router({
  classes: os.classes.handler(({ context, input }) => pageOfClasses(context, input)),
  class: os.class.handler(async ({ context, input }) => ({ class: await readClass(context, input.id) })),
});

import { programOf } from '../../../server/context.ts';
import { implementRoutes } from '../../../server/http/routing.ts';
import { ordersOf } from '../../../server/nouns/noun-handlers.ts';
import { setDisplayOrder, toggleFeatured } from '../../../server/nouns/program-assignments.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { classesContract } from '../contract.ts';
import { classesCsv } from '../reports/server/classes-csv.ts';
import { categoriesLost, categoriesOffered } from './class-categories.ts';
import { deleteComment, pageOfComments } from './class-comments.ts';
import { classAsOf } from './class-history.ts';
import { readClassPrograms, saveClassPrograms } from './class-links.ts';
import { CLASS_ORDER, CLASS_PLACES } from './class-noun.ts';
import { updateClass } from './class-saves.ts';
import { saveClassTags } from './class-tags.ts';
import { enrolUser, pageOfClassUsers, switchEnrolment } from './class-users.ts';
import { classOnSite, matching, pageOfClasses, readClass } from './classes.ts';
import { createClass } from './new-class.ts';

const routes = implementRoutes(classesContract);

export const classesRoutes = routes.router({
  classesCsv: routes.classesCsv.handler(({ context, input }) => {
    // An export that has begun could tell nobody.
    matching(programOf(context.actor, input.program_id), input);
    return pollExport(context, classesCsv, input);
  }),
  classes: routes.classes.handler(({ context, input }) => pageOfClasses(context, input)),
  class: routes.class.handler(async ({ context, input: { id, program_id } }) => {
    const found = await readClass(context, id, program_id);
    return { class: found, site_address: await classOnSite(context, found, program_id) };
  }),
  classAsOf: routes.classAsOf.handler(({ context, input }) => classAsOf(context, input)),
  createClass: routes.createClass.handler(async ({ context, input }) => ({
    class: await createClass(context, input.class_data),
  })),
  updateClass: routes.updateClass.handler(async ({ context, input: { id, class_data: data, ...how } }) => ({
    class: await updateClass(context, id, { data, ...how }),
  })),
  classPrograms: routes.classPrograms.handler(({ context, input }) => readClassPrograms(context, input.id)),
  saveClassPrograms: routes.saveClassPrograms.handler(({ context, input }) =>
    saveClassPrograms(context, input),
  ),
  classCategoriesLost: routes.classCategoriesLost.handler(async ({ context, input }) => ({
    lost_categories: await categoriesLost(context, input),
  })),
  classCategories: routes.classCategories.handler(async ({ context, input }) => ({
    categories: await categoriesOffered(context, input),
  })),
  saveClassTags: routes.saveClassTags.handler(({ context, input }) => saveClassTags(context, input)),
  classOrder: routes.classOrder.handler(ordersOf(CLASS_ORDER).read),
  unplacedClasses: routes.unplacedClasses.handler(ordersOf(CLASS_ORDER).unplaced),
  saveClassOrder: routes.saveClassOrder.handler(ordersOf(CLASS_ORDER).save),
  setClassDisplayOrder: routes.setClassDisplayOrder.handler(({ context, input }) =>
    setDisplayOrder(context, CLASS_PLACES, input),
  ),
  toggleClassFeatured: routes.toggleClassFeatured.handler(async ({ context, input }) => {
    const { featured } = await toggleFeatured(context, CLASS_PLACES, {
      ...input,
      featured: input.featured && input.featured === 'y',
    });
    return { featured: featured ? 'y' : 'n' };
  }),
  classUsers: routes.classUsers.handler(({ context, input }) => pageOfClassUsers(context, input)),
  enrolUser: routes.enrolUser.handler(({ context, input }) => enrolUser(context, input)),
  switchEnrolment: routes.switchEnrolment.handler(({ context, input }) => switchEnrolment(context, input)),
  classComments: routes.classComments.handler(({ context, input }) => pageOfComments(context, input)),
  deleteComment: routes.deleteComment.handler(({ context, input }) => deleteComment(context, input.id)),
});

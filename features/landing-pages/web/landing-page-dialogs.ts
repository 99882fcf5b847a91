import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import type { LandingPage } from '../contract.ts';
import { readLandingPage } from './calls.ts';

const form = () => import('./edit-landing-page-dialog.tsx').then((m) => m.EditLandingPageDialog);

/** The files that the server has, as its list answers them. */
export type Given = { templates: readonly string[] };
const read: (id: number, given: Given) => Promise<LandingPage> = readLandingPage;

export const landingPageDialogs = dialogsOf({
  noun: 'landing page',
  read,
  may: mayTouch,
  dialogs: {
    add: { isNew: true, load: form },
    edit: { load: form },
    translations: {
      load: () => import('./landing-page-translations.ts').then((m) => m.LandingPageTranslations),
    },
  },
});

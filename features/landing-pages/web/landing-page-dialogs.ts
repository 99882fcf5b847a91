import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import type { LandingPage } from '../contract.ts';
import { type Given, readLandingPage } from './calls.ts';

const form = () => import('./edit-landing-page-dialog.tsx').then((m) => m.EditLandingPageDialog);

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

import { translationsDialog } from '../../../web/parts/noun-dialogs.tsx';
import { landingPageTranslationInput } from '../contract.ts';
import { calls, reload } from './calls.ts';

export const LandingPageTranslations = translationsDialog({
  noun: 'landing page',
  title: 'Event translations',
  schema: landingPageTranslationInput,
  read: calls.landingPageTranslations.call,
  save: calls.saveLandingPageTranslations.call,
  reload,
});

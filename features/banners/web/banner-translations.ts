import { translationsDialog } from '../../../web/parts/noun-dialogs.tsx';
import { type Banner, bannerTranslationInput } from '../contract.ts';
import { calls, reload } from './calls.ts';

export const BannerTranslations = translationsDialog({
  noun: 'banner',
  title: 'Banner translations',
  nameOf: ({ title }: Banner) => title,
  schema: bannerTranslationInput,
  read: calls.bannerTranslations.call,
  save: calls.saveBannerTranslations.call,
  reload,
});

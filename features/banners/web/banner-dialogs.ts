import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { readBanner } from './calls.ts';

const form = () => import('./edit-banner-dialog.tsx').then((m) => m.EditBannerDialog);

export const bannerDialogs = dialogsOf({
  noun: 'banner',
  read: readBanner,
  may: mayTouch,
  dialogs: {
    add: { isNew: true, load: form },
    edit: { load: form },
    translations: { load: () => import('./banner-translations.ts').then((m) => m.BannerTranslations) },
  },
});

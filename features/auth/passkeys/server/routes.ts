import { implementRoutes } from '../../../../server/http/routing.ts';
import { passkeysContract } from '../contract.ts';
import { addPasskey, beginPasskey, readPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';
import { beginPasskeySignIn, signInByPasskey } from './sign-in-by-passkey.ts';
import { beginPasskeyStepUp, stepUpByPasskey } from './step-up-by-passkey.ts';

const routes = implementRoutes(passkeysContract);

export const passkeysRoutes = routes.router({
  passkeys: routes.passkeys.handler(({ context }) => readPasskeys(context)),
  beginPasskey: routes.beginPasskey.handler(({ context }) => beginPasskey(context)),
  addPasskey: routes.addPasskey.handler(({ context, input }) => addPasskey(context, input)),
  renamePasskey: routes.renamePasskey.handler(({ context, input }) => renamePasskey(context, input)),
  removePasskey: routes.removePasskey.handler(({ context, input }) => removePasskey(context, input.id)),
  passkeyOrigin: routes.passkeyOrigin.handler(({ context }) => ({
    origin: relyingPartyOf(context.platform)?.origin ?? null,
  })),
  beginPasskeySignIn: routes.beginPasskeySignIn.handler(({ context }) => beginPasskeySignIn(context)),
  signInByPasskey: routes.signInByPasskey.handler(({ context, input }) => signInByPasskey(context, input)),
  beginPasskeyStepUp: routes.beginPasskeyStepUp.handler(({ context }) => beginPasskeyStepUp(context)),
  stepUpByPasskey: routes.stepUpByPasskey.handler(async ({ context, input }) => {
    await stepUpByPasskey(context, input.passkey);
    return { message: 'Thank you' };
  }),
});

import { implementRoutes } from '../../../../server/http/routing.ts';
import { ownPasswordContract } from '../contract.ts';
import { changeOwnPassword } from './own-password.ts';

const routes = implementRoutes(ownPasswordContract);

export const ownPasswordRoutes = routes.router({
  changeOwnPassword: routes.changeOwnPassword.handler(async ({ context, input }) => {
    await changeOwnPassword(context, input);
    return { message: 'Your new password is set' };
  }),
});

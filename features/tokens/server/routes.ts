import { implementRoutes } from '../../../server/http/routing.ts';
import { switchesOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { tokensContract } from '../contract.ts';
import { createTokens } from './token-batches.ts';
import { freeCode } from './token-codes.ts';
import { TOKEN_SWITCHES } from './token-switches.ts';
import { createToken, pageOfTokens, readToken, updateToken } from './tokens.ts';
import { tokensCsv } from './tokens-csv.ts';

const routes = implementRoutes(tokensContract);

export const tokensRoutes = routes.router({
  tokensCsv: routes.tokensCsv.handler(({ context, input }) => pollExport(context, tokensCsv, input)),
  tokens: routes.tokens.handler(({ context, input }) => pageOfTokens(context, input)),
  token: routes.token.handler(async ({ context, input }) => ({ token: await readToken(context, input.id) })),
  tokenCode: routes.tokenCode.handler(async ({ context }) => ({ code: await freeCode(context) })),
  createToken: routes.createToken.handler(async ({ context, input }) => ({
    token: await createToken(context, input.token_data),
  })),
  createTokens: routes.createTokens.handler(({ context, input }) => createTokens(context, input.token_data)),
  updateToken: routes.updateToken.handler(async ({ context, input }) => ({
    token: await updateToken(context, input),
  })),
  switchTokens: routes.switchTokens.handler(switchesOf(TOKEN_SWITCHES)),
});

import { callsOf } from '../../../web/api.ts';
import { type Token, tokensContract } from '../contract.ts';

export const { calls, reload } = callsOf('tokens', tokensContract);

export async function readToken(id: number): Promise<Token> {
  return (await calls.token.call({ id })).token;
}

import { callsOf } from '../../../web/api.ts';
import { type Token, tokensContract } from '../contract.ts';

export const { calls, reload } = callsOf('tokens', tokensContract);

export type Beside = {
  /** Called in place of `onClose` where several tokens were added. */
  onBatch: (batch_id: number) => void;
};

export async function readToken(id: number): Promise<Token> {
  return (await calls.token.call({ id })).token;
}

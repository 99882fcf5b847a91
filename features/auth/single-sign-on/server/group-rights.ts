/** Rights by groups of the provider are given by the feature of admin users, which builds on this one. */
import type { TransactionContext } from '../../../../server/context.ts';
import type { Oidc } from '../../../../server/oidc-settings.ts';
import type { SignOnRefusal } from '../rules.ts';

type FollowGroups = (
  tx: TransactionContext,
  account: { id: number; email: string },
  oidc: Oidc,
  /** The claim as the provider sent it. */
  said: unknown,
) => Promise<SignOnRefusal | null>;

let registered: FollowGroups | undefined;

export function giveGroupRightsBy(follow: FollowGroups): void {
  registered = follow;
}

/** Gives an account the rights of its groups; returns why it may not sign in, or null. */
export function giveGroupRights(...given: Parameters<FollowGroups>): ReturnType<FollowGroups> {
  if (!registered) throw new Error('nobody gives rights by groups');
  return registered(...given);
}

import { expect } from 'vitest';
import type { FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import { type SignOnProvider, startSignOnProvider } from '../../../../test/sign-on/sign-on-provider.ts';
import type { signOnContract } from '../contract.ts';
import { CALLBACK } from './provider.ts';

let provider: Promise<SignOnProvider> | undefined;

/** A provider of the tests, for this app from now on. */
async function withProvider({ app }: Pick<Stage, 'app'>): Promise<SignOnProvider> {
  const { config } = app.platform;
  provider ??= startSignOnProvider(`${config.publicUrl}${CALLBACK}`);
  const known = await provider;
  config.oidc ??= known.settings();
  return known;
}

async function body(cell: Pick<Stage, 'app'>): Promise<unknown> {
  await withProvider(cell);
  return {};
}

export const signOnCases: FeatureCases<typeof signOnContract> = {
  routes: {
    signOnOptions: {
      refusals: { everybody: 200 },
      success: async (stage) => {
        await withProvider(stage);
        return { effect: (options) => expect(options).toEqual({ offered: 1, only: 0 }) };
      },
    },
    beginSignOn: {
      refusals: { everybody: 200, body },
      async success(stage) {
        const { issuer } = await withProvider(stage);
        return {
          body: { to: '/account', time_zone: 'Europe/Berlin' },
          effect: ({ address }) => expect(address).toContain(`${issuer}/auth?`),
        };
      },
      fuzz: { never200: true, also: [404, 429] },
    },
    beginSignOnAgain: {
      refusals: { body, kinds: ['own'] },
      async success(stage) {
        const { issuer } = await withProvider(stage);
        return {
          body: { to: '/payouts' },
          effect: ({ address }) => {
            expect(address).toContain(`${issuer}/auth?`);
            expect(new URL(address).searchParams.get('prompt')).toBe('login');
          },
        };
      },
      fuzz: { never200: true, also: [404] },
    },
  },
};

/** Parts that a feature has for the server: `server/app.ts` lists features and derives all else from them. */
import type { AnyContractRouter } from '@orpc/contract';
import type { Router } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import type { ConstraintTexts } from '../core/errors.ts';
import type { Call } from './context.ts';
import type { DemoStep } from './db/demo/demo-step.ts';
import type { JobDefinition, Platform } from './platform.ts';
import type { SiteCall } from './sites/site-context.ts';
import type { Sweep } from './work/sweep.ts';

/** Limits of a call that brings a file: its bytes arrive before the call is answered. */
export type FormLimits = {
  /** Bytes of the file, and of a field beside it. */
  largest: number;
  field: number;
  /** Milliseconds in which a form must have arrived, so that nobody holds a slot for long. */
  longest: number;
  /** The folder of the store that the file goes to as it arrives; in memory unless told. */
  folder?: string;
};

type Manifest<Contract, Routes> = {
  contract: Contract;
  routes: Routes;
  constraints?: ConstraintTexts;
  /** Passes over what is due. */
  jobs?: readonly JobDefinition[];
  /** Sweeps of expired rows and files, in this order. */
  sweeps?: readonly Sweep[];
  /** Routes besides the API: each mounts its own addresses, or its end. */
  mounts?: readonly ((app: FastifyInstance, platform: Platform) => void)[];
  demo?: () => Promise<{ demo: readonly DemoStep[] }>;
  /** The calls of the contract that bring a file. */
  forms?: { readonly [Name in keyof Contract]?: FormLimits };
};

/** Declares a feature; its routes must be those of its contract, which `implementRoutes` has bound. */
export function feature<Contract extends AnyContractRouter, Routes extends Router<Contract, Call>>(
  manifest: Manifest<Contract, Routes>,
): Manifest<Contract, Routes> {
  return manifest;
}

export type Feature = Omit<Manifest<AnyContractRouter, Router<AnyContractRouter, Call>>, 'forms'> & {
  forms?: Readonly<Record<string, FormLimits | undefined>>;
};

type SiteManifest<Contract, Routes> = Pick<
  Manifest<Contract, Routes>,
  'contract' | 'routes' | 'jobs' | 'sweeps' | 'forms'
>;

/** Declares what a feature lets the sites of programs call, below `/api/site/`. */
export function siteFeature<Contract extends AnyContractRouter, Routes extends Router<Contract, SiteCall>>(
  part: SiteManifest<Contract, Routes>,
): SiteManifest<Contract, Routes> {
  return part;
}

export type SiteFeature = Pick<Feature, 'contract' | 'jobs' | 'sweeps' | 'forms'>;

/** Declares a route of the API: access first, then method, path and schemas. */
import { oc } from '@orpc/contract';
import type { z } from 'zod';
import type { Access } from './access.ts';

export type RouteMeta = {
  access: Access;
  /** Accepts an `Idempotency-Key`: the same key and body return the first result again. */
  idempotent: boolean;
  /** Input fields by which a browser knows a retry; all by default. Where others differ it is refused: an edited reason must not refund twice. */
  intent?: readonly string[];
  /** Output field that is 1 where the answer is a 202, as the work is not done yet. */
  waits?: string;
  /** Asks again who calls, where that was proven too long ago; what goes on with an export that was begun does not. */
  stepUp?: true;
  /** Read from the replica, where there is one that is near enough. */
  reads?: 'replica';
  /** Answered by the replica while the primary is away, though it is no GET. */
  whileAway?: true;
  /** Open to whoever has still to set up the second factor that is demanded of them. */
  beforeFactor?: true;
};

type Definition<Input extends z.ZodType, Output extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to `/api/wladmin/` unless it begins with a slash, with `{id}` for a path parameter. */
  path: string;
  summary: string;
  input: Input;
  output: Output;
  idempotent?: boolean;
  intent?: readonly (keyof z.input<Input> & string)[];
  /** 202 for work that continues after the answer. */
  status?: 200 | 202;
  /** Output field that chooses the status: 1 for a 202. */
  waits?: keyof z.output<Output> & string;
  stepUp?: true;
  reads?: 'replica';
  whileAway?: true;
  beforeFactor?: true;
};

/** Builds a contract route; one that declares no access does not compile (specification: Roles and programs). */
export function route<Input extends z.ZodType, Output extends z.ZodType>(
  access: Access,
  {
    method,
    path,
    summary,
    input,
    output,
    idempotent = false,
    intent,
    status = 200,
    waits,
    stepUp,
    reads,
    whileAway,
    beforeFactor,
  }: Definition<Input, Output>,
) {
  return oc
    .$meta<RouteMeta>({
      access,
      idempotent,
      ...(intent && { intent }),
      ...(waits && { waits }),
      ...(stepUp && { stepUp }),
      ...(reads && { reads }),
      ...(whileAway && { whileAway }),
      ...(beforeFactor && { beforeFactor }),
    })
    .route({
      method,
      path: path.startsWith('/') ? (path as `/${string}`) : `/api/wladmin/${path}`,
      summary,
      ...(status !== 200 && { successStatus: status }),
      tags: [path.split('/').find((part) => part !== '' && part !== 'api') ?? ''],
    })
    .input(input)
    .output(output);
}

export const SITE_RIGHTS = ['read', 'write'] as const;
export type SiteRight = (typeof SITE_RIGHTS)[number];

export type SiteRouteMeta = {
  right: SiteRight;
  /** Goes on while the program is switched off. */
  reads: boolean;
  /** The keepers of an answer to a read: every cache for a while (`public`), or nobody. */
  cache: 'public' | 'private';
};

type SiteDefinition<Input extends z.ZodType, Output extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PATCH';
  /** Relative to `/api/site/`, with `{id}` for a path parameter; a last `{+path}` takes slashes too. */
  path: string;
  summary: string;
  input: Input;
  output: Output;
  cache?: SiteRouteMeta['cache'];
};

/** Builds a contract route of a site; its right is `read` or `write`, neither of which holds the other. Reads are `private` unless said. */
export function siteRoute<Input extends z.ZodType, Output extends z.ZodType>(
  right: SiteRight,
  { method, path, summary, input, output, cache = 'private' }: SiteDefinition<Input, Output>,
) {
  return oc
    .$meta<SiteRouteMeta>({ right, reads: method === 'GET', cache })
    .route({ method, path: `/api/site/${path}`, summary, tags: [path.split('/')[0] ?? ''] })
    .input(input)
    .output(output);
}

/** Header of an answer that the replica gives while the primary is away, and its value. Specification: Operations. */
export const READS_REPLICA = ['x-provost-reads', 'replica'] as const;

/** The one way to declare a route of the API: access first, then method, path and schemas. */
import { oc } from '@orpc/contract';
import type { z } from 'zod';
import type { Access } from './access.ts';

export type RouteMeta = {
  access: Access;
  /** Accepts an `Idempotency-Key`: the same key and body answers the first result again. */
  idempotent: boolean;
  /**
   * The fields of the input by which a browser knows a second try of a call that got no answer; all of it unless said. With
   * others changed it is refused then, where the first try was heard: one refund is not two because its reason was edited.
   */
  intent?: readonly string[];
  /** A field of the output: where it is 1, the answer is a 202, as what was asked for is not done yet. */
  waits?: string;
};

type Definition<Input extends z.ZodType, Output extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/wladmin/` unless it begins with a slash, with `{id}` for a path parameter. */
  path: string;
  summary: string;
  input: Input;
  output: Output;
  idempotent?: boolean;
  intent?: readonly (keyof z.input<Input> & string)[];
  /** 202 for what goes on after the answer. */
  status?: 200 | 202;
  /** The field of the output that says which of the two it is this time: 1 for a 202. */
  waits?: keyof z.output<Output> & string;
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
  }: Definition<Input, Output>,
) {
  return oc
    .$meta<RouteMeta>({ access, idempotent, ...(intent && { intent }), ...(waits && { waits }) })
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

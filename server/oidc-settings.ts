import { z } from 'zod';
import { PERMISSIONS, type Permission } from '../core/access.ts';
import { isLoopback, match, variable } from './variables.ts';

/** Rights that a group of the provider gives; `program_id` 0 is every program. */
export type GroupRights = { permissions: Permission[]; program_id: number };

export type Oidc = {
  /** The issuer as the provider says it, with or without a slash at its end. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Passwords open nothing but the account of `breakGlass`. */
  only: boolean;
  /** Lower-case email of the superadmin who may always sign in by password; rights by groups leave it alone. */
  breakGlass?: string;
  groupsClaim: string;
  /** Values of which `acr` has to be one, or `amr` hold one; absent: the provider is trusted with how it knows people. */
  strength?: readonly string[];
  /** Rights by name of the group; absent: rights are those of the account. */
  groups?: ReadonlyMap<string, GroupRights>;
};

const GROUPS =
  'JSON such as {"finance": {"permissions": ["money"], "program": 3}}, where program is an id or "all", ' +
  'and a superadmin works on "all"';

export const oidcVariables = {
  OIDC_ISSUER: variable(
    'the issuer of an OpenID provider: https://…, or http:// on a loopback address, without ? and #',
    readIssuer,
  ).optional(),
  OIDC_CLIENT_ID: variable('the id that the provider gave this installation', (text) =>
    match(text, /^[\x21-\x7e]{1,300}$/),
  ).optional(),
  OIDC_CLIENT_SECRET: variable(
    'the secret that the provider gave this installation',
    (text) => match(text, /^[\x20-\x7e]{1,500}$/),
    'secret',
  ).optional(),
  OIDC_ONLY: variable('1 or 0', (text) => ({ '1': true, '0': false })[text]).default(false),
  OIDC_BREAK_GLASS: variable('one email address', (text) =>
    match(text.trim().toLowerCase(), /^[^\s@<>,]+@[^\s@<>,]+$/),
  ).optional(),
  OIDC_GROUPS_CLAIM: variable('the name of a claim', (text) => match(text, /^[\x21-\x7e]{1,200}$/)).default(
    'groups',
  ),
  OIDC_GROUPS: variable(GROUPS, readGroups).optional(),
  OIDC_ACR_VALUES: variable('values of acr or amr, separated by spaces, such as "mfa phr"', (text) => {
    const values = text.trim().split(' ');
    return values.every((value) => /^[\x21-\x7e]{1,200}$/.test(value)) ? values : undefined;
  }).optional(),
};

type OidcVariables = z.output<z.ZodObject<typeof oidcVariables>>;

/** Returns what contradicts itself or is missing, in one sentence that begins with the setting; undefined where all is well. */
export function faultOfOidc(values: OidcVariables): string | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ONLY, OIDC_BREAK_GLASS, OIDC_GROUPS } =
    values;
  const { OIDC_ACR_VALUES } = values;
  const parts = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const [present] = names.filter((name) => parts[name] !== undefined);
  const [missing] = names.filter((name) => parts[name] === undefined);
  if (present && missing)
    return `${missing}: is absent while ${present} is set; single sign-on needs ${names.join(', ')}`;
  const further = { OIDC_ONLY: OIDC_ONLY || undefined, OIDC_BREAK_GLASS, OIDC_GROUPS, OIDC_ACR_VALUES };
  const [alone] = Object.entries(further).filter(([, value]) => value !== undefined);
  if (missing && alone) return `OIDC_ISSUER: is absent while ${alone[0]} is set; give it as well, or neither`;
  if (OIDC_ONLY && OIDC_BREAK_GLASS === undefined)
    return 'OIDC_BREAK_GLASS: is absent while OIDC_ONLY is set; name the superadmin who may sign in by password when the provider is away';
  return undefined;
}

/** Returns the settings of the provider; undefined where there is none. */
export function oidcOf(values: OidcVariables): Oidc | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (!issuer || !clientId || !clientSecret) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    only: values.OIDC_ONLY,
    ...(values.OIDC_BREAK_GLASS && { breakGlass: values.OIDC_BREAK_GLASS }),
    groupsClaim: values.OIDC_GROUPS_CLAIM,
    ...(values.OIDC_GROUPS && { groups: values.OIDC_GROUPS }),
    ...(values.OIDC_ACR_VALUES && { strength: values.OIDC_ACR_VALUES }),
  };
}

/** Refuses plain HTTP but on this machine: whoever is between could sign in as anybody. */
function readIssuer(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password || /[?#\s]/.test(text)) return undefined;
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')) ? text : undefined;
}

const group = z
  .strictObject({
    permissions: z.array(z.enum(PERMISSIONS)).min(1),
    program: z.union([z.int().min(1).max(2_147_483_647), z.literal('all')]),
  })
  .refine(({ permissions, program }) => program === 'all' || !permissions.includes('superadmin'));
const groups = z.record(z.string().min(1), group);

function readGroups(text: string): ReadonlyMap<string, GroupRights> | undefined {
  const read = groups.safeParse(parsed(text));
  if (!read.success || Object.keys(read.data).length === 0) return undefined;
  return new Map(
    Object.entries(read.data).map(([name, { permissions, program }]) => [
      name,
      {
        permissions: PERMISSIONS.filter((each) => permissions.includes(each)),
        program_id: program === 'all' ? 0 : program,
      },
    ]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

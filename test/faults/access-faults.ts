/** Who would see or do what is not theirs. */
import { type Fault, faultsIn } from './fault.ts';

export const ACCESS_FAULTS: readonly Fault[] = [
  ...faultsIn('server/nouns/as-of/as-of.ts', 'server/nouns/as-of/as-of.test.ts', [
    [
      'access: as of a moment the next version that may be read stands for one of another program',
      '  const then = versions.find((version) => version.at <= at)?.row;',
      '  const then = versions[0]?.row;',
    ],
    [
      'access: as of a moment nothing has become of a password in another program',
      'changed: changed.has(name) || (isWhole ? false : null)',
      'changed: changed.has(name) || !isWhole',
    ],
  ]),
  ...faultsIn('server/nouns/arranging.ts', 'server/nouns/arranging.test.ts', [
    ['access: the order of any program is read', '  refuseProgram(context, program_id);\n', ''],
    [
      'access: an order names rows of others',
      'if (!row.movable) refuseField',
      'if (row.movable === null) refuseField',
    ],
  ]),
  ...faultsIn('features/saved-views/server/saved-views.ts', 'features/saved-views/server/routes.test.ts', [
    [
      'access: a shared view is changed by whoever sees it',
      "(shared && mayAccess(actor, { role: 'programadmin' }))",
      'shared',
    ],
    [
      'access: views are shared with other programs',
      "          is('v.shared', '=', true),\n          single && isGlobal(actor)\n",
      "          is('v.shared', '=', true),\n          single || isGlobal(actor)\n",
    ],
    ['access: a view of somebody else is read', "          is('v.shared', '=', true),\n", ''],
  ]),
  ...faultsIn(
    'features/admin-users/server/admin-user-rules.ts',
    'features/admin-users/server/routes.test.ts',
    [
      [
        'access: an admin of a program makes one of another',
        '!isGlobal(actor) && wish.program_id !== actor.program_id',
        '!isGlobal(actor) && wish.program_id === 0',
      ],
    ],
  ),
  ...faultsIn('features/commissions/rules.ts', 'features/commissions/rules.test.ts', [
    [
      'access: an admin changes what the platform keeps',
      "if (type === PLATFORM) return actor.role === 'superadmin';",
      "if (type === PLATFORM) return actor.role !== 'admin';",
    ],
    [
      'access: an admin changes what the program gets',
      "return mayAccess(actor, { role: 'programadmin' });",
      'return true;',
    ],
    [
      'access: somebody changes the instructor’s part',
      'if (type === INSTRUCTOR) return false;',
      'if (type === INSTRUCTOR) return true;',
    ],
  ]),
  ...faultsIn('core/access.ts', 'core/access.test.ts', [
    [
      'access: a programadmin calls what is a superadmin’s',
      "return access.role === 'programadmin' && actor.role === 'programadmin';",
      "return actor.role === 'programadmin';",
    ],
    [
      'access: a bound admin calls what belongs to no program',
      "  if (access.of === 'no program' && !isGlobal(actor)) return false;\n",
      '',
    ],
    ['access: any area is enough', 'areasOf(access).some((area)', 'AREAS.some((area)'],
    [
      'access: one of several areas is not enough',
      'areasOf(access).some((area)',
      'areasOf(access).every((area)',
    ],
    ['access: a programadmin makes superadmins', "  if (permission === 'superadmin') return false;\n", ''],
    [
      'access: an admin gives permissions that are not held',
      "return actor.role === 'programadmin' || actor.permissions.includes(permission);",
      'return true;',
    ],
    [
      'access: programadmin outranks superadmin',
      "  if (permissions.includes('superadmin')) return 'superadmin';\n  return permissions.includes('programadmin') ? 'programadmin' : 'admin';",
      "  if (permissions.includes('programadmin')) return 'programadmin';\n  return permissions.includes('superadmin') ? 'superadmin' : 'admin';",
    ],
    [
      'access: a program changes the rows of another',
      'return isGlobal(actor) || actor.program_id === program_id;',
      'return isGlobal(actor) || program_id !== 0;',
    ],
  ]),
  ...faultsIn('features/users/payment-settings/rules.ts', 'features/users/payment-settings/rules.test.ts', [
    [
      'access: more than the half of a short secret is shown',
      'Math.min(4, Math.floor(secret.length / 2))',
      'Math.min(4, secret.length)',
    ],
    ['access: six characters of a secret are shown', 'Math.min(4, Math', 'Math.min(6, Math'],
  ]),
  {
    what: 'access: a token of single sign-on is taken whoever has signed it',
    at: 'features/auth/single-sign-on/server/provider.ts',
    from: '  enableNonRepudiationChecks(provider);\n',
    to: '',
    by: 'features/auth/single-sign-on/server/single-sign-on.test.ts',
  },
  {
    what: 'access: another person with the same address at the provider gets the account',
    at: 'features/auth/single-sign-on/server/accounts.ts',
    from: 'if (kept.subject === subject)',
    to: "if (kept.subject !== '')",
    by: 'features/auth/single-sign-on/server/single-sign-on.test.ts',
  },
  {
    what: 'access: groups of two programs give the rights of both in one',
    at: 'features/admin-users/server/sign-on-groups.ts',
    from: "  if (given.some(({ program_id }) => program_id !== first.program_id)) return 'two_programs';\n",
    to: '',
    by: 'features/auth/single-sign-on/server/claims.test.ts',
  },
  {
    what: 'access: a session is proven again by a sign-in of before the question',
    at: 'features/auth/single-sign-on/server/sign-on.ts',
    from: 'if (!isNow) return',
    to: 'if (!isNow && admin.id < 0) return',
    by: 'features/auth/single-sign-on/server/step-up.test.ts',
  },
];

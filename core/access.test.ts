import { describe, expect, test } from 'vitest';
import {
  type Actor,
  AREAS,
  holds,
  mayAccess,
  mayTouch,
  PERMISSIONS,
  type Permission,
  roleOf,
} from './access.ts';

const actor = (...permissions: Permission[]): Actor => ({
  admin_id: 1,
  email: 'a@example.com',
  program_id: 0,
  role: roleOf(permissions),
  permissions,
});

describe('mayAccess', () => {
  test('a superadmin may do everything, a programadmin all but what is a superadmin’s', () => {
    for (const area of AREAS) {
      expect(mayAccess(actor('superadmin'), { area })).toBe(true);
      expect(mayAccess(actor('programadmin'), { area })).toBe(true);
      expect(mayAccess(actor(area), { area })).toBe(true);
      expect(mayAccess(actor(), { area })).toBe(false);
    }
    expect(mayAccess(actor('superadmin'), { role: 'superadmin' })).toBe(true);
    expect(mayAccess(actor('programadmin'), { role: 'superadmin' })).toBe(false);
    expect(mayAccess(actor('programadmin'), { role: 'programadmin' })).toBe(true);
    expect(mayAccess(actor(...AREAS), { role: 'programadmin' })).toBe(false);
    expect(mayAccess(actor(), 'signed_in')).toBe(true);
  });
});

test('of several areas one is enough', () => {
  const access = { area: ['users', 'money'] } as const;
  expect(mayAccess(actor('users'), access)).toBe(true);
  expect(mayAccess(actor('audit', 'money'), access)).toBe(true);
  expect(mayAccess(actor('programadmin'), access)).toBe(true);
  expect(mayAccess(actor('audit', 'commissions'), access)).toBe(false);
});

test('what belongs to no program is nobody’s who is bound to one', () => {
  const access = { area: 'store', of: 'no program' } as const;
  for (const permission of ['store', 'programadmin'] as const) {
    expect(mayAccess(actor(permission), access)).toBe(true);
    expect(mayAccess({ ...actor(permission), program_id: 2 }, access)).toBe(false);
    expect(mayAccess({ ...actor(permission), program_id: 2 }, { area: 'store' })).toBe(true);
  }
  expect(mayAccess(actor('superadmin'), access)).toBe(true);
  expect(mayAccess(actor('events'), access)).toBe(false);
});

describe('holds', () => {
  test('nobody holds more than was given', () => {
    expect(PERMISSIONS.filter((permission) => holds(actor('superadmin'), permission))).toEqual([
      ...PERMISSIONS,
    ]);
    expect(PERMISSIONS.filter((permission) => holds(actor('programadmin'), permission))).not.toContain(
      'superadmin',
    );
    expect(PERMISSIONS.filter((permission) => holds(actor('events', 'audit'), permission))).toEqual([
      'events',
      'audit',
    ]);
  });
});

test('a program changes its own rows, whoever is bound to none changes all', () => {
  const programs = (program_id: number) =>
    [0, 1, 2].filter((row) => mayTouch({ ...actor('superadmin'), program_id }, { program_id: row }));
  expect([programs(0), programs(1)]).toEqual([[0, 1, 2], [1]]);
});

test('the role is the highest that is held', () => {
  expect(roleOf(['events', 'programadmin', 'superadmin'])).toBe('superadmin');
  expect(roleOf(['events', 'programadmin'])).toBe('programadmin');
  expect(roleOf(['events'])).toBe('admin');
});

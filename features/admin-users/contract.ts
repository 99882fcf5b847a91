/** Admin users. Specification: Admin users; Roles and programs. */
import { z } from 'zod';
import { PERMISSIONS } from '../../core/access.ts';
import {
  counted,
  email,
  moment,
  page,
  pageOfRow,
  pathId,
  programId,
  text,
  textFilter,
  updatedAt,
} from '../../core/fields.ts';
import { switchRoute } from '../../core/nouns/switch-routes.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { ADMIN_USERS_NOUNS } from './noun.ts';

export const ADMIN_USERS_PAGE_SIZE = 10;

const access = { area: 'admins' } as const;

const permission = z.object({ id: z.enum(PERMISSIONS), name: z.string() });

export const adminUser = z.object({
  id: z.int(),
  email: z.string(),
  program_id: z.int(),
  program_display_name: z.string().nullable(),
  permissions: z.array(permission),
  /** Only of an account without a password: the end of its link, null where none works any more. */
  invitation: z.object({ ends_at: moment.nullable() }).optional(),
  updated_at: moment,
});
export type AdminUser = z.infer<typeof adminUser>;

export const newAdminUser = z.strictObject({
  email,
  /** Left out or empty on an edit: the password stays. */
  password: text(200).optional(),
  program_id: programId,
  /** Required: an admin without permissions could do nothing but sign in. */
  permissions: z.array(z.enum(PERMISSIONS)).min(1, 'Choose at least one permission').max(PERMISSIONS.length),
  updated_at: updatedAt,
});
export type NewAdminUser = z.output<typeof newAdminUser>;

export const adminUserForm = newAdminUser.extend({
  /** The current password, required from an admin who changes their own email or password. */
  current_password: text(200).optional(),
});

const adminUserChange = adminUserForm.partial();
export type AdminUserChange = z.output<typeof adminUserChange>;

const saved = z.object({ user: adminUser });

export const ADMIN_USERS_CSV = {
  id: ['ID', 'number'],
  email: ['Email', 'text'],
  program_id: ['Program', 'program'],
  permissions: ['Permissions', 'text'],
  'invitation.ends_at': ['Invitation ends at', 'moment'],
  updated_at: ['Changed at', 'moment'],
} as const satisfies CsvColumns;

export const adminUsersContract = {
  adminUsers: route(access, {
    method: 'GET',
    path: 'users',
    summary: 'A page of admin users',
    input: z.strictObject({ page, page_of: pageOfRow, name: textFilter }),
    output: z.object({ users: z.array(adminUser), ...counted }),
  }),
  adminUsersCsv: csvRoute(access, {
    path: 'users',
    stepUp: true,
    summary: 'The admin users of the list',
    filters: { name: textFilter },
  }),
  adminUser: route(access, {
    method: 'GET',
    path: 'user/{id}',
    summary: 'An admin user',
    input: z.strictObject({ id: pathId }),
    output: saved,
  }),
  permissions: route(access, {
    method: 'GET',
    path: 'permissions',
    summary: 'The permissions that the caller may give',
    input: z.strictObject({}).optional(),
    output: z.object({ permissions: z.array(permission) }),
  }),
  createAdminUser: route(access, {
    method: 'POST',
    path: 'user',
    stepUp: true,
    summary: 'Create an admin user',
    input: z.strictObject({ user_data: newAdminUser }),
    output: saved,
    idempotent: true,
  }),
  updateAdminUser: route(access, {
    method: 'PATCH',
    path: 'user/{id}',
    stepUp: true,
    summary: 'Change an admin user; its sessions end',
    input: z.strictObject({ id: pathId, user_data: adminUserChange }),
    output: saved,
  }),
  deleteAdminUser: route(access, {
    method: 'DELETE',
    path: 'user/{id}',
    stepUp: true,
    summary: 'Remove an admin user; its sessions end',
    input: z.strictObject({ id: pathId }),
    output: z.object({ id: z.int() }),
  }),
  switchAdminUsers: switchRoute({
    access,
    switches: ADMIN_USERS_NOUNS.admin.switches,
    called: 'admin users',
    stepUp: true,
  }),
};

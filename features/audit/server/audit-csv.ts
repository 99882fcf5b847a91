import { sql } from 'kysely';
import { exportOfList } from '../../exports/server/list-export.ts';
import { AUDIT_CSV, auditContract } from '../contract.ts';
import { AUDIT_LIST, type AuditFilters, matching } from './audit-entries.ts';

export const auditCsv = exportOfList<AuditFilters>({
  name: 'audit',
  route: auditContract.auditCsv,
  // A global admin's row is hidden from a bound one; who changed something of its program is not.
  list: () => ({
    ...AUDIT_LIST,
    columns: sql`${AUDIT_LIST.columns}, admin_email(e.admin_id) as admin_email`,
  }),
  matching,
  columns: AUDIT_CSV,
});

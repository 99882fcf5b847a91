import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import type { FeatureCases } from '../../../test/routes/route-cases.ts';
import type { auditContract } from '../contract.ts';

const newEntry = (db: Db, program_id: number, entity: string, entity_id: string) =>
  db.insertInto('audit_entries').values({ entity, entity_id, action: 'update', program_id }).execute();

export const auditCases: FeatureCases<typeof auditContract> = {
  mark: ({ db, program }, mark) => newEntry(db, program, 'catalogue', mark),
  routes: {
    auditCsv: listExportCase,
    auditAuthors: {
      refusals: {},
      async success({ db, program_id, caller: { admin_id } }) {
        const entry = { entity: 'thing', entity_id: '1', action: 'update', program_id, admin_id };
        await db.insertInto('audit_entries').values(entry).execute();
        return {
          query: `id=${admin_id}`,
          effect: ({ authors }) => expect(authors).toEqual([{ id: admin_id, email: expect.any(String) }]),
        };
      },
    },
    audit: {
      refusals: { query: () => 'entity=catalogue', lists: ['own', 'foreign', 'global'] },
      async success({ db, program_id }) {
        const id = `success-${crypto.randomUUID()}`;
        await newEntry(db, program_id, 'upload', id);
        return { query: `entity=upload&entity_id=${id}`, effect: ({ count }) => expect(count).toBe(1) };
      },
    },
  },
};

import { signAccessToken } from '../../server/http/session.ts';
import type { Platform } from '../../server/platform.ts';
import { makeAdmin } from '../../test/factories.ts';

export async function superadminToken(platform: Platform): Promise<string> {
  const db = platform.database.everything;
  const email = `bench-${Date.now()}@example.com`;
  const admin = await makeAdmin(db, { email, permissions: ['superadmin'] });
  const session = await db
    .insertInto('sessions')
    .values({ admin_id: admin.id, address: '127.0.0.1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return signAccessToken(platform.tokenKey, session.id);
}

/** The whole way of an image through a server that speaks S3. */
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/harness.ts';
import { formOf, goodFiles } from '../../../test/hostile/hostile-files.ts';
import { startS3 } from '../../../test/peers/s3-server.ts';
import { sweepUploads } from './sweep.ts';

test('an image is stored in the bucket, served from it and swept out of it', async () => {
  const s3 = await startS3('pictures');
  const { app: app, end } = await openTestApp({ storageUrl: s3.url });
  try {
    const call = await app.as({ permissions: ['superadmin'] });
    const { status, body } = await call('POST', '/api/upload', formOf((await goodFiles()).jpeg));
    expect(status).toBe(200);
    const served = await app.http.inject({ url: body.path });
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const row = await app.platform.database.everything
      .selectFrom('uploads')
      .select('bytes')
      .executeTakeFirst();
    expect(served.rawPayload.length).toBe(row?.bytes);
    expect(await sweepUploads(app.platform, 0)).toEqual({ uploads: 1, files: 1 });
    expect((await app.http.inject({ url: body.path })).statusCode).toBe(404);
  } finally {
    await end();
    await s3.stop();
  }
});

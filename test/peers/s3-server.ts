/** A server that speaks S3 and checks its signatures, with one empty bucket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';

/** The key, and the secret as well, that the server knows. */
export const S3_KEY = 'S3RVER';

/** Starts it; `folder` is where it keeps what the bucket holds. */
export async function startS3(bucket: string) {
  const directory = await mkdtemp(path.join(tmpdir(), 'provost-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const address = `127.0.0.1:${(await server.run()).port}`;
  const stop = async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return {
    address,
    url: `s3://${S3_KEY}:${S3_KEY}@${address}/${bucket}`,
    folder: path.join(directory, bucket),
    stop,
  };
}

import type { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import { ConfigError } from '../config.ts';
import { isLoopback } from '../variables.ts';
import { checkedPath, type FileStore, mediaTypeOf } from './files.ts';
import { abandonParts, putInParts } from './files-s3-parts.ts';

/**
 * Opens the bucket of `s3://key:secret@host[:port]/bucket[?region=us-east-1&tls=0]`, special characters
 * percent-encoded. TLS unless the host is this machine or `tls=0`. Throws a ConfigError without the values
 * where a part is missing. Puts are atomic by S3's own promise.
 */
export function s3Files(url: string): FileStore {
  const { bucket, ...options } = settingsOf(url);
  const client = new S3Client({
    ...options,
    // Servers other than Amazon's have no host name for each bucket.
    forcePathStyle: true,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
  });
  // The bucket stays private: everything is served by this process, with its headers.
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  return {
    put: (stored, bytes) =>
      driver.put(checkedPath(stored), bytes, {
        contentType: mediaTypeOf(stored),
        contentLength: bytes.length,
      }),
    putStream: (stored, bytes) =>
      putInParts(
        client,
        { Bucket: bucket, Key: checkedPath(stored), ContentType: mediaTypeOf(stored) },
        bytes,
      ),
    get: (stored) => (driver.getStream(checkedPath(stored)) as Promise<Readable>).catch(absentAsNull),
    exists: (stored) => driver.exists(checkedPath(stored)),
    delete: (stored) => driver.delete(checkedPath(stored)),
    tidy: (before) => abandonParts(client, bucket, before),
  };
}

function settingsOf(url: string) {
  const { hostname, host, pathname, username, password, searchParams } = new URL(url);
  const bucket = pathname.slice(1);
  if (!hostname || !username || !password || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new ConfigError('STORAGE_URL: its value (not shown) is not s3://key:secret@host:port/bucket');
  }
  const plain = searchParams.get('tls') === '0' || (!searchParams.has('tls') && isLoopback(hostname));
  return {
    bucket,
    endpoint: `${plain ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') || 'us-east-1',
    credentials: {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    },
  };
}

function absentAsNull(error: Error & { $metadata?: { httpStatusCode?: number } }): null {
  // A bucket that is missing is a fault of the installation, not a file that is not there.
  if (error.$metadata?.httpStatusCode !== 404 || error.name === 'NoSuchBucket') throw error;
  return null;
}

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** Bytes of a part; S3 takes 10,000 parts, of at least 5 MB but for the last. */
const PART_BYTES = 8 * 1024 * 1024;

type Place = { Bucket: string; Key: string; ContentType: string };

/** Puts a file of one part directly; otherwise in parts, which are removed if the stream fails. */
export async function putInParts(
  client: S3Client,
  place: Place,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const { Bucket, Key } = place;
  const parts = partsOf(bytes);
  const first = await parts.next();
  const second = first.done ? first : await parts.next();
  if (second.done) {
    const Body = first.done ? Buffer.alloc(0) : first.value;
    await client.send(new PutObjectCommand({ ...place, Body, ContentLength: Body.length }));
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    const send = async (Body: Buffer) => {
      const PartNumber = Parts.length + 1;
      const sent = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      Parts.push({ PartNumber, ETag: sent.ETag });
    };
    await send(first.value as Buffer);
    await send(second.value);
    for await (const part of parts) await send(part);
    await client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
    throw error;
  }
}

/** Removes uploads cut short by a crash, started before this moment. */
export async function abandonParts(client: S3Client, Bucket: string, before: Date): Promise<void> {
  // Not every key may ask for this list and not every server has one: then a rule of the bucket has to do it.
  const found = await client.send(new ListMultipartUploadsCommand({ Bucket })).catch(refusedAsNothing);
  for (const { Key, UploadId, Initiated } of found.Uploads ?? []) {
    if (!Initiated || Initiated >= before) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
}

async function* partsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pieces);
}

function refusedAsNothing(error: Error & { $metadata?: { httpStatusCode?: number } }): { Uploads?: never[] } {
  const status = error.$metadata?.httpStatusCode ?? 0;
  if ((status >= 400 && status < 500) || status === 501) return {};
  throw error;
}

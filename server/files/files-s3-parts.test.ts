/** What is asked of S3 where a file of unknown length comes, breaks off, or was broken off before. */
import type { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { abandonParts, putInParts } from './files-s3-parts.ts';

const PLACE = { Bucket: 'b', Key: 'reports/x.csv', ContentType: 'text/csv' };
const MB = 1024 * 1024;

type Sent = { name: string; size?: number; PartNumber?: number; UploadId?: string };

/** An S3 that takes everything down; `answers` by the name of the command. */
function recorder(answers: Record<string, () => unknown> = {}) {
  const sent: Sent[] = [];
  const send = async (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
    const name = command.constructor.name.replace('Command', '');
    const { Body, PartNumber, UploadId } = command.input as { Body?: Buffer } & Omit<Sent, 'name'>;
    sent.push({
      name,
      ...(Body && { size: Body.length }),
      ...(PartNumber && { PartNumber }),
      ...(UploadId && { UploadId }),
    });
    return answers[name]?.() ?? { UploadId: 'u', ETag: 'e' };
  };
  return { sent, client: { send } as unknown as S3Client };
}

async function* pieces(megabytes: number, fails = false) {
  for (let n = 0; n < megabytes; n++) yield Buffer.alloc(MB);
  if (fails) throw new Error('the rows broke off');
}

test.each([
  [0, [{ name: 'PutObject', size: 0 }]],
  [7, [{ name: 'PutObject', size: 7 * MB }]],
  [8, [{ name: 'PutObject', size: 8 * MB }]],
])('%i MB are put at once', async (megabytes, expected) => {
  const { sent, client } = recorder();
  await putInParts(client, PLACE, pieces(megabytes));
  expect(sent).toEqual(expected);
});

test('more goes in parts, one at a time', async () => {
  const { sent, client } = recorder();
  await putInParts(client, PLACE, pieces(17));
  expect(sent).toEqual([
    { name: 'CreateMultipartUpload' },
    { name: 'UploadPart', size: 8 * MB, PartNumber: 1, UploadId: 'u' },
    { name: 'UploadPart', size: 8 * MB, PartNumber: 2, UploadId: 'u' },
    { name: 'UploadPart', size: MB, PartNumber: 3, UploadId: 'u' },
    { name: 'CompleteMultipartUpload', UploadId: 'u' },
  ]);
});

test('what breaks off is taken back', async () => {
  const { sent, client } = recorder();
  await expect(putInParts(client, PLACE, pieces(20, true))).rejects.toThrow('the rows broke off');
  expect(sent.at(-1)).toEqual({ name: 'AbortMultipartUpload', UploadId: 'u' });
  expect(sent.map(({ name }) => name)).not.toContain('CompleteMultipartUpload');
});

test('what a crash has left is taken back once it is old', async () => {
  const Uploads = [
    { Key: 'k', UploadId: 'old', Initiated: new Date(1000) },
    { Key: 'k', UploadId: 'young', Initiated: new Date(3000) },
  ];
  const { sent, client } = recorder({ ListMultipartUploads: () => ({ Uploads }) });
  await abandonParts(client, 'b', new Date(2000));
  expect(sent.slice(1)).toEqual([{ name: 'AbortMultipartUpload', UploadId: 'old' }]);
});

test('a server that refuses the list is left alone, one that is away is not passed over', async () => {
  const failing = (httpStatusCode: number) =>
    recorder({
      ListMultipartUploads: () => {
        throw Object.assign(new Error('no'), { $metadata: { httpStatusCode } });
      },
    }).client;
  for (const status of [403, 404, 501]) await abandonParts(failing(status), 'b', new Date());
  await expect(abandonParts(failing(503), 'b', new Date())).rejects.toThrow('no');
});

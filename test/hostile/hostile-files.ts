/** Files that nobody means well with, made from good ones. */
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { UploadType } from '../../features/uploads/rules.ts';

export type Sent = { what: string; bytes: Buffer; name: string; media: string; type: UploadType };

type Good = { kind: string; bytes: Buffer; name: string; media: string; type: UploadType };

/** One small picture of each kind that is accepted somewhere. */
export async function goodFiles(): Promise<Record<'jpeg' | 'png' | 'webp' | 'gif' | 'svg', Good>> {
  const noise = {
    create: { width: 64, height: 48, channels: 3, background: '#336699', noise: NOISE },
  } as const;
  const made = async (kind: 'jpeg' | 'png' | 'webp' | 'gif') => sharp(noise)[kind]().toBuffer();
  const entry = (kind: string, bytes: Buffer, type: UploadType, media = `image/${kind}`) => ({
    kind,
    bytes,
    type,
    media,
    name: `good.${kind === 'jpeg' ? 'jpg' : kind}`,
  });
  return {
    jpeg: entry('jpeg', await made('jpeg'), 'event-image'),
    png: entry('png', await sharp(noise).png({ compressionLevel: 1 }).toBuffer(), 'product-image'),
    webp: entry('webp', await made('webp'), 'class-image'),
    gif: entry('gif', await made('gif'), 'user-photo'),
    svg: entry('svg', Buffer.from(svg('<rect width="9" height="9"/>')), 'lilt-nft', 'image/svg+xml'),
  };
}

/** At least two hundred of them: each must be refused. */
export async function hostileFiles(): Promise<Sent[]> {
  const good = await goodFiles();
  return [
    ...Object.values(good).flatMap(truncated),
    ...Object.values(good).flatMap(damaged),
    ...bombs(),
    ...polyglots(good),
    ...foreignKinds(),
    ...drawings(),
    ...Object.values(good).map((file) => sent('empty', file, Buffer.alloc(0))),
    ...Object.values(good).flatMap(named),
  ];
}

/** A file as a form that a browser sends. */
export function formOf({ bytes, name, media, type }: Omit<Sent, 'what'>, class_id = 0): FormData {
  const form = new FormData();
  form.append('type', type);
  form.append('class_id', String(class_id));
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], name, { type: media }));
  return form;
}

export function svg(content: string, attributes = 'viewBox="0 0 20 10"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
}

/** Noise over the whole drawing, as rough as is asked for. */
export function octaves(number: number): string {
  return `<filter id="f"><feTurbulence numOctaves="${number}"/></filter><rect width="20" height="10" filter="url(#f)"/>`;
}

/** A whole and valid PNG of one grey, a bit a pixel. */
export function greyPng(width: number, height: number, extra: Buffer[] = []): Buffer {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return png(width, height, [...extra, chunk('IDAT', deflateSync(rows, { level: 9 }))]);
}

const NOISE = { type: 'gaussian', mean: 128, sigma: 40 } as const;

function sent(
  what: string,
  file: Pick<Good, 'name' | 'media' | 'type'>,
  bytes: Buffer,
  over: Partial<Sent> = {},
): Sent {
  const { name, media, type } = file;
  return { what: `${what}: ${name}`, bytes, name, media, type, ...over };
}

function truncated(file: Good): Sent[] {
  const { length } = file.bytes;
  const lengths = [
    1,
    2,
    4,
    8,
    12,
    length >> 3,
    length >> 2,
    length >> 1,
    length - 20,
    length - 8,
    length - 2,
  ];
  return lengths.map((end) => sent(`cut to ${end} of ${length}`, file, file.bytes.subarray(0, end)));
}

function damaged(file: Good): Sent[] {
  const start = Buffer.from(file.bytes);
  start.fill(0, 0, 4);
  const zeros = Buffer.from(file.bytes);
  zeros.fill(0, 12);
  const doubled = Buffer.concat([file.bytes.subarray(0, 40), file.bytes]);
  return [
    sent('without its start', file, start),
    sent('zeros after its start', file, zeros),
    ...(file.kind === 'svg' || file.kind === 'jpeg' ? [] : [sent('with its start twice', file, doubled)]),
  ];
}

function bombs(): Sent[] {
  const as = (name: string, media: string, type: UploadType) => ({ name, media, type });
  const image = as('bomb.png', 'image/png', 'event-image');
  const photo = as('bomb.gif', 'image/gif', 'user-photo');
  const drawing = as('bomb.svg', 'image/svg+xml', 'lilt-nft');
  const tiny = deflateSync(Buffer.alloc(100));
  return [
    sent('100 megapixels in some kB', image, greyPng(10_000, 10_000)),
    sent('41 megapixels', image, greyPng(6_833, 6_001)),
    sent('40 megapixels and one row', image, greyPng(10_000, 4_001)),
    sent('a line of 2 gigapixels', image, png(2_000_000_000, 1, [chunk('IDAT', tiny)])),
    sent('the largest size that PNG knows', image, png(0x7fffffff, 0x7fffffff, [chunk('IDAT', tiny)])),
    sent('no size', image, png(0, 0, [chunk('IDAT', tiny)])),
    sent('a size that its data lack', image, png(5_000, 5_000, [chunk('IDAT', tiny)])),
    sent('4 GB said by a chunk', image, png(10, 10, [Buffer.from('ffffffff49444154', 'hex')])),
    sent('65535 x 65535', photo, gif(65_535, 65_535, 1)),
    sent('a thousand frames', photo, gif(1, 1, 1_000)),
    sent('a hundred thousand frames', photo, gif(1, 1, 100_000)),
    sent('400 frames of 400 x 400', photo, gif(400, 400, 400)),
    sent('65500 x 65500', as('bomb.jpg', 'image/jpeg', 'class-image'), jpegHeader(65_500, 65_500)),
    sent('16383 x 16383', as('bomb.webp', 'image/webp', 'product-image'), webpHeader(16_383, 16_383)),
    sent('a billion laughs', drawing, Buffer.from(laughs())),
    sent('a canvas without end', drawing, Buffer.from(svg('', 'width="1000000" height="1000000"'))),
    sent('a million octaves', drawing, Buffer.from(svg(octaves(1_000_000)))),
    sent('comments that nothing follows', drawing, Buffer.from(`${'<!---->'.repeat(30)}x`)),
    sent(
      'a drawing and comments that nothing follows',
      drawing,
      Buffer.from(`${svg('')}${'<!---->'.repeat(30)}x`),
    ),
    sent('a megabyte of comments', drawing, Buffer.from(`${'<!---->'.repeat(149_000)}x`)),
    sent('too long', drawing, Buffer.from(svg(`<!--${'x'.repeat(1_100_000)}-->`))),
  ];
}

function polyglots(good: Awaited<ReturnType<typeof goodFiles>>): Sent[] {
  const zip = Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`, 'latin1');
  const tails: [string, Buffer][] = [
    ['a ZIP', zip],
    ['a page', Buffer.from('<html><body onload=alert(1)>')],
    ['a script', Buffer.from('<script>alert(1)</script>')],
    ['PHP', Buffer.from('<?php system($_GET["c"]); ?>')],
  ];
  const rasters = [good.jpeg, good.png, good.webp, good.gif];
  return [
    ...rasters.flatMap((file) =>
      tails.map(([what, tail]) => sent(`and ${what}`, file, Buffer.concat([file.bytes, tail]))),
    ),
    ...tails.map(([what, tail]) =>
      sent(`with ${what} as its comment`, good.jpeg, withComment(good.jpeg.bytes, tail)),
    ),
    sent('with a PDF as its comment', good.jpeg, withComment(good.jpeg.bytes, Buffer.from('%PDF-1.7\n'))),
    sent('with a page as its text', good.png, greyPng(8, 8, [chunk('tEXt', Buffer.from('a\0<script>x'))])),
    sent('a script that begins like it', good.gif, Buffer.from('GIF89a/*\0\0*/=1;alert(document.domain)//')),
    sent('a page that begins like it', good.gif, Buffer.from('GIF89a<script>alert(1)</script>')),
  ];
}

/** Each under its own name, and as a picture. */
function foreignKinds(): Sent[] {
  const kinds: [string, string, Buffer | string][] = [
    ['pdf', 'application/pdf', '%PDF-1.7\n%%EOF'],
    ['html', 'text/html', '<!doctype html><script>alert(1)</script>'],
    ['js', 'text/javascript', 'alert(1)'],
    ['css', 'text/css', 'body{}'],
    ['json', 'application/json', '{}'],
    ['txt', 'text/plain', 'hello'],
    ['csv', 'text/csv', 'a,b\n1,2\n'],
    ['xml', 'application/xml', '<?xml version="1.0"?><a/>'],
    ['php', 'application/x-php', '<?php echo 1;'],
    ['sh', 'application/x-sh', '#!/bin/sh\n'],
    ['exe', 'application/x-msdownload', 'MZ\0\0PE'],
    ['elf', 'application/octet-stream', '\x7fELF\x02\x01\x01'],
    ['zip', 'application/zip', 'PK\x03\x04'],
    ['gz', 'application/gzip', gzipSync(Buffer.alloc(100_000))],
    ['svgz', 'image/svg+xml', gzipSync(svg('<rect/>'))],
    ['bin', 'application/octet-stream', deflateRawSync(Buffer.alloc(100_000))],
    ['tiff', 'image/tiff', 'II*\0\x08\0\0\0'],
    ['bmp', 'image/bmp', 'BM\0\0\0\0'],
    ['ico', 'image/x-icon', '\0\0\x01\0\x01\0'],
    ['psd', 'image/vnd.adobe.photoshop', '8BPS\0\x01'],
    ['avif', 'image/avif', '\0\0\0\x1cftypavif'],
    ['heic', 'image/heic', '\0\0\0\x18ftypheic'],
    ['jp2', 'image/jp2', '\0\0\0\x0cjP  \r\n'],
    ['jxl', 'image/jxl', '\xff\x0a'],
    ['mp4', 'video/mp4', '\0\0\0\x18ftypmp42'],
    ['mp3', 'audio/mpeg', 'ID3\x03'],
    ['wasm', 'application/wasm', '\0asm\x01\0\0\0'],
    ['eps', 'application/postscript', '%!PS-Adobe-3.0'],
    ['swf', 'application/x-shockwave-flash', 'FWS\x09'],
    ['wav', 'audio/wav', 'RIFF\0\0\0\0WAVE'],
  ];
  return kinds.flatMap(([ending, media, content]) => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    const what = `a ${ending}`;
    return [
      { what, bytes, name: `file.${ending}`, media, type: 'event-image' as const },
      {
        what: `${what} called a PNG`,
        bytes,
        name: 'file.png',
        media: 'image/png',
        type: 'event-image' as const,
      },
    ];
  });
}

function drawings(): Sent[] {
  const contents = [
    '<script>alert(1)</script>',
    '<g onload="alert(1)"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    '<image href="file:///etc/passwd" width="9" height="9"/>',
    '<image xlink:href="https://example.com/x.png" width="9" height="9"/>',
    `<image href="data:image/png;base64,${greyPng(20_000, 20_000).toString('base64')}" width="9" height="9"/>`,
    '<use href="https://example.com/x.svg#a"/>',
    '<use href="../../other.svg#a"/>',
    '<a href="javascript:alert(1)"><rect width="9" height="9"/></a>',
    '<style>@import url(https://example.com/x.css);</style>',
    '<rect style="fill:url(https://example.com/x.svg#a)" width="9" height="9"/>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<rect',
  ];
  const wholes = [
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`,
    `<?xml version="1.0"?><?xml-stylesheet href="https://example.com/x.css"?>${svg('')}`,
    `${svg('')}<html>`,
  ];
  const drawing = { name: 'drawing.svg', media: 'image/svg+xml', type: 'lilt-nft' } as const;
  const harmless = Buffer.from(svg('<rect width="9" height="9"/>'));
  return [
    ...contents.map((content) => sent(content.slice(0, 40), drawing, Buffer.from(svg(content)))),
    ...wholes.map((whole) => sent(whole.slice(0, 60), drawing, Buffer.from(whole))),
    sent('as UTF-16', drawing, Buffer.from(svg(''), 'utf16le')),
    ...(['event-image', 'user-photo', 'product-image', 'class-image', 'event-banner-small'] as const).flatMap(
      (type) => [
        sent(`a drawing as ${type}`, drawing, harmless, { type }),
        sent(`a drawing called a PNG as ${type}`, drawing, harmless, {
          type,
          name: 'a.png',
          media: 'image/png',
        }),
      ],
    ),
  ];
}

function named(file: Good): Sent[] {
  const ending = file.name.slice(4);
  const names = [
    `${'x'.repeat(252)}${ending}`,
    `${'x'.repeat(5_000)}${ending}`,
    `../../../../etc/cron.d/x${ending}`,
    `..\\..\\windows\\x${ending}`,
    `/etc/passwd${ending}`,
    `C:\\x${ending}`,
    `a\u0000b${ending}`,
  ];
  return names.map((name) => sent(`named ${JSON.stringify(name).slice(0, 40)}`, file, file.bytes, { name }));
}

function laughs(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  );
  return `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${levels.join('')}]>${svg('<text>&l9;</text>')}`;
}

function png(width: number, height: number, chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const start = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([start, chunk('IHDR', header), ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Frames that each cover the whole canvas, and hold one pixel. */
function gif(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const control = Buffer.from('21f90404010000002c00000000', 'hex');
  const frame = Buffer.concat([control, size, Buffer.from('000202440100', 'hex')]);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from('800000000000ffffff', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

function jpegHeader(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const frame = Buffer.concat([Buffer.from('ffc0000b08', 'hex'), size, Buffer.from('01011100', 'hex')]);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), frame, Buffer.from('ffda0008010100003f00ffd9', 'hex')]);
}

function webpHeader(width: number, height: number): Buffer {
  const frame = Buffer.alloc(20);
  frame.set([0x30, 0x01, 0x00, 0x9d, 0x01, 0x2a]);
  frame.writeUInt16LE(width, 6);
  frame.writeUInt16LE(height, 8);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(32, 4);
  head.write('WEBPVP8 ', 8, 'latin1');
  head.writeUInt32LE(20, 16);
  return Buffer.concat([head, frame]);
}

function withComment(jpeg: Buffer, comment: Buffer): Buffer {
  const marker = Buffer.from('fffe0000', 'hex');
  marker.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)]);
}

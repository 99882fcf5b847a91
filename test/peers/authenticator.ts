/** An authenticator in software: makes passkeys (ES256, attestation `none`) and shows them, as a browser hands them on. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, ShownPasskey } from '../../features/auth/passkey-schemas.ts';

const ORIGIN = 'http://localhost:4000';
const HOST = 'localhost';

/** What a test may have wrong; all else is as it should be. */
export type Faults = {
  origin?: string;
  host?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  /** Nobody has shown finger, face or PIN. */
  unverified?: true;
  /** Count that is told in the place of the next one. */
  counter?: number;
  user_handle?: string | undefined;
  format?: string;
};

type Creation = { challenge: string; user: { id: string } };

export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly handle: string;
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };
  private readonly counts: boolean;
  private uses = 0;
  readonly made: NewPasskey;

  /** `counts`: tells each use's number, as keys of hardware do; synced ones always tell 0. */
  constructor(options: unknown, faults: Faults & { counts?: boolean } = {}) {
    const { challenge, user } = options as Creation;
    this.handle = user.id;
    this.counts = faults.counts ?? false;
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const attested = Buffer.concat([
      Buffer.alloc(16),
      uint16(this.idBytes.length),
      this.idBytes,
      this.publicKey,
    ]);
    const authData = Buffer.concat([this.head(0x41, faults), attested]);
    const statement = faults.format === 'packed' ? certified() : new Map();
    const attestation = cbor(
      new Map<Key, Item>([
        ['fmt', faults.format ?? 'none'],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    this.made = {
      id: this.id,
      client_data: clientData('webauthn.create', challenge, faults).toString('base64url'),
      attestation: attestation.toString('base64url'),
      transports: ['internal'],
    };
  }

  /** Signs the challenge of options to sign in or to step up. */
  shown(options: unknown, faults: Faults = {}): ShownPasskey {
    const { challenge } = options as Creation;
    if (this.counts) this.uses += 1;
    const client = clientData('webauthn.get', challenge, faults);
    const authenticator_data = this.head(0x01, faults);
    const signed = Buffer.concat([authenticator_data, createHash('sha256').update(client).digest()]);
    const user_handle = 'user_handle' in faults ? faults.user_handle : this.handle;
    return {
      id: this.id,
      client_data: client.toString('base64url'),
      authenticator_data: authenticator_data.toString('base64url'),
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
      ...(user_handle !== undefined && { user_handle }),
    };
  }

  private get idBytes(): Buffer {
    return Buffer.from(this.id, 'base64url');
  }

  /** Hash of the host, flags (present, verified, can be synced, is synced; `flags` on top) and counter. */
  private head(flags: number, { host = HOST, unverified, counter = this.uses }: Faults): Buffer {
    const synced = this.counts ? 0 : 0x18;
    const verified = unverified ? 0 : 0x04;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      createHash('sha256').update(host).digest(),
      Buffer.from([flags | 0x01 | verified | synced]),
      count,
    ]);
  }

  /** As COSE, in which a server keeps it. */
  get publicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<Key, Item>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }
}

function clientData(kind: string, asked: string, faults: Faults): Buffer {
  const { type = kind, challenge = asked, origin = ORIGIN, crossOrigin = false } = faults;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

/** A statement with a certificate, which a server might follow to an address of the sender's choice. */
function certified(): Map<Key, Item> {
  return new Map<Key, Item>([
    ['alg', -7],
    ['sig', randomBytes(70)],
    ['x5c', [randomBytes(100)]],
  ]);
}

type Key = string | number;
type Item = number | string | Buffer | Item[] | Map<Key, Item>;

/** CBOR (RFC 8949) of what WebAuthn holds. */
function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item < 0 ? headOf(1, -1 - item) : headOf(0, item);
  if (typeof item === 'string') return Buffer.concat([headOf(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (Buffer.isBuffer(item)) return Buffer.concat([headOf(2, item.length), item]);
  if (Array.isArray(item)) return Buffer.concat([headOf(4, item.length), ...item.map(cbor)]);
  return Buffer.concat([headOf(5, item.size), ...[...item].flat().map((part) => cbor(part as Item))]);
}

function headOf(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

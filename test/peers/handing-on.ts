/**
 * A pooler of the test's own: it hands each transaction to whichever connection comes next, so that hardly two of one
 * client meet the same; in statement mode it refuses a transaction, as PgBouncer does.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Mode = 'session' | 'transaction' | 'statement';
export type HandingOn = {
  mode: Mode;
  through: (url: string) => string;
  handedOn(): number;
  close(): Promise<void>;
};

type Far = { socket: Socket; near: Near | null };
type Near = {
  socket: Socket;
  of: string;
  far: Far | null;
  waiting: Buffer[];
  unanswered: number;
  last: Far | null;
};

/** Connections of a role, however many clients ask by it. */
const MOST_CONNECTIONS = 3;

/** The message of the protocol that ends a connection. */
const GOODBYE = Buffer.from('X\0\0\0\x04', 'latin1');

/** Opens it before the PostgreSQL of this address; its mode may be changed while it runs. */
export async function handOn(server: string, mode: Mode): Promise<HandingOn> {
  const { hostname, port } = new URL(server);
  const pools = new Map<string, Far[]>();
  const sockets = new Set<Socket>();
  let handedOn = 0;
  const waiting: Near[] = [];

  const attach = (near: Near): boolean => {
    const free = pools.get(near.of)?.find((far) => far.near === null);
    if (!free) return false;
    if (near.last && near.last !== free) handedOn++;
    [near.far, near.last, free.near] = [free, free, near];
    for (const bytes of near.waiting.splice(0)) free.socket.write(bytes);
    return true;
  };
  const release = (near: Near) => {
    const { far } = near;
    if (!far) return;
    [near.far, far.near] = [null, null];
    const pool = pools.get(near.of) ?? [];
    pool.splice(pool.indexOf(far), 1);
    // Were there one for each client, each would meet its own again.
    if (pool.length >= MOST_CONNECTIONS) return void far.socket.end(GOODBYE);
    // To the end of the line: the next transaction of whoever has just had it meets another.
    pool.push(far);
    const next = waiting.findIndex(({ of }) => of === near.of);
    const [taken] = next < 0 ? [] : waiting.splice(next, 1);
    if (taken) attach(taken);
  };
  const asked = (near: Near, message: Buffer) => {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'X') return void near.socket.end();
    if (type === 'Q' || type === 'S') near.unanswered++;
    if (near.far) near.far.socket.write(message);
    else {
      near.waiting.push(message);
      if (near.waiting.length === 1 && !attach(near)) waiting.push(near);
    }
  };
  const answered = (far: Far, message: Buffer) => {
    const { near } = far;
    if (!near) return;
    const isEnd = message[0] === 0x5a;
    if (isEnd && self.mode === 'statement' && message[5] !== 0x49) {
      near.socket.end(errorOf('transaction blocks not allowed in statement pooling mode'));
      far.socket.destroy();
      return;
    }
    near.socket.write(message);
    if (!isEnd) return;
    near.unanswered--;
    if (near.unanswered === 0 && message[5] === 0x49 && self.mode !== 'session') release(near);
  };

  const listener = createServer((socket) => {
    const far: Far = { socket: connect(Number(port), hostname), near: null };
    const near: Near = { socket, of: '', far, waiting: [], unanswered: 0, last: far };
    far.near = near;
    for (const each of [socket, far.socket]) {
      sockets.add(each);
      each.on('error', () => each.destroy());
      each.setNoDelay(true);
      each.on('close', () => sockets.delete(each));
    }
    const gone = () => {
      const pool = pools.get(near.of) ?? [];
      if (pool.includes(far)) pool.splice(pool.indexOf(far), 1);
      far.near?.socket.destroy();
    };
    far.socket.on('close', gone);
    socket.on('close', () => {
      const { far: held } = near;
      near.waiting.splice(0);
      if (waiting.includes(near)) waiting.splice(waiting.indexOf(near), 1);
      // In the middle of something: of no use to anybody.
      if (held) held.socket.destroy();
    });
    // Whoever comes signs in at a connection of their own, which belongs to all of that role from then on.
    let isIn = false;
    socket.once('data', (first: Buffer) => {
      near.of = /user\0([^\0]+)/.exec(first.toString('latin1'))?.[1] ?? '';
      far.socket.write(first);
      socket.on(
        'data',
        framed((message) => (isIn ? asked(near, message) : far.socket.write(message))),
      );
    });
    far.socket.on(
      'data',
      framed((message) => {
        if (isIn) return answered(far, message);
        socket.write(message);
        if (message[0] !== 0x5a) return;
        isIn = true;
        pools.set(near.of, [...(pools.get(near.of) ?? []), far]);
        if (self.mode !== 'session') release(near);
      }),
    );
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const own = (listener.address() as AddressInfo).port;
  const self: HandingOn = {
    mode,
    through: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href,
    handedOn: () => handedOn,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
  return self;
}

/** Cuts what arrives into messages: a letter, and a length that counts itself. */
function framed(onMessage: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      onMessage(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
}

function errorOf(words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${words}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A mail server of the tests. */
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Taken = { to: string; text: string };

/** A mail server that keeps what it takes; `onRcptTo` decides about a recipient. */
export async function openSmtp(options: SMTPServerOptions = {}, port = 0) {
  const taken: Taken[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push({
          to: session.envelope.rcptTo[0]?.address ?? '',
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    taken,
    connections: () => connections,
    port: (server.server.address() as AddressInfo).port,
    /** Ends all connections as a server does that falls over. */
    drop: () => {
      for (const connection of server.connections)
        (connection as unknown as { _socket: Socket })._socket.destroy();
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

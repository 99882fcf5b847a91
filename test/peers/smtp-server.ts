/** A mail server of the tests. */
import { writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Taken = { to: string; text: string };

/**
 * A mail server that keeps what it takes, for another process as files in `folder`, each named by its recipient;
 * `onRcptTo` decides about a recipient.
 */
export async function openSmtp(options: SMTPServerOptions = {}, port = 0, folder?: string) {
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
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const text = Buffer.concat(chunks).toString();
        taken.push({ to, text });
        if (folder)
          writeFileSync(path.join(folder, `${to.replaceAll(/[^\w.@-]/g, '_')} ${taken.length}.eml`), text);
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

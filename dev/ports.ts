import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Without IPv6 there is no conflict on ::1 either.
    server.once('error', (error) => resolve('code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A browser asks ::1 first for *.localhost, so a port counts as free only where both loopback addresses are. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));
}

/**
 * Between the check of a port and the child listening on it, another start could take it for about a second. So the process that chooses a
 * port holds the UDP port of the same number until it ends: only one process can, nothing listens there, and the kernel releases it.
 */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });
}

/** The wanted port or the next free one, for this process alone as long as it lives; 0 means any. */
export async function findPort(wanted: number): Promise<number> {
  // Below the system's ephemeral ports: an outgoing connection must not take one between this check and its use.
  const from = wanted === 0 ? 20_000 + Math.floor(Math.random() * 12_000) : wanted;
  for (let port = from; port < from + 200; port += 1) if ((await claim(port)) && (await isFree(port))) return port;
  throw new Error(`No free port between ${from} and ${from + 199}.`);
}

import { createServer } from 'node:net';

const chosen = new Set<number>();

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 has nobody else on ::1 either.
    server.once('error', (error) => resolve('code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A browser asks ::1 first for *.localhost, so a port counts as free only where both loopback addresses are. */
export async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));
}

/** The wanted port or the next free one, never the same twice in one process; 0 means any. */
export async function findPort(wanted: number): Promise<number> {
  // Below the ports that the system itself gives out: a call that goes out must not take one between this look and its use.
  const from = wanted === 0 ? 20_000 + Math.floor(Math.random() * 12_000) : wanted;
  for (let port = from; port < from + 200; port += 1) {
    if (chosen.has(port) || !(await isFree(port))) continue;
    chosen.add(port);
    return port;
  }
  throw new Error(`No free port between ${from} and ${from + 199}.`);
}

import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { MigrationRefused } from '../db/migrate.ts';
import { connected, isRefused } from './connected.ts';
import { Stopped } from './stopped.ts';

const failure = (url: string, name?: string): Promise<Error> =>
  connected(url, async () => undefined, name).then(
    () => new Error('it connected'),
    (error: Error) => error,
  );

/** A server that answers every start of a session with one message of the protocol. */
async function answering(...parts: string[]): Promise<string> {
  const fields = Buffer.from(`${parts.join('\0')}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields]))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `postgresql://owner:hunter2@127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/portal`;
}

test('the error names a missing or invalid connection string', async () => {
  expect((await failure('')).message).toBe('DATABASE_URL_MIGRATE is missing (docs/deploy.md, "Secrets").');
  expect((await failure('neon', 'DATABASE_URL_JOB')).message).toBe('DATABASE_URL_JOB is no address.');
});

test.each([
  ['28P01', 'refuses the user or the password of DATABASE_URL_MIGRATE', true],
  ['28000', 'refuses the user or the password of DATABASE_URL_MIGRATE', true],
  ['3D000', "The database that DATABASE_URL_MIGRATE names doesn't exist", false],
  ['53300', "doesn't answer (no)", false],
])('the database’s answer to %s is reported', async (code, said, isRole) => {
  const error = await failure(await answering('SFATAL', `C${code}`, 'Mno'));
  expect(error).toBeInstanceOf(Stopped);
  expect(error.message).toContain(said);
  expect(error.message).not.toContain('hunter2');
  expect(isRefused(error)).toBe(isRole);
});

test('the error names an unreachable server, but not the password', async () => {
  const url = await answering();
  const { port } = new URL(url);
  const unreachable = await failure(url.replace(port, '1'));
  expect(unreachable.message).toMatch(
    /^The database of DATABASE_URL_MIGRATE doesn't answer \(.*ECONNREFUSED.*\)\. Run the same command again\.$/,
  );
  expect((await failure('postgresql://owner:hunter2@db.invalid/portal')).message).toMatch(/No server has the host|doesn't answer/);
  expect(unreachable.message).not.toContain('hunter2');
});

test('an error of another kind is passed through', () => {
  expect(isRefused(new MigrationRefused('changed'))).toBe(false);
  expect(isRefused(Object.assign(new Error('no'), { code: '28P01' }))).toBe(false);
});

import pg, { type Client } from 'pg';
import { MigrationRefused } from '../db/migrate.ts';
import { Stopped } from './stopped.ts';

/** The codes of a wrong password and of a role that may not sign in. */
const refusals = ['28P01', '28000'];
const getCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Whether a connection failed because the database refused the role, rather than because it wasn't reached. */
export const isRefused = (error: unknown): boolean => error instanceof Stopped && refusals.includes(getCode(error.cause));

/** What to do about a failed connection; the connection string holds a password and is never quoted. */
function getSentence(error: unknown, name: string): string {
  const code = getCode(error);
  if (refusals.includes(code)) return `The database refuses the user or the password of ${name}.`;
  if (code === '3D000') return `The database that ${name} names doesn't exist.`;
  if (code === 'ENOTFOUND') return `No server has the host of ${name}.`;
  return `The database of ${name} doesn't answer (${error instanceof Error ? error.message || code : error}). Run the same command again.`;
}

/** Lends one connection to the database behind an address; `name` is what the setting with the address is called. */
export async function connected<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
  name = 'DATABASE_URL_MIGRATE',
): Promise<Result> {
  if (!url) throw new Stopped(`${name} is missing (docs/deploy.md, "Secrets").`);
  if (!URL.canParse(url)) throw new Stopped(`${name} is no address.`);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new Stopped(getSentence(error, name), { cause: error });
  }
  try {
    return await work(client);
  } catch (error) {
    throw error instanceof MigrationRefused ? new Stopped(error.message) : error;
  } finally {
    await client.end();
  }
}

import type { RoleKey } from '../../dev/database/roles.ts';
import type { Keys } from '../../dev/secrets.ts';
import type { WorkerOptions } from './runtime.ts';

type DatabaseAddress = { endpoint: string; urls: Record<RoleKey, string> };

/** What the set-up of the API tests provides to every file. */
export type ApiWorld = {
  database: DatabaseAddress;
  keys: Keys;
  reportService: { url: string };
  mail: { url: string; smtpPort: number; tlsPort: number };
  passwordHash: string;
  /** The Worker's settings in wrangler.toml, read once for all. */
  worker: WorkerOptions;
};

/** What the set-up of the browser tests provides to every file. */
export type BrowserWorld = {
  port: number;
  data: string;
  reportService: string;
  mail: string;
  site: string;
  idp: string;
  database: DatabaseAddress;
};

declare module 'vitest' {
  interface ProvidedContext {
    /** One for all workers, or one for each of them: `world()` and `portal()` give the right one. */
    worlds: ApiWorld[];
    portals: BrowserWorld[];
  }
}

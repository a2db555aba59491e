import { join } from 'node:path';
import { unstable_readConfig as readConfig } from 'wrangler';
import { settingsFaults } from '../functions/http/env.ts';
import { type RoleKey, roleNames } from './database/roles.ts';
import { root } from './folders.ts';

const urlNames = {
  DATABASE_URL_APP: 'app',
  DATABASE_URL_WIDE: 'wide',
  DATABASE_URL_PUBLIC: 'public',
  DATABASE_URL_DOOR: 'door',
  DATABASE_URL_JOB: 'job',
} as const satisfies Record<string, RoleKey>;
export const roleUrls = Object.entries(urlNames).map(([name, key]) => ({ name, role: roleNames[key] }));
export const secretNames = [...Object.keys(urlNames), 'JWT_KEYS', 'SEAL_KEYS', 'FILE_KEY', 'SMTP_PASSWORD', 'ENTRA_CLIENT_SECRET'];

export type ProductionConfig = { name: string; vars: Record<string, string>; kvIds: Record<string, string> };

export function productionConfig(): ProductionConfig {
  const config = readConfig({ config: join(root, 'wrangler.toml'), env: 'production' });
  const vars = Object.fromEntries(Object.entries(config.vars).map(([name, value]) => [name, String(value)]));
  const kvIds = Object.fromEntries(config.kv_namespaces.map(({ binding, id }: { binding: string; id?: string }) => [binding, id ?? '']));
  return { name: config.name ?? '', vars, kvIds };
}

/** Everything that would make the deployment or the deployed Worker refuse, by name: the Worker's own check and what only this machine knows. */
export function deployFaults(env: NodeJS.ProcessEnv, config: ProductionConfig): string[] {
  const secrets = Object.fromEntries(secretNames.map((name) => [name, env[name]]));
  const faults = settingsFaults({ ...config.vars, ...secrets });
  for (const { name, role } of roleUrls) {
    const value = env[name] ?? '';
    if (value && !(URL.canParse(value) && new URL(value).username === role && new URL(value).password.length >= 16)) {
      faults.push(`${name} must be postgresql://${role}:<at least 16 characters>@host/database`);
    }
  }
  for (const name of ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID', 'DATABASE_URL_MIGRATE'])
    if (!env[name]) faults.push(`${name} is missing`);
  for (const [binding, id] of Object.entries(config.kvIds)) {
    if (!/^[0-9a-f]{32}$/.test(id)) faults.push(`wrangler.toml: env.production has no real id for the KV namespace ${binding}`);
  }
  return faults;
}

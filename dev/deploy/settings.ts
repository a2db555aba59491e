import { settingsFaults } from '../../functions/request/env.ts';
import { type RoleKey, roleNames } from '../database/roles.ts';
import { Stopped } from '../stopped.ts';
import type { Target } from './target.ts';

export type Settings = Record<string, string>;

const urlNames = {
  DATABASE_URL_APP: 'app',
  DATABASE_URL_WIDE: 'wide',
  DATABASE_URL_PUBLIC: 'public',
  DATABASE_URL_DOOR: 'door',
  DATABASE_URL_JOB: 'job',
} as const satisfies Record<string, RoleKey>;
export const roleUrls = Object.entries(urlNames).map(([name, key]) => ({ name, role: roleNames[key] }));

/** Values that only the operator knows: name and source. All but the last two stay on this machine. */
export const given = {
  CLOUDFLARE_ACCOUNT_ID: 'dashboard, Workers & Pages, Account details',
  CLOUDFLARE_API_TOKEN: 'dashboard, My Profile, API Tokens; its permissions stand in docs/deploy.md',
  NEON_API_KEY: 'Neon console, Account settings, API keys',
  NEON_PROJECT_ID: 'Neon console, Project settings',
  DATABASE_URL_MIGRATE: "Neon console, Connect: the owner's address with connection pooling off",
  SMTP_PASSWORD: 'the password of SMTP_USER at SMTP_HOST (wrangler.toml)',
  ENTRA_CLIENT_SECRET: 'the client secret of ENTRA_CLIENT_ID (wrangler.toml); empty when that is empty',
} as const;
/** What `npm run deploy -- --make-secrets` makes. */
export const made = [...Object.keys(urlNames), 'JWT_KEYS', 'SEAL_KEYS', 'FILE_KEY'];
/** The Worker's secrets. */
const workerSecrets = [...made, 'SMTP_PASSWORD', 'ENTRA_CLIENT_SECRET'];
const local = ['CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_API_TOKEN', 'NEON_API_KEY', 'NEON_PROJECT_ID', 'DATABASE_URL_MIGRATE'] as const;
export const everySetting = [...local, ...workerSecrets];

export const getSecrets = (settings: Settings): Settings => Object.fromEntries(workerSecrets.map((name) => [name, settings[name] ?? '']));

/** Everything that would make the deployment or the deployed Worker fail, each with its remedy. */
export function settingsRefusals(settings: Settings, target: Target): string[] {
  const faults: string[] = [];
  for (const name of local) if (!settings[name]) faults.push(`${name} is missing`);
  faults.push(...settingsFaults({ ...target.vars, ...getSecrets(settings) }));
  for (const { name, role } of roleUrls) {
    const value = settings[name] ?? '';
    if (value && !(URL.canParse(value) && new URL(value).username === role && new URL(value).password.length >= 16))
      faults.push(`${name} must be postgresql://${role}:<at least 16 characters>@host/database`);
  }
  const owner = settings.DATABASE_URL_MIGRATE ?? '';
  if (owner && !URL.canParse(owner)) faults.push('DATABASE_URL_MIGRATE is no address');
  else if (owner && /^ep-[^.]+-pooler\./.test(new URL(owner).hostname))
    faults.push('DATABASE_URL_MIGRATE is the pooled address: take the one with connection pooling off');
  if (settings.CLOUDFLARE_ACCOUNT_ID && !/^[0-9a-f]{32}$/.test(settings.CLOUDFLARE_ACCOUNT_ID))
    faults.push('CLOUDFLARE_ACCOUNT_ID must be 32 hexadecimal digits');
  return faults.map((fault) => `${fault}. ${getRemedy(fault, target)}`);
}

function getRemedy(fault: string, target: Target): string {
  const name = /^[A-Z_]+/.exec(fault)?.[0] ?? '';
  if (name in target.vars) return `Set it in wrangler.toml under [env.${target.env}.vars].`;
  if (made.includes(name)) return `\`npm run deploy -- --env ${target.env} --make-secrets\` makes it.`;
  return name in given ? `From: ${given[name as keyof typeof given]}.` : 'docs/deploy.md says what it is.'; // because it was just looked for
}

export function requireSettings(settings: Settings, names: readonly string[]): void {
  const missing = names.filter((name) => !settings[name]);
  if (missing.length > 0) throw new Stopped(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing (docs/deploy.md).`);
}

import { parseArgs } from 'node:util';
import { isReachable } from '../../domain/mail/reachable.ts';
import { defaultLanguage, type Language, languages } from '../../domain/session/languages.ts';
import { defaultZone } from '../../domain/settings/defaults.ts';
import { maxNameLength } from '../../domain/tenants/limits.ts';
import { fold } from '../../domain/text/fold.ts';
import { normalName } from '../../domain/text/name.ts';
import { normalEmail } from '../../domain/users/person.ts';
import { isEmail } from '../../domain/validation/email.ts';
import { Stopped } from '../stopped.ts';

/** The options of `npm run bootstrap`, validated and normalized for the database. */
export type Wish = {
  host: string;
  email: string;
  /** The operator's. */
  name: string;
  /** The platform's. */
  tenant: string;
  language: Language;
  zone: string;
  /** The installation, as wrangler.toml names it. */
  env: string;
  /** The deployed Worker mails the invitation instead of this command printing its link. */
  isMailed: boolean;
  /** Invites an operator into the existing platform, instead of creating one. */
  isAgain: boolean;
};

const usage = `npm run bootstrap -- --host app.mirante.app --email ana@example.com
  --host      the host of the platform: the product's own, or one name before it
  --email     the first operator's e-mail address
  --name      the operator's name (made of the address)
  --tenant    the platform's name (Mirante)
  --language  ${languages.join(', ')} (${defaultLanguage})
  --timezone  for example Europe/Lisbon (${defaultZone})
  --env       the installation, as wrangler.toml names it (production)
  --mail      have the deployed Worker mail the invitation, instead of printing its link
  --again     invite an operator into the platform that is there already`;

const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** The certificate of `*.<product host>` covers one name before it, and links with a secret point only to hosts of the product. */
function hostFault(host: string, productHost: string): string | null {
  if (!host) return '--host is missing.';
  const name = host === productHost ? null : host.slice(0, -productHost.length - 1);
  const isOurs = host === productHost || (host.endsWith(`.${productHost}`) && label.test(name ?? ''));
  return isOurs
    ? null
    : `--host ${host}: a host name without scheme, port or path is needed, ${productHost} or one name before it, such as app.${productHost}.`;
}

const text = (value: string | undefined, otherwise: string) => normalName(value ?? '') || otherwise;

/** The name of `ana.reis@example.com` is Ana Reis until they change it. */
function getName(email: string): string {
  const words = email.replace(/[+@].*$/, '').split(/[._-]+/);
  return normalName(words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' '));
}

function nameFault(option: string, name: string): string | null {
  if (name.length > maxNameLength) return `--${option} is longer than ${maxNameLength} characters.`;
  return fold(name) ? null : `--${option} ${name}: a name with letters or digits is needed.`;
}

function emailFault(email: string): string | null {
  if (!email) return '--email is missing.';
  return isEmail(email) && isReachable(email) ? null : `--email ${email}: no e-mail address.`;
}

export const options = {
  host: { type: 'string' },
  email: { type: 'string' },
  name: { type: 'string' },
  tenant: { type: 'string' },
  language: { type: 'string' },
  timezone: { type: 'string' },
  env: { type: 'string' },
  mail: { type: 'boolean' },
  again: { type: 'boolean' },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Stopped(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** Parses the arguments, or reports every fault at once. */
export function readWish(args: readonly string[], getProductHost: (env: string) => string): Wish {
  const values = parse(args);
  const env = values.env ?? 'production';
  const host = (values.host ?? '').trim();
  const email = normalEmail(values.email ?? '');
  const language = languages.find((known) => known === (values.language ?? defaultLanguage));
  const zone = values.timezone ?? defaultZone;
  const name = text(values.name, getName(email));
  const tenant = text(values.tenant, 'Mirante');
  const faults = [
    hostFault(host, getProductHost(env)),
    emailFault(email),
    email ? nameFault('name', name) : null,
    nameFault('tenant', tenant),
    language ? null : `--language ${values.language}: one of ${languages.join(', ')} is needed.`,
    zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone) ? null : `--timezone ${zone}: no such time zone.`,
  ].filter((fault) => fault !== null);
  if (!language || faults.length > 0) throw new Stopped([...faults, '', usage].join('\n'));
  return { host, email, name, tenant, language, zone, env, isMailed: values.mail ?? false, isAgain: values.again ?? false };
}

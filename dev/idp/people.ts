import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPem } from '../../functions/services/saml/certificate.ts';
import { makeOwnKey } from '../../functions/services/saml/own-key.ts';

/** A person with an account at the provider, as the provider describes them. */
export type Person = { key: string; name: string; email: string; department: string; title: string; groups: string[]; note: string };
export type Keys = { privateKey: string; certificate: string };

export const demoIssuer = 'https://idp.mirante.test/saml';

/** People of Aurora: two that the unit knows and one that it doesn't. */
export const people: readonly Person[] = [
  {
    ...{ key: 'aurora-0001', name: 'Rui Patrício Leal', email: 'user@aurora.test', department: 'Gestão de camas', title: 'supervisor' },
    ...{ groups: ['clinical'], note: 'is in Aurora already: bound at the first sign-in' },
  },
  {
    ...{ key: 'aurora-0002', name: 'Inês Carvalhal', email: 'admin@aurora.test', department: 'Planeamento e Controlo', title: 'director' },
    ...{ groups: ['management'], note: 'administrator of Aurora' },
  },
  {
    ...{ key: 'aurora-0003', name: 'Beatriz Antunes', email: 'beatriz@aurora.test', department: 'Farmácia', title: 'analyst' },
    ...{ groups: ['clinical'], note: 'new: made at the first sign-in' },
  },
];

/** Made once per data folder: what the demo stores about the provider stays valid after a restart. */
export async function idpKeys(folder: string): Promise<Keys> {
  const file = join(folder, 'idp.json');
  if (!existsSync(file)) {
    const made = await makeOwnKey('idp.mirante.test', Date.now());
    mkdirSync(folder, { recursive: true });
    const keys = { privateKey: toPem(made.privateKey, 'PRIVATE KEY'), certificate: toPem(made.certificate) };
    writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

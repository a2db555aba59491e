import { expect } from 'vitest';
import { api } from './api.ts';
import type { Harness } from './harness.ts';
import { codeAt } from './make-factor.ts';

export const chosenPassword = 'nove-cafés-azuis';

/** Opens an invitation, sets the password and, where it is asked for, makes an authenticator app the second factor. */
export async function accept(harness: Pick<Harness, 'fetch'>, place: string, token: string) {
  const client = api(harness, place);
  const opened = await client.post('/api/password/config', { token });
  expect(opened.body?.link, opened.text).toMatchObject({ purpose: 'invite', own: false });
  const taken = await client.post('/api/password/new', { token, password: chosenPassword });
  if (taken.status === 200) return { ...taken.body.session, key: '' };
  expect(taken, taken.text).toMatchObject({ status: 403, body: { status: 'redirect_two_factor' } });
  const page = await client.post('/api/login/2fa/config', { token: taken.body.token });
  expect(page.body).toMatchObject({ mode: 'setup', mailCode: false });
  const { id, seal, key } = page.body.setup;
  const done = await client.post('/api/login/2fa', { token: taken.body.token, code: codeAt(Date.now(), key), setup: { id, seal } });
  expect(done.status, done.text).toBe(200);
  return { ...done.body, key };
}

/** What a new partner or unit is made of, with nothing that may be left out. */
export const wished = (kind: 'partner' | 'unit', subdomain: string, admin: string) => ({
  ...{ kind, name: subdomain, language: 'pt-BR', timezone: 'America/Sao_Paulo', subdomain },
  ...{ userLimit: null, bonusUsers: 0, domainLimit: null, reportLimit: null, trialDays: null },
  ...{ defaultDirectory: 'N', restrictAccounts: 'N', allowReports: 'S', lastUpdate: 'S', theme: { from: 'default' } },
  admin: { name: `Administrator of ${subdomain}`, email: admin, language: 'pt-BR' },
});

import { fold } from '../domain/text/fold.ts';

// The rows that every new tenant begins with, whether the demo or a first deployment makes it.

export type NewTenant = {
  id: string;
  kind: 'platform' | 'partner' | 'unit';
  parentId: string | null;
  name: string;
  language: string;
  zone: string;
  host: string;
  settings: Record<string, unknown>;
};
export type NewPerson = { tenantId: string; id: string; email: string; name: string; profile: string; language: string };

export const tenantRow = ({ id, kind, parentId, name, language, zone }: NewTenant) => ({
  ...{ id, kind, parent_id: parentId, name, sort_key: fold(name), status: 'A' },
  ...{ language, zone },
});

export const mainDomainRow = ({ id, host }: NewTenant) => ({ host, tenant_id: id, main: true });

export const settingsRow = ({ id, zone, settings }: NewTenant) => ({ tenant_id: id, values: { timezone: zone, ...settings } });

export const personRow = ({ tenantId, id, email, name, profile, language }: NewPerson) => ({
  ...{ tenant_id: tenantId, id, email, name, sort_key: fold(name) },
  ...{ profile, status: 'A', language },
});
